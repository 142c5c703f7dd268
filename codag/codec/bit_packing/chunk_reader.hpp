// What the reference decoders of gpu_for, gpu_dfor and gpu_rfor read of a chunk, checked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "codag/codec/bit_packing/frame_format.hpp"
#include "codag/codec/bit_packing/words.hpp"
#include "codag/status.hpp"

namespace codag::bit_packing {

/// A chunk: a header, starts, and data. Starts count words of the data.
class chunk_reader {
 public:
  /// What the chunk's size asks for.
  struct expected {
    std::uint32_t block_values;
    std::uint32_t count;         ///< of the chunk's values
    std::uint32_t header_words;  ///< before the starts
    std::uint32_t starts;
  };

  /// Checks that the chunk consists of words, holds its header and starts, and describes a chunk of
  /// this size. Everything else may be called after this has returned ok.
  status open(std::span<const std::byte> in, const expected& e) {
    const std::size_t data = e.header_words + std::size_t{e.starts};
    if (in.size() % 4 != 0 || in.size() / 4 < data) return status::truncated_input;
    words_ = in;
    starts_ = e.header_words;
    data_ = in.subspan(4 * data);
    if (load_word(in, block_size_word) != e.block_values ||
        !is_miniblock_count(load_word(in, miniblocks_word)) || load_word(in, count_word) != e.count)
      return status::malformed_symbol;
    return status::ok;
  }

  [[nodiscard]] std::uint32_t word(std::uint32_t index) const { return load_word(words_, index); }
  [[nodiscard]] std::uint32_t start(std::uint32_t index) const {
    return load_word(words_, starts_ + index);
  }
  [[nodiscard]] std::span<const std::byte> data() const { return data_; }

  /// Makes `block` the words from `begin` to before `end`, if the data has them.
  status block(std::uint32_t begin, std::uint32_t end, std::span<const std::byte>& block) const {
    if (begin > end) return status::malformed_symbol;
    if (end > data_.size() / 4) return status::truncated_input;
    block = data_.subspan(std::size_t{4} * begin, std::size_t{4} * (end - begin));
    return status::ok;
  }

  /// The status of a chunk whose blocks are whole and end there.
  [[nodiscard]] status end_at(std::uint32_t end) const {
    return end == data_.size() / 4 ? status::ok : status::trailing_input;
  }

 private:
  std::span<const std::byte> words_, data_;
  std::size_t starts_ = 0;
};

}  // namespace codag::bit_packing
