// The comparison of two programs as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "harness/ab/compare_programs.hpp"
#include "harness/ab/program_file.hpp"

namespace codag::harness {

/// What the user typed.
struct ab_query {
  program_file base, now;
  std::string config;
  std::string command_line;
};

/// The version of the JSON, which its first key, codag_ab, has.
inline constexpr int ab_json_version = 1;

/// docs/ab.schema.json describes it.
nlohmann::ordered_json ab_json(const ab_result& result, const ab_query& query);

}  // namespace codag::harness
