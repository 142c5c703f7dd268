// What the host encoders and reference decoders of gpu_for, gpu_dfor and gpu_rfor share: the blocks
// of a chunk's values.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "codag/codec/bit_packing/element_types.hpp"
#include "codag/codec/integer/element_io.hpp"
#include "codag/element_type.hpp"
#include "codag/parallel_for.hpp"

namespace codag::bit_packing {

/// The values of a chunk, block by block.
template <class Stored>
class block_reader {
 public:
  block_reader(std::span<const std::byte> raw, element_type type)
      : raw_(raw), type_(type), count_(raw.size() / size_of(type)) {}

  [[nodiscard]] std::size_t count() const { return count_; }

  /// Value `index`. Elements of 1 and 2 bytes are extended to 32 bits. After the end, it is the
  /// last value; there must be at least one value.
  [[nodiscard]] Stored value(std::size_t index) const {
    return static_cast<Stored>(
        integer::load_element(raw_.data() + std::min(index, count_ - 1) * size_of(type_), type_));
  }

  /// The values from `first` on, as many as `block` holds.
  void load(std::size_t first, std::span<Stored> block) const {
    for (std::size_t i = 0; i < block.size(); ++i) block[i] = value(first + i);
  }

 private:
  std::span<const std::byte> raw_;
  element_type type_;
  std::size_t count_;
};

/// Stores a block's values, from value `first` of the chunk on. What is after the chunk's end is
/// left out.
template <class Stored>
void store_values(std::span<const Stored> block, std::size_t first, element_type type,
                  std::span<std::byte> out) {
  const std::size_t left = out.size() / size_of(type) - first;
  for (std::size_t i = 0; i < std::min(block.size(), left); ++i)
    integer::store_element(out.data() + (first + i) * size_of(type), type, block[i]);
}

/// Calls body(b) for each block b. A chunk that is as large as a column is encoded on all cores; of
/// smaller chunks, compress() encodes many at once.
template <class Body>
void for_each_block(std::size_t blocks, Body&& body) {
  constexpr std::size_t group = 4096, few = 4 * group;
  parallel_for((blocks + group - 1) / group, blocks <= few ? 1 : 0, [&](std::size_t g) {
    for (std::size_t b = g * group; b < std::min(blocks, (g + 1) * group); ++b) body(b);
  });
}

/// Calls f.template operator()<Stored>() with what values of the type are stored as.
template <class F>
auto with_stored(element_type type, F&& f) {
  return with_element(every_element_type{}, type, std::forward<F>(f));
}

}  // namespace codag::bit_packing
