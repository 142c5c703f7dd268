#include "tests/fuzz/batches/launcher.hpp"
#include "tests/support/registered_kernels.hpp"

namespace codag::fuzz {
namespace {

class on_host final : public batch_launcher {
 public:
  [[nodiscard]] bool has(const harness::column_kernel& kernel) const override {
    return kernel.run != nullptr;
  }
  batch_output decode(const harness::column_kernel& kernel, const parameter_values& values,
                      const batch& b) override {
    std::string chosen;
    test::decoded d = test::decode_with(
        [&](const device_column& column) {
          simt::host::global_vector<std::byte> workspace(
              kernel.workspace_bytes == nullptr ? 0 : kernel.workspace_bytes(column, values));
          for (const phase p : {phase::before, phase::timed, phase::after})
            kernel.run(column, {b.type, values, workspace.data(), p}, {});
          if (kernel.chosen.parts != nullptr)
            chosen = names_of(kernel.chosen.parts(column, workspace.data()));
          return simt::host::counts{};
        },
        b.in, b.chunks, b.out_bytes, b.poison);
    return {std::move(d.out), std::move(d.statuses), std::move(chosen)};
  }
};

}  // namespace

std::unique_ptr<batch_launcher> host_launcher() {
  return std::make_unique<on_host>();
}

}  // namespace codag::fuzz
