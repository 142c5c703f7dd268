// A config's "microbenchmark": what it asks for, and its cases.
#pragma once

#include <string>
#include <vector>

#include "harness/config/config_reader.hpp"
#include "harness/plan/case.hpp"

namespace codag::harness {

/// Reads and checks the key of a config's root. Throws datasets::bad_input that names the place,
/// also if the config has an axis or a size of decompression beside it.
microbenchmark_spec read_microbenchmark(const placed_json& root);

/// Each number of operations under both modes: "alu/all_threads/1000".
std::vector<bench_case> microbenchmark_plan(const microbenchmark_spec& spec,
                                            const std::string& backend);

}  // namespace codag::harness
