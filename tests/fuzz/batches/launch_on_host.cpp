#include "tests/fuzz/batches/launcher.hpp"
#include "tests/support/registered_kernels.hpp"

namespace codag::fuzz {
namespace {

class on_host final : public batch_launcher {
 public:
  const batch_output& decode(const harness::column_kernel& kernel, const parameter_values& values,
                             const batch& b, std::span<const std::byte> before) override {
    batch_output& o = output_ = {};
    const auto launch = [&](const device_column& column) {
      std::ranges::copy(before, column.out);
      simt::host::global_vector<std::byte> workspace(
          kernel.workspace_bytes == nullptr ? 0 : kernel.workspace_bytes(column, values));
      for (const phase p : {phase::before, phase::timed, phase::after})
        kernel.run(column, {b.type, values, workspace.data(), p}, {});
      if (kernel.chosen.of_chunk != nullptr)
        for (std::uint32_t i = 0; i < column.chunk_count; ++i)
          o.done_by.push_back(kernel.chosen.of_chunk(column, workspace.data(), i));
      if (kernel.check != nullptr) o.workspace.assign(workspace.begin(), workspace.end());
      return simt::host::counts{};
    };
    test::decoded d = test::decode_with(launch, b.in, b.chunks, b.out_bytes, b.poison);
    o.out = std::move(d.out);
    o.statuses = std::move(d.statuses);
    return o;
  }
  test::encoded encode(const harness::encode_kernel& kernel, const parameter_values& values,
                       const bytes& column, const test::encode_place& place) override {
    return test::encode_on_host(kernel, values, column, place);
  }

 private:
  batch_output output_;
};

}  // namespace

std::unique_ptr<batch_launcher> host_launcher() {
  return std::make_unique<on_host>();
}

}  // namespace codag::fuzz
