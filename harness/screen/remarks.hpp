// The lines under a report's tables.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace codag::harness {

/// The string under a key of an object, or something else if there is none.
std::string text_or(const nlohmann::json& object, const char* key, const char* otherwise);

/// The measured memory traffic, and the roof of each backend.
std::string roof_lines(const nlohmann::json& cases);

/// What chose the cases, if the report has only a part of the config's.
std::string selection_line(const nlohmann::json& codag);

/// That the driver compiled the kernels from PTX, because the program has no machine code for the
/// GPU; empty if it has.
std::string ptx_line(const nlohmann::json& codag);

/// The reasons why kernels lack a profile that the config asks for, each reason once; those of
/// native code and of memory traffic, if the report has no kernels.
std::string missing_profiles(const nlohmann::json& codag);

/// The cases that are not ok, with their reasons. Cases of one reason share a line.
std::string not_ok_lines(const nlohmann::json& cases);

/// The cases that were disturbed, and by what; empty if none was. Cases that the same things
/// disturbed share a line, with the particulars of the first.
std::string disturbed_lines(const nlohmann::json& cases);

/// Where the report is.
std::string report_line(const std::string& name);

}  // namespace codag::harness
