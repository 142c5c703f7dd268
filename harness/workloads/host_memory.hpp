// A decoder's output in host memory, and its verification.
#pragma once

#include <algorithm>
#include <vector>

#include "codag/simt/host/global_memory.hpp"
#include "harness/workloads/workloads.hpp"

namespace codag::harness {

/// The output and statuses in host memory. A derived class decodes into them.
class host_memory_workload : public workload {
 public:
  explicit host_memory_workload(const decode_input& input)
      : input_(input),
        out_(input.original.size()),
        statuses_(input.column.chunks.size(), status::not_decoded) {}

  verification verify() override {
    const std::vector<std::byte> poison = poison_for(input_.original);
    std::copy(poison.begin(), poison.end(), out_.begin());
    std::fill(statuses_.begin(), statuses_.end(), status::not_decoded);
    run_all_phases();
    return outcome();
  }

 protected:
  /// What verify() checks: a launch, and what completes its output.
  virtual void run_all_phases() { launch(); }
  /// What the output and the statuses say then.
  virtual verification outcome() { return check(input_.original, out_, statuses_); }

  decode_input input_;
  simt::host::global_vector<std::byte> out_;
  simt::host::global_vector<status> statuses_;
};

}  // namespace codag::harness
