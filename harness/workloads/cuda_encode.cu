// Encode kernels on the GPU.
#include <vector>

#include "harness/measure/gpu/gpu_workload.cuh"
#include "harness/workloads/encode_check.hpp"
#include "harness/workloads/no_form.hpp"
#include "harness/workloads/shared_memory_limit.cuh"

namespace codag::harness::cuda {
namespace {

class encode_workload final : public gpu_workload {
 public:
  encode_workload(const encode_input& input, const encode_kernel& row,
                  const parameter_values& values)
      : input_(input),
        row_(row),
        values_(values),
        settings_(input.settings.begin(), input.settings.end()),
        rooms_(encode_rooms(input.expected)),
        in_(input.values.size()),
        bits_(room_bytes(rooms_)),
        chunks_(rooms_.size() * sizeof(chunk)),
        encoded_bytes_(rooms_.size() * sizeof(std::uint32_t)),
        statuses_(rooms_.size() * sizeof(status)),
        workspace_(row.workspace_bytes == nullptr ? 0 : row.workspace_bytes(view(), values)) {
    in_.copy_from(input.values.data());
    chunks_.copy_from(rooms_.data());
    check_shared_bytes([this] { run_phase(phase::timed); });
    run_phase(phase::before);
  }

  void poison() override {
    bits_.copy_from(poisoned_rooms(input_.expected, rooms_).data());
    encoded_bytes_.fill(0xee);
    const std::vector<status> statuses(rooms_.size(), status::not_decoded);
    statuses_.copy_from(statuses.data());
    workspace_.fill(workspace_garbage);
    run_phase(phase::before);
  }

  verification outcome() override {
    run_phase(phase::after);
    synchronize();
    std::vector<std::byte> bits(bits_.size());
    std::vector<std::uint32_t> encoded_bytes(rooms_.size());
    std::vector<status> statuses(rooms_.size());
    bits_.copy_to(bits.data());
    encoded_bytes_.copy_to(encoded_bytes.data());
    statuses_.copy_to(statuses.data());
    const verification v = check_encoding(input_, rooms_, bits, encoded_bytes, statuses);
    for (const guarded_memory* m :
         {&in_, &bits_, &chunks_, &encoded_bytes_, &statuses_, &workspace_})
      if (v.ok && !m->guards_intact()) return outside_write();
    return v;
  }

  void launch() override { run_phase(phase::timed); }

  [[nodiscard]] std::uint64_t workspace_bytes() const override { return workspace_.size(); }

 private:
  void run_phase(phase p) {
    launch_choice now = choice();
    now.phase = p;
    check_cuda(static_cast<cudaError_t>(row_.cuda.launch(view(), now, nullptr)), "launch");
  }
  [[nodiscard]] device_encoding view() const {
    return {in_.data(),
            in_.size(),
            bits_.data(),
            bits_.size(),
            reinterpret_cast<const chunk*>(chunks_.data()),
            static_cast<std::uint32_t>(rooms_.size()),
            reinterpret_cast<std::uint32_t*>(encoded_bytes_.data()),
            reinterpret_cast<status*>(statuses_.data()),
            settings_};
  }
  [[nodiscard]] launch_choice choice() const {
    return {input_.expected.type, values_, workspace_.data()};
  }

  encode_input input_;
  const encode_kernel& row_;
  parameter_values values_, settings_;
  std::vector<chunk> rooms_;
  guarded_memory in_, bits_, chunks_, encoded_bytes_, statuses_, workspace_;
};

}  // namespace

std::unique_ptr<workload> make_encode(const encode_input& input, const encode_kernel& row,
                                      const parameter_values& values) {
  if (row.cuda.launch == nullptr) throw no_cuda_form(row.facts);
  check_suits(input.expected, row, values);
  return std::make_unique<encode_workload>(input, row, values);
}

}  // namespace codag::harness::cuda
