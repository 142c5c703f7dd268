// The plan: a config's product of datasets, codecs, variants and chunk sizes, as cases in order.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/config/config.hpp"
#include "harness/plan/case.hpp"

namespace codag::harness {

/// Cases in a reader's order: datasets outermost, then codecs, chunk sizes and variants, each as
/// the config lists them; of a dataset that came compressed, its members in place of
/// the chunk sizes. Before the first case of each size stands that size's copy row, the roof
/// that its throughputs are set against; without the measurement "time" there is none. `backend` is
/// "cuda" or "host"; native variants, and the copy row beside "host", run on "cpu".
/// Of a micro-benchmark: its cases alone.
std::vector<bench_case> make_plan(const config& config, const std::string& backend);

/// The cases whose name the regular expression finds. Throws datasets::bad_input for a bad one, or
/// if it leaves nothing.
std::vector<bench_case> filter_plan(const std::vector<bench_case>& plan, const std::string& regex);

/// The case of that name alone. Throws datasets::bad_input with the nearest name if there is none.
std::vector<bench_case> only_case(const std::vector<bench_case>& plan, const std::string& name);

/// "128KiB" for 131072, "1000B" for 1000.
std::string size_name(std::uint64_t bytes);

/// bench_case::chunk_bytes in a case's name: its size, or "members" for a file's own.
std::string chunk_name(std::uint64_t chunk_bytes);

}  // namespace codag::harness
