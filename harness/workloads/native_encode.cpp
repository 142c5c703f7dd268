// Native encoders, on the CPU cores that their parameters choose.
#include <algorithm>
#include <array>

#include "baselines/cpu/cores_parameter.hpp"
#include "codag/parallel_for.hpp"
#include "harness/workloads/encode_check.hpp"

namespace codag::harness {
namespace {

/// Encodes a column as a whole.
class column_encode final : public workload {
 public:
  column_encode(const encode_input& input, const native_encoder& row,
                const parameter_values& values)
      : input_(input), encode_(row.encode(input.values, values)) {}

  void poison() override { encoded_ = {}; }
  verification outcome() override {
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

/// Encodes chunk by chunk with the codec's own encoder. Each chunk keeps the memory of its encoding
/// for the next launch, and stays where it is: chunks are not moved together.
class chunk_encode final : public workload {
 public:
  chunk_encode(const encode_input& input, const parameter_values& values)
      : input_(input),
        threads_(baselines::on_all_cores(values) ? 0 : 1),
        encoded_(input.expected.chunks.size()) {}

  void poison() override {
    for (auto& chunk : encoded_) chunk.clear();
  }
  verification outcome() override {
    std::vector<chunk> rooms = input_.expected.chunks;
    std::vector<std::byte> bits;
    std::vector<std::uint32_t> encoded_bytes;
    for (std::size_t i = 0; i < rooms.size(); ++i) {
      encoded_bytes.push_back(static_cast<std::uint32_t>(encoded_[i].size()));
      rooms[i].in_offset = bits.size();
      rooms[i].in_bytes = encoded_bytes[i];
      bits.insert(bits.end(), encoded_[i].begin(), encoded_[i].end());
    }
    return check_encoding(input_, rooms, bits, encoded_bytes,
                          std::vector(rooms.size(), status::ok));
  }

  void launch() override {
    parallel_for(encoded_.size(), threads_, [&](std::size_t i) {
      const chunk& c = input_.expected.chunks[i];
      encoded_[i].clear();
      input_.codec.encode(input_.values.subspan(c.out_offset, c.out_bytes), input_.expected.type,
                          encoded_[i]);
    });
  }

 private:
  encode_input input_;
  unsigned threads_;
  std::vector<std::vector<std::byte>> encoded_;
};

}  // namespace

std::unique_ptr<workload> make_native_encode(const encode_input& input, const native_encoder& row,
                                             const parameter_values& values) {
  if (row.encode == nullptr) return std::make_unique<chunk_encode>(input, values);
  return std::make_unique<column_encode>(input, row, values);
}

}  // namespace codag::harness
