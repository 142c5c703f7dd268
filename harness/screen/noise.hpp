// How sure a throughput is: the noise of its samples.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace codag::harness {

/// Before a number that is not as sure as the config asked for: its sampling ended at a limit, with
/// the 95 % interval still wider than `max_noise`.
inline constexpr const char* unsure_mark = "~";

/// Before a number that was disturbed: it is shown, and nothing is judged by it.
inline constexpr const char* disturbed_mark = "!";

/// The marks before the number of a case, or before one that is computed from several cases: those
/// that one of them has. Null pointers are ignored.
std::string mark_of(const std::vector<const nlohmann::json*>& cases);

/// Half of the 95 % interval of a case's median, relative to it; null if the case has no time. It
/// is that of the samples which the throughput comes from.
std::optional<double> noise_of(const nlohmann::json& c);

/// The same in at least five columns: "0.43%"; "-" if the case has no time.
std::string noise_text(const nlohmann::json& c);

/// The widest of these over the cases; "-" if none has a time. Null pointers are ignored.
std::string widest_noise(const std::vector<const nlohmann::json*>& cases);

/// Whether the case has a time and missed `max_noise`. False for null.
bool is_unsure(const nlohmann::json* c);

/// The line that says how many throughputs of a report ("codag") missed `max_noise`; empty if it
/// has no throughput.
std::string noise_line(const nlohmann::json& codag);

}  // namespace codag::harness
