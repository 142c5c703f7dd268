// The kinds of blocks and tokens of Deflate (codag/codec/deflate/format.md).
#pragma once

#include <algorithm>
#include <array>

#include "codag/codec/deflate/deflate.hpp"
#include "codag/codec/deflate/stream_reader.hpp"
#include "tests/support/kinds/kind_counts.hpp"

namespace codag::test {

inline kind_list kinds_of_deflate() {
  return {"stored block",
          "stored block without bytes",
          "stored block of more than 1024 bytes",
          "fixed block",
          "fixed block without tokens",
          "dynamic block",
          "dynamic block without tokens",
          "block after a stored block",
          "block after a fixed block",
          "block after a dynamic block",
          "code without distances",
          "code of one distance",
          "code of several distances",
          "code length that is repeated",
          "run of 3 to 10 code lengths of 0",
          "run of 11 to 138 code lengths of 0",
          "run of code lengths from one code into the other",
          "literal of up to 9 bits",
          "literal of more than 9 bits",
          "length of up to 9 bits",
          "length of more than 9 bits",
          "distance of up to 8 bits",
          "distance of more than 8 bits",
          "match of 3",
          "match of 4 to 12",
          "match of 13 to 32",
          "match of 33 to 257",
          "match of 258",
          "distance 1",
          "distance of 2 to 31, below the length",
          "distance of 32 or more, below the length",
          "distance from the length on",
          "distance of more than 4096",
          "match that copies from an earlier block",
          "match after a match",
          "more than 32 literals in a row"};
}

/// Counts the blocks and tokens of one stream that the reference decoder has accepted. It has its
/// own loop; bits and canonical codes are those of the reference decoder.
class deflate_counter {
 public:
  deflate_counter(std::span<const std::byte> in, kind_counts& seen) : in_(in), seen_(seen) {}

  void count() {
    const char* before = nullptr;  // the kind of block before
    for (bool last = false; !last;) {
      last = bits(1) != 0;
      const auto type = static_cast<deflate::block_type>(bits(2));
      block_begin_ = written_;
      if (before != nullptr) seen_.note(std::string("block after a ") + before);
      before = type == deflate::block_type::stored  ? "stored block"
               : type == deflate::block_type::fixed ? "fixed block"
                                                    : "dynamic block";
      seen_.note(before);
      if (type == deflate::block_type::stored)
        stored();
      else if (tokens(type == deflate::block_type::fixed ? fixed_lengths() : dynamic_lengths()) ==
               0)
        seen_.note(std::string(before) + " without tokens");
    }
  }

 private:
  /// The code lengths of a block's codes.
  struct code_lengths {
    std::vector<std::uint8_t> literals, distances;
  };

  unsigned bits(unsigned count) {
    unsigned value = 0;
    (void)in_.bits(count, value);
    return value;
  }

  void stored() {
    in_.align_to_byte();
    const unsigned length = bits(16);
    std::span<const std::byte> bytes;
    (void)bits(16);
    (void)in_.bytes(length, bytes);
    written_ += length;
    seen_.note_if(length == 0, "stored block without bytes");
    seen_.note_if(length > 1024, "stored block of more than 1024 bytes");
  }

  static code_lengths fixed_lengths() {
    code_lengths lengths;
    for (unsigned i = 0; i < deflate::fixed_literal_symbols; ++i)
      lengths.literals.push_back(deflate::fixed_code_length(i));
    lengths.distances.assign(deflate::fixed_distance_symbols, 5);
    return lengths;
  }

  code_lengths dynamic_lengths() {
    const unsigned literals = bits(5) + 257, distances = bits(5) + 1, metas = bits(4) + 4;
    std::array<std::uint8_t, deflate::meta_symbols> meta_lengths{};
    for (unsigned i = 0; i < metas; ++i)
      meta_lengths[deflate::meta_order(i)] = static_cast<std::uint8_t>(bits(3));
    const deflate::canonical_code meta_code(meta_lengths);
    std::vector<std::uint8_t> all;
    while (all.size() < literals + distances) {
      unsigned symbol = 0;
      (void)meta_code.read(in_, symbol);
      if (symbol < 16) {
        all.push_back(static_cast<std::uint8_t>(symbol));
        continue;
      }
      const std::size_t begin = all.size();
      seen_.note(symbol == 16   ? "code length that is repeated"
                 : symbol == 17 ? "run of 3 to 10 code lengths of 0"
                                : "run of 11 to 138 code lengths of 0");
      const unsigned repeat = bits(symbol == 16 ? 2 : symbol == 17 ? 3 : 7);
      all.resize(begin + repeat + (symbol == 18 ? 11 : 3), symbol == 16 ? all.back() : 0);
      seen_.note_if(begin < literals && all.size() > literals,
                    "run of code lengths from one code into the other");
    }
    const auto middle = all.begin() + literals;
    const auto used = std::count_if(middle, all.end(), [](auto length) { return length != 0; });
    seen_.note(used == 0   ? "code without distances"
               : used == 1 ? "code of one distance"
                           : "code of several distances");
    return {{all.begin(), middle}, {middle, all.end()}};
  }

  /// Counts the tokens of a block; returns how many.
  std::size_t tokens(const code_lengths& lengths) {
    const deflate::canonical_code literals(lengths.literals), distances(lengths.distances);
    std::size_t count = 0, literals_in_row = 0;
    for (unsigned symbol = 0;; ++count) {
      (void)literals.read(in_, symbol);
      if (symbol == deflate::end_of_block) return count;
      const std::string more =
          lengths.literals[symbol] > 9 ? " of more than 9 bits" : " of up to 9 bits";
      if (symbol < deflate::end_of_block) {
        seen_.note("literal" + more);
        seen_.note_if(++literals_in_row == 33, "more than 32 literals in a row");
        ++written_;
        continue;
      }
      seen_.note("length" + more);
      seen_.note_if(count > 0 && literals_in_row == 0, "match after a match");
      literals_in_row = 0;
      const unsigned code = symbol - deflate::end_of_block - 1;
      const unsigned length = deflate::length_base(code) + bits(deflate::length_extra_bits(code));
      (void)distances.read(in_, symbol);
      seen_.note(lengths.distances[symbol] > 8 ? "distance of more than 8 bits"
                                               : "distance of up to 8 bits");
      match(length, deflate::distance_base(symbol) + bits(deflate::distance_extra_bits(symbol)));
    }
  }

  void match(unsigned length, unsigned distance) {
    seen_.note(length == 3     ? "match of 3"
               : length <= 12  ? "match of 4 to 12"
               : length <= 32  ? "match of 13 to 32"
               : length <= 257 ? "match of 33 to 257"
                               : "match of 258");
    seen_.note(distance == 1        ? "distance 1"
               : distance >= length ? "distance from the length on"
               : distance < 32      ? "distance of 2 to 31, below the length"
                                    : "distance of 32 or more, below the length");
    seen_.note_if(distance > 4096, "distance of more than 4096");
    seen_.note_if(distance > written_ - block_begin_, "match that copies from an earlier block");
    written_ += length;
  }

  deflate::bit_reader in_;
  kind_counts& seen_;
  std::uint64_t written_ = 0, block_begin_ = 0;
};

inline void count_deflate(std::span<const std::byte> in, kind_counts& seen) {
  deflate_counter(in, seen).count();
}

}  // namespace codag::test
