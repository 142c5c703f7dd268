// Kernels on the host backend. Built where Boost.Context is; host_absent.cpp answers elsewhere.
#include "harness/run/host_backend.hpp"

#include "harness/kernels/host_kernels.hpp"
#include "harness/run/host_counts.hpp"
#include "harness/run/host_memory_workload.hpp"

namespace codag::harness::host {
namespace {

class interpreted_kernel final : public host_memory_workload {
 public:
  interpreted_kernel(const workload_input& input, const host_kernel& kernel,
                     const launch_parameters& parameters)
      : host_memory_workload(input),
        kernel_(kernel),
        parameters_(parameters),
        in_(simt::host::to_global<std::byte>(input.column.bytes)),
        chunks_(simt::host::to_global<chunk>(input.column.chunks)) {}

  void launch() override { launch_kernel(); }

  std::optional<std::map<std::string, std::uint64_t>> counts() override {
    return by_name(launch_kernel());
  }

 private:
  simt::host::counts launch_kernel() {
    const device_column column{in_.data(),      in_.size(),
                               out_.data(),     out_.size(),
                               chunks_.data(),  static_cast<std::uint32_t>(chunks_.size()),
                               statuses_.data()};
    return kernel_.run(input_.column.type, column, parameters_, 0);
  }

  const host_kernel& kernel_;
  launch_parameters parameters_;
  simt::host::global_vector<std::byte> in_;
  simt::host::global_vector<chunk> chunks_;
};

}  // namespace

std::optional<std::string> absent() {
  return std::nullopt;
}

std::unique_ptr<workload> make_workload(const workload_input& input, const bench_case& what) {
  const host_kernel* kernel = find_row(host_kernels(), what.codec, what.registered_variant());
  if (kernel == nullptr) throw no_variant(what.codec, what.variant);
  return std::make_unique<interpreted_kernel>(input, *kernel,
                                              what.chosen.over(kernel->facts.defaults));
}

}  // namespace codag::harness::host
