// The errors for a variant that cannot run on a backend, or not with a column.
#pragma once

#include <string>

#include "codag/chunked_column.hpp"
#include "codag/parameters.hpp"
#include "harness/kernels/host_backend.hpp"
#include "harness/kernels/registry.hpp"
#include "harness/kernels/variant_facts.hpp"
#include "harness/measure/workload.hpp"

namespace codag::harness {

/// The error for a row without a function for the host backend.
inline cannot_run no_host_form(const variant_facts& facts) {
  if (!facts.cuda_only.empty())
    return cannot_run(std::string(facts.variant) +
                      " runs on a GPU only: " + std::string(facts.cuda_only));
  if (const auto why = why_no_host()) return cannot_run(*why);
  return cannot_run(std::string(facts.variant) + " is registered for the cuda backend only");
}

/// The error for a row without functions for the cuda backend.
inline cannot_run no_cuda_form(const variant_facts& facts) {
  return cannot_run(std::string(facts.variant) + " is registered for the host backend only");
}

/// Throws cannot_run if the row cannot take this column with these values.
template <class Argument>
void check_suits(const chunked_column& column, const kernel_row<Argument>& row,
                 const parameter_values& values) {
  if (row.why_not == nullptr) return;
  if (const std::string why = row.why_not(column, values); !why.empty()) throw cannot_run(why);
}

}  // namespace codag::harness
