// The plan: a config's product of datasets, codecs, variants and chunk sizes, as cases in order.
#pragma once

#include <string>
#include <vector>

#include "harness/config/config.hpp"
#include "harness/plan/case.hpp"

namespace codag::harness {

/// Cases in a reader's order: datasets outermost, then codecs, chunk sizes and variants, each as
/// the config lists them. A dataset that came compressed has its members instead of the chunk
/// sizes. Before the first case of each size stands that size's copy row, and after the first copy
/// row the rows that only read and only write: together they give the roof. There are none without
/// the measurement "time". `kernels_on` is cuda or host. Native variants run on the cpu backend,
/// and so does the memory traffic beside the host backend. A micro-benchmark has its own cases
/// alone.
///
/// Every parameter has its value here: the chosen one, or the standard of that codec and variant.
/// Throws datasets::bad_input if a chosen value is not allowed by one of them.
std::vector<bench_case> make_plan(const config& config, backend kernels_on);

/// The cases whose name the regular expression finds. Throws datasets::bad_input if it is not a
/// regular expression, or if it leaves nothing.
std::vector<bench_case> filter_plan(const std::vector<bench_case>& plan, const std::string& regex);

/// The case of that name alone. Throws datasets::bad_input with the nearest name if there is none.
std::vector<bench_case> only_case(const std::vector<bench_case>& plan, const std::string& name);

}  // namespace codag::harness
