// A star query with its columns in GPU memory. Include from .cu files only.
#pragma once

#include <list>
#include <vector>

#include "harness/kernels/query_memory.hpp"
#include "harness/measure/gpu/cuda_memory.cuh"
#include "harness/workloads/no_form.hpp"
#include "harness/workloads/query_input.hpp"

namespace codag::harness::cuda {

/// The query's columns, dimension tables and workspace.
class resident_query {
 public:
  resident_query(const query_input& input, const query_kernel& row, const parameter_values& values)
      : input_(input),
        row_(row),
        values_(values),
        argument_(place_query(input, row, values,
                              [this](std::span<const std::byte> bytes) {
                                const auto& memory = placed_.emplace_back(bytes.size());
                                memory.copy_from(bytes.data());
                                return memory.data();
                              })),
        workspace_(row.workspace_bytes(argument_, values)) {
    for (const decompression& its : argument_.decompressions)
      if (its.by != nullptr && its.by->cuda.launch == nullptr) throw no_cuda_form(its.by->facts);
  }

  [[nodiscard]] const query_input& input() const { return input_; }
  [[nodiscard]] const query_kernel& row() const { return row_; }
  [[nodiscard]] const query_argument& argument() const { return argument_; }
  [[nodiscard]] std::uint64_t workspace_bytes() const { return workspace_.size(); }

  /// Launches the kernels of a phase of `argument`, which is argument() or a part of it.
  void launch(const query_argument& argument, phase p, cudaStream_t stream = nullptr) const {
    check_cuda(static_cast<cudaError_t>(row_.cuda.launch(argument, choice(p), stream)), "launch");
  }

  /// Makes every sum wrong that the next launch does not write.
  void poison() const { workspace_.fill(workspace_garbage); }

  /// What the last launch wrote. It has finished.
  [[nodiscard]] verification outcome() const {
    const query::star_query query = query_memory(argument_, workspace_.data()).query();
    std::vector<std::uint64_t> groups(query.group_count);
    std::vector<std::uint64_t> refused(std::size_t{query::most_steps} * query::status_count);
    fetch(groups, query.groups);
    fetch(refused, query.refused);
    verification v = check_query(input_, groups, refused);
    if (v.ok && !workspace_.guards_intact()) v = outside_write();
    for (const guarded_memory& m : placed_)
      if (v.ok && !m.guards_intact()) v = outside_write();
    return v;
  }

 private:
  [[nodiscard]] launch_choice choice(phase p) const {
    return {element_type::int32, values_, workspace_.data(), p};
  }
  static void fetch(std::vector<std::uint64_t>& to, const std::uint64_t* from) {
    check_cuda(cudaMemcpy(to.data(), from, to.size() * sizeof(*from), cudaMemcpyDeviceToHost),
               "cudaMemcpy");
  }

  query_input input_;
  const query_kernel& row_;
  parameter_values values_;
  std::list<guarded_memory> placed_;  // before argument_, which points there
  query_argument argument_;
  guarded_memory workspace_;
};

}  // namespace codag::harness::cuda
