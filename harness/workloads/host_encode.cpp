// Encode kernels on the host backend.
#include <algorithm>

#include "codag/simt/host/global_memory.hpp"
#include "harness/measure/host_counts.hpp"
#include "harness/workloads/encode_check.hpp"
#include "harness/workloads/no_form.hpp"

namespace codag::harness {
namespace {

class interpreted_encode final : public workload {
 public:
  interpreted_encode(const encode_input& input, const encode_kernel& row,
                     const parameter_values& values)
      : input_(input),
        row_(row),
        values_(values),
        settings_(input.settings.begin(), input.settings.end()),
        in_(simt::host::to_global<std::byte>(input.values)),
        rooms_(simt::host::to_global<chunk>(encode_rooms(input.expected))),
        bits_(room_bytes(rooms_)),
        encoded_bytes_(rooms_.size()),
        statuses_(rooms_.size()) {
    if (row.workspace_bytes != nullptr) workspace_.resize(row.workspace_bytes(view(), values_));
    interpret(phase::before);
  }

  void poison() override {
    std::ranges::copy(poisoned_rooms(input_.expected, rooms_), bits_.begin());
    std::ranges::fill(encoded_bytes_, 0xeeeeeeee);
    std::ranges::fill(statuses_, status::not_decoded);
    std::ranges::fill(workspace_, std::byte{workspace_garbage});
    interpret(phase::before);
  }

  verification outcome() override {
    interpret(phase::after);
    return check_encoding(input_, rooms_, bits_, encoded_bytes_, statuses_);
  }

  [[nodiscard]] std::uint64_t workspace_bytes() const override { return workspace_.size(); }

  void launch() override { interpret(phase::timed); }

  std::optional<std::map<std::string, std::uint64_t>> counts() override {
    return by_name(interpret(phase::timed));
  }

 private:
  [[nodiscard]] device_encoding view() {
    return {in_.data(),
            in_.size(),
            bits_.data(),
            bits_.size(),
            rooms_.data(),
            static_cast<std::uint32_t>(rooms_.size()),
            encoded_bytes_.data(),
            statuses_.data(),
            settings_};
  }
  simt::host::counts interpret(phase p) {
    return row_.run(view(), {input_.expected.type, values_, workspace_.data(), p}, {});
  }

  encode_input input_;
  const encode_kernel& row_;
  parameter_values values_, settings_;
  simt::host::global_vector<std::byte> in_;
  simt::host::global_vector<chunk> rooms_;
  simt::host::global_vector<std::byte> bits_;
  simt::host::global_vector<std::uint32_t> encoded_bytes_;
  simt::host::global_vector<status> statuses_;
  simt::host::global_vector<std::byte> workspace_;
};

}  // namespace

std::unique_ptr<workload> make_host_encode(const encode_input& input, const encode_kernel& row,
                                           const parameter_values& values) {
  if (row.run == nullptr) throw no_host_form(row.facts);
  check_suits(input.expected, row, values);
  return std::make_unique<interpreted_encode>(input, row, values);
}

}  // namespace codag::harness
