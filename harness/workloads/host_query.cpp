// Query kernels on the host backend.
#include <algorithm>
#include <cstring>
#include <list>

#include "codag/simt/host/global_memory.hpp"
#include "harness/kernels/query_memory.hpp"
#include "harness/measure/host_counts.hpp"
#include "harness/workloads/no_form.hpp"
#include "harness/workloads/workloads.hpp"

namespace codag::harness {
namespace {

class interpreted_query final : public workload {
 public:
  interpreted_query(const query_input& input, const query_kernel& row,
                    const parameter_values& values)
      : input_(input),
        row_(row),
        values_(values),
        argument_(place_query(input, row, values,
                              [this](std::span<const std::byte> bytes) {
                                return placed_.emplace_back(simt::host::to_global(bytes)).data();
                              })),
        workspace_(row.workspace_bytes(argument_, values)) {
    for (const decompression& its : argument_.decompressions)
      if (its.by != nullptr && its.by->run == nullptr) throw no_host_form(its.by->facts);
  }

  void poison() override {
    std::ranges::fill(workspace_, std::byte{workspace_garbage});
    interpret(phase::before);
  }

  verification outcome() override {
    interpret(phase::after);
    const query::star_query query = query_memory(argument_, workspace_.data()).query();
    return check_query(input_, {query.groups, query.group_count},
                       {query.refused, std::size_t{query::most_steps} * query::status_count});
  }

  [[nodiscard]] std::uint64_t workspace_bytes() const override { return workspace_.size(); }

  void launch() override { interpret(phase::timed); }

  std::optional<std::map<std::string, std::uint64_t>> counts() override {
    return by_name(interpret(phase::timed));
  }

 private:
  simt::host::counts interpret(phase p) {
    return row_.run(argument_, {element_type::int32, values_, workspace_.data(), p}, {});
  }

  query_input input_;
  const query_kernel& row_;
  parameter_values values_;
  std::list<simt::host::global_vector<std::byte>> placed_;  // before argument_, which points there
  query_argument argument_;
  simt::host::global_vector<std::byte> workspace_;
};

}  // namespace

std::unique_ptr<workload> make_host_query(const query_input& input, const query_kernel& row,
                                          const parameter_values& values) {
  if (row.run == nullptr) throw no_host_form(row.facts);
  return std::make_unique<interpreted_query>(input, row, values);
}

}  // namespace codag::harness
