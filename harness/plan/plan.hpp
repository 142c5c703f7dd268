// The plan: a config's product of datasets, codecs, variants and chunk sizes, as cases in order.
#pragma once

#include <string>
#include <vector>

#include "harness/config/config.hpp"
#include "harness/plan/case.hpp"

namespace codag::harness {

/// Cases in a reader's order: dataset outermost, the copy row of its size before its cases.
/// `backend` is "cuda" or "host".
std::vector<bench_case> make_plan(const config& config, const std::string& backend);

/// The cases whose name the regular expression finds. Throws datasets::bad_input for a bad one, or
/// if it leaves nothing.
std::vector<bench_case> filter_plan(const std::vector<bench_case>& plan, const std::string& regex);

/// "128KiB" for 131072, "1000B" for 1000.
std::string size_name(std::uint64_t bytes);

}  // namespace codag::harness
