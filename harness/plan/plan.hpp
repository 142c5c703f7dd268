// The plan: the ordered cases of a config, which are the product of its datasets, codecs, chunk
// sizes and variants.
#pragma once

#include <string>
#include <vector>

#include "harness/config/config.hpp"
#include "harness/plan/case.hpp"

namespace codag::harness {

/// The cases are nested with datasets outermost, then codecs, chunk sizes and variants, each in the
/// config's order. A dataset from a compressed file has the file's members instead of the chunk
/// sizes. If the measurement "time" is asked for, three cases of memory traffic precede the first
/// case of each size: copy, read and write. Together they give the roof of that size.
/// `kernels_on` is cuda or host. Native variants run on the cpu backend, and so does the memory
/// traffic if the kernels run on the host backend. A micro-benchmark has only its own cases.
///
/// Every parameter gets its value here: the chosen one, or the default of the codec and variant.
/// Throws datasets::bad_input if a codec or variant does not allow a chosen value.
std::vector<bench_case> make_plan(const config& config, backend kernels_on);

/// The cases whose name matches the regular expression, and the memory traffic, which gives their
/// roof; only the former if they are memory traffic themselves. Throws datasets::bad_input if the
/// expression is invalid or matches no case.
std::vector<bench_case> filter_plan(const std::vector<bench_case>& plan, const std::string& regex);

/// A plan with only the case of this name. Throws datasets::bad_input, with the nearest name, if
/// there is no such case.
std::vector<bench_case> only_case(const std::vector<bench_case>& plan, const std::string& name);

}  // namespace codag::harness
