// Native encoders, on the CPU cores that their parameters choose.
#include <algorithm>
#include <array>

#include "harness/workloads/encode_check.hpp"

namespace codag::harness {
namespace {

class native_encode final : public workload {
 public:
  native_encode(const encode_input& input, const native_encoder& row,
                const parameter_values& values)
      : input_(input), encode_(row.encode(input.values, values)) {}

  verification verify() override {
    launch();
    std::vector<chunk> rooms = encode_rooms(input_.expected);
    if (rooms.empty()) return check_encoding(input_, rooms, {}, {}, {});
    std::vector<std::byte> bits(room_bytes(rooms));
    const std::size_t bytes = std::min(encoded_.size(), bits.size());
    std::copy_n(encoded_.begin(), bytes, bits.begin());
    const std::array encoded_bytes{static_cast<std::uint32_t>(encoded_.size())};
    const std::array statuses{status::ok};
    return check_encoding(input_, rooms, bits, encoded_bytes, statuses);
  }

  void launch() override { encoded_ = encode_(); }

 private:
  encode_input input_;
  baselines::repeated_encoding encode_;
  std::span<const std::byte> encoded_;
};

}  // namespace

std::unique_ptr<workload> make_native_encode(const encode_input& input, const native_encoder& row,
                                             const parameter_values& values) {
  return std::make_unique<native_encode>(input, row, values);
}

}  // namespace codag::harness
