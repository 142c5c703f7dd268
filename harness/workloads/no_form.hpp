// The errors for a variant that cannot run on a backend.
#pragma once

#include <string>

#include "harness/kernels/host_backend.hpp"
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

}  // namespace codag::harness
