// Tests that compare rle_v1's decoders by lanes with the reference decoder, chunk by chunk.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "codag/codec/codec.hpp"
#include "codag/codec/rle_v1/rle_v1.hpp"
#include "tests/support/bytes.hpp"
#include "tests/support/each_variant.hpp"

namespace codag::rle_v1 {

/// Chunks of one column, at any byte of the compressed column.
struct column {
  test::bytes in;
  std::vector<chunk> chunks;
  std::uint64_t out_bytes = 0;

  /// A chunk that declares so many bytes of output.
  void add(const test::bytes& chunk_bytes, std::size_t declared) {
    chunks.push_back({in.size(), out_bytes, static_cast<std::uint32_t>(chunk_bytes.size()),
                      static_cast<std::uint32_t>(declared)});
    in.insert(in.end(), chunk_bytes.begin(), chunk_bytes.end());
    out_bytes += declared;
  }
};

/// Symbols, and how many values they have.
struct symbols {
  test::bytes in;
  std::size_t values = 0;

  void run(std::size_t length, int delta = 1, std::uint64_t base = 5) {
    in.push_back(static_cast<std::byte>(length - min_run));
    in.push_back(static_cast<std::byte>(delta));
    varint(base);
    values += length;
  }
  /// So many calls of literal() follow.
  void header(std::size_t literals) { in.push_back(static_cast<std::byte>(0x100 - literals)); }
  void literal(std::uint64_t value) {
    varint(value);
    ++values;
  }

 private:
  void varint(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) in.push_back(static_cast<std::byte>(value | 0x80));
    in.push_back(static_cast<std::byte>(value));
  }
};

/// Each decoding by lanes of rle_v1.
class by_lanes : public test::each_variant {
 public:
  static std::vector<harness::variant_facts> variants() {
    std::vector<harness::variant_facts> facts = test::variants_on(harness::backend::host);
    std::erase_if(facts, [](const auto& f) {
      return f.codec != "rle_v1" || f.variant.find("/lanes/") == std::string_view::npos;
    });
    return facts;
  }

 protected:
  /// Expects each chunk's status and bytes to be those of the reference decoder.
  static void expect_agreement(const column& c, std::initializer_list<element_type> types) {
    for (const element_type type : types) {
      const test::decoded d = test::decode(tested_kernel(), type, c.in, c.chunks, c.out_bytes,
                                           std::byte{0xee}, test::few_warps(GetParam()));
      for (std::size_t i = 0; i < c.chunks.size(); ++i) {
        const chunk& one = c.chunks[i];
        test::bytes expected(one.out_bytes);
        const status s = tested_codec().decode(std::span(c.in).subspan(one.in_offset, one.in_bytes),
                                               type, expected);
        ASSERT_EQ(d.statuses[i], s) << "chunk " << i << " of " << to_string(type);
        if (s != status::ok) continue;
        const auto begin = d.out.begin() + static_cast<std::ptrdiff_t>(one.out_offset);
        ASSERT_EQ(test::bytes(begin, begin + one.out_bytes), expected)
            << "chunk " << i << " of " << to_string(type);
      }
    }
  }
};

}  // namespace codag::rle_v1
