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

  void poison() override {
    std::ranges::copy(poison_for(input_.original), out_.begin());
    std::ranges::fill(statuses_, status::not_decoded);
  }
  verification outcome() override { return check(input_.original, out_, statuses_); }

 protected:
  decode_input input_;
  simt::host::global_vector<std::byte> out_;
  simt::host::global_vector<status> statuses_;
};

}  // namespace codag::harness
