// The queries' answers, computed by native code that shares nothing with the kernels, nor with the
// queries' steps: it is written from the SQL of the specification.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "datasets/ssb/dimensions.hpp"
#include "datasets/ssb/queries.hpp"

namespace codag::datasets::ssb {

/// Gives the values of a column of lineorder; all columns have as many.
using fact_values = std::function<std::span<const std::int32_t>(fact)>;

/// The sum of each group of the query, in the order of their numbers; a group without rows has 0.
/// `threads` is 0 for all cores.
std::vector<std::int64_t> answer(const benchmark_query& asked, const dimensions& tables,
                                 const fact_values& lineorder, unsigned threads = 0);

}  // namespace codag::datasets::ssb
