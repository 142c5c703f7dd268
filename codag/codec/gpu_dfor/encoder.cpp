#include <array>
#include <string>

#include "codag/codec/bit_packing/blocks.hpp"
#include "codag/codec/bit_packing/frame.hpp"
#include "codag/codec/bit_packing/settings.hpp"
#include "codag/codec/gpu_dfor/gpu_dfor.hpp"

namespace codag::gpu_dfor {
namespace {

using namespace bit_packing;

template <class Stored>
class writer {
 public:
  writer(std::span<const std::byte> raw, element_type type, const settings& chosen)
      : column_(raw, type),
        chosen_(chosen),
        shape_{miniblock_values, chosen.miniblocks},
        blocks_(blocks_of(static_cast<std::uint32_t>(column_.count()), block_values)) {}

  void write(std::vector<std::byte>& out) {
    std::vector<frame_header<Stored>> frames(blocks_);
    for_each_block(blocks_, [&](std::size_t b) {
      frames[b] = frame_of<Stored>(deltas(b), order::as_signed, shape_);
    });

    std::vector<std::uint32_t> starts;
    std::uint32_t at = 0;
    for (std::size_t b = 0; b < blocks_; ++b) {
      if (begins_set(b)) at += reference_words<Stored>;
      starts.push_back(at);
      at += frame_header_words<Stored> + frames[b].packed_words(block_values, shape_);
    }
    starts.push_back(at);

    const std::size_t begin = out.size(), data = header_words + starts.size();
    out.resize(begin + 4 * (data + at));
    const auto words = std::span(out).subspan(begin);
    store_word(words, block_size_word, block_values);
    store_word(words, miniblocks_word, chosen_.miniblocks);
    store_word(words, count_word, static_cast<std::uint32_t>(column_.count()));
    store_word(words, set_blocks_word, chosen_.set_blocks);
    for (std::size_t i = 0; i < starts.size(); ++i) store_word(words, header_words + i, starts[i]);
    for_each_block(blocks_, [&](std::size_t b) {
      if (begins_set(b))
        store_value(words, data + starts[b] - reference_words<Stored>,
                    column_.value(b * block_values));
      put_frame<Stored>(deltas(b), frames[b], shape_, words, data + starts[b]);
    });
  }

 private:
  [[nodiscard]] bool begins_set(std::size_t b) const { return b % chosen_.set_blocks == 0; }

  /// A block's differences from the value before, modulo 2^32 or 2^64. That of a set's first value
  /// is 0.
  [[nodiscard]] std::array<Stored, block_values> deltas(std::size_t b) const {
    const std::size_t first = b * block_values;
    std::array<Stored, block_values> result;
    Stored before = column_.value(begins_set(b) ? first : first - 1);
    for (std::size_t i = 0; i < block_values; ++i) {
      const Stored value = column_.value(first + i);
      result[i] = static_cast<Stored>(value - before);
      before = value;
    }
    return result;
  }

  block_reader<Stored> column_;
  settings chosen_;
  frame_shape shape_;
  std::size_t blocks_;
};

constexpr std::array parameters{set_blocks_parameter, miniblocks_parameter};
static_assert(well_declared(parameters) && set_blocks_parameter.most == max_set_blocks &&
              set_blocks_parameter.standard == settings{}.set_blocks);

codec with_settings(std::span<const std::uint64_t> values) {
  const settings chosen{static_cast<std::uint32_t>(values[0]), static_cast<unsigned>(values[1])};
  codec made = row();
  made.encode = [chosen](std::span<const std::byte> raw, element_type type,
                         std::vector<std::byte>& out) { return encode(raw, type, out, chosen); };
  made.encoder = "set_blocks " + std::to_string(chosen.set_blocks) + ", miniblocks " +
                 std::to_string(chosen.miniblocks);
  return made;
}

}  // namespace

std::uint64_t encode(std::span<const std::byte> raw, element_type type, std::vector<std::byte>& out,
                     const settings& chosen) {
  with_stored(type, [&]<class Stored>() { writer<Stored>(raw, type, chosen).write(out); });
  return raw.size() / size_of(type);
}

codec row() {
  return {.name = "gpu_dfor",
          .encode = [](std::span<const std::byte> raw, element_type type,
                       std::vector<std::byte>& out) { return encode(raw, type, out); },
          .decode = decode,
          .parameters = parameters,
          .with = with_settings};
}

}  // namespace codag::gpu_dfor
