// Chunks of rle_v1 and rle_v2 with every kind of symbol, written field by field. No encoder writes
// some of them. They may be decoded as elements of any type, which keep the low bytes.
#pragma once

#include <utility>
#include <vector>

#include "codag/codec/integer/varint.hpp"
#include "codag/codec/integer/zigzag.hpp"
#include "codag/codec/rle_v1/rle_v1.hpp"
#include "codag/codec/rle_v2/bit_packer.hpp"
#include "codag/codec/rle_v2/rle_v2.hpp"
#include "codag/codec/rle_v2/width_table.hpp"
#include "tests/support/bytes.hpp"
#include "tests/support/kinds/stored_chunk.hpp"

namespace codag::test {

/// The least number whose varint has this many bytes.
inline std::uint64_t number_of_varint(unsigned bytes) {
  return bytes == 1 ? 5 : std::uint64_t{1} << 7 * (bytes - 1);
}

class rle_v1_writer {
 public:
  void run(unsigned length, int delta, std::uint64_t value) {
    chunk_.in.push_back(static_cast<std::byte>(length - rle_v1::min_run));
    chunk_.in.push_back(static_cast<std::byte>(delta));
    integer::append_varint(chunk_.in, value);
    chunk_.values += length;
  }
  /// A group of literals; value(i) is number i.
  template <class Value>
  void literals(unsigned length, const Value& value) {
    chunk_.in.push_back(static_cast<std::byte>(0x100 - length));
    for (unsigned i = 0; i < length; ++i) integer::append_varint(chunk_.in, value(i));
    chunk_.values += length;
  }
  [[nodiscard]] const stored_chunk& chunk() const { return chunk_; }

 private:
  stored_chunk chunk_;
};

inline std::vector<stored_chunk> chunks_of_rle_v1() {
  rle_v1_writer runs, groups;
  for (unsigned bytes = 1; bytes <= integer::max_varint_bytes; ++bytes)
    runs.run(2 + bytes, static_cast<int>(bytes % 3) - 1, number_of_varint(bytes));
  for (unsigned i = 0; i < 3; ++i) runs.run(rle_v1::max_run, 0, 7);
  runs.run(rle_v1::max_run, -1, 1000);
  groups.literals(1, [](unsigned) { return 3u; });
  groups.literals(30, [](unsigned i) { return number_of_varint(1 + i % 10) + i; });
  groups.run(3, 1, 100);
  const auto of_one_byte = [](unsigned i) { return i * 37 % 128; };
  for (unsigned i = 0; i < 2; ++i) groups.literals(rle_v1::max_literals, of_one_byte);
  groups.literals(rle_v1::max_literals, [](unsigned i) { return i * 37 % 256; });
  groups.literals(93, [](unsigned i) { return number_of_varint(i < 90 ? 3 : 10) + i; });
  groups.literals(20, of_one_byte);
  return {runs.chunk(), groups.chunk()};
}

class rle_v2_writer {
 public:
  using numbers = std::vector<std::uint64_t>;

  void short_repeat(unsigned length, unsigned bytes) {
    put((bytes - 1) << 3 | (length - rle_v2::min_repeat));
    big_endian(0x8192a3b4c5d6e7f9u >> 8 * (8 - bytes), bytes);
    chunk_.values += length;
  }
  void direct(unsigned length, unsigned width) {
    header(rle_v2::encoding::direct, rle_v2::encode_width(width), length);
    packed(some(length), width);
  }
  void fixed_delta(unsigned length, std::uint64_t first, std::int64_t step) {
    header(rle_v2::encoding::delta, 0, length);
    first_and_step(first, step);
  }
  void packed_delta(unsigned length, unsigned width, std::uint64_t first, std::int64_t step) {
    header(rle_v2::encoding::delta, rle_v2::encode_width(width), length);
    first_and_step(first, step);
    packed(some(length - 2), width);
  }

  struct patch {
    std::uint64_t gap, bits;
  };
  struct patched_base {
    unsigned width, patch_width, gap_width, base_bytes;
    bool negative = false;
    std::vector<patch> patches = {};
  };
  void patched(unsigned length, const patched_base& its) {
    header(rle_v2::encoding::patched_base, rle_v2::encode_width(its.width), length);
    put((its.base_bytes - 1) << 5 | rle_v2::encode_width(its.patch_width));
    put((its.gap_width - 1) << 5 | static_cast<unsigned>(its.patches.size()));
    put((its.negative ? 0x80u : 0) | 0x15);
    big_endian(0x2637485960718293u, its.base_bytes - 1);
    packed(some(length), its.width);
    numbers entries;
    for (const patch& p : its.patches) entries.push_back(p.gap << its.patch_width | p.bits);
    packed(entries, rle_v2::closest_width(its.gap_width + its.patch_width));
  }

  /// The chunk so far. The next symbol begins another one.
  stored_chunk take() { return std::exchange(chunk_, {}); }

 private:
  void put(unsigned byte) { chunk_.in.push_back(static_cast<std::byte>(byte)); }
  void big_endian(std::uint64_t value, unsigned bytes) {
    for (; bytes > 0; --bytes) put(static_cast<unsigned>(value >> 8 * (bytes - 1) & 0xff));
  }
  void header(rle_v2::encoding kind, unsigned width_code, unsigned length) {
    put(static_cast<unsigned>(kind) << 6 | width_code << 1 | (length - 1) >> 8);
    put((length - 1) & 0xff);
    chunk_.values += length;
  }
  void first_and_step(std::uint64_t first, std::int64_t step) {
    integer::append_varint(chunk_.in, first);
    integer::append_varint(chunk_.in, integer::zigzag(static_cast<std::uint64_t>(step)));
  }
  void packed(const numbers& values, unsigned width) {
    rle_v2::bit_packer packer(chunk_.in, width);
    for (const std::uint64_t v : values) packer.put(v);
    packer.finish();
  }
  /// Numbers of 64 bits, of which the low ones are packed.
  static numbers some(unsigned count) {
    numbers values(count);
    for (unsigned i = 0; i < count; ++i) values[i] = (i + 1) * 0x9e3779b97f4a7c15u >> i % 8;
    return values;
  }

  stored_chunk chunk_;
};

/// Patched bases: of bytes and of larger numbers, with patches of any width and number.
inline stored_chunk patched_bases() {
  rle_v2_writer w;
  w.patched(5, {.width = 4, .patch_width = 1, .gap_width = 1, .base_bytes = 1});
  w.patched(40, {4, 4, 6, 1, false, {{3, 5}, {36, 9}}});
  w.patched(33, {3, 2, 6, 1, true, {{32, 3}}});
  for (unsigned bytes = 1; bytes <= 8; ++bytes)
    w.patched(5, {8, 9, 3, bytes, bytes % 2 == 0, {{bytes % 5, 0x101}}});
  w.patched(7, {40, 16, 8, 3, false, {{6, 0xabcd}}});
  w.patched(300, {2, 40, 8, 2, false, {{7, 0x8070605040u}, {255, 0}, {20, 0x123456789au}}});
  rle_v2_writer::patched_base many{5, 3, 2, 1, false, {}};
  for (unsigned i = 0; i < rle_v2::max_patches; ++i)
    many.patches.push_back({i == 0 ? 0u : 2u, 1 + i % 7});
  w.patched(61, many);
  return w.take();
}

inline std::vector<stored_chunk> chunks_of_rle_v2() {
  // Apache ORC's test of a patched base (apache/orc, c++/test/TestRleDecoder.cc).
  std::vector<stored_chunk> chunks = {{from_hex("8e092b2107d01e00147028323c46505afce8"), 10},
                                      patched_bases()};
  rle_v2_writer w;
  for (unsigned bytes = 1; bytes <= 8; ++bytes)
    w.short_repeat(rle_v2::min_repeat + bytes - 1, bytes);
  chunks.push_back(w.take());
  w.direct(1, 7);
  w.direct(rle_v2::max_run, 3);
  for (unsigned code = 0; code < rle_v2::width_codes; ++code)
    w.direct(9, rle_v2::decode_width(code));
  chunks.push_back(w.take());
  const unsigned varint_bytes[] = {1, 2, 4, 8};
  for (const unsigned first : varint_bytes)
    for (const unsigned step : varint_bytes) {
      const auto up = static_cast<std::int64_t>(number_of_varint(step) / 2);
      w.fixed_delta(4, number_of_varint(first), first == step ? -up : up);
      w.packed_delta(5, 4, number_of_varint(first), -up);
    }
  w.fixed_delta(rle_v2::max_run, 90, 0);
  chunks.push_back(w.take());
  w.packed_delta(2, 4, 1, 1);
  w.packed_delta(rle_v2::max_run, 3, 1, 1);
  for (unsigned code = 1; code < rle_v2::width_codes; ++code)
    w.packed_delta(7, rle_v2::decode_width(code), code, code % 2 == 0 ? 3 : -3);
  chunks.push_back(w.take());
  return chunks;
}

}  // namespace codag::test
