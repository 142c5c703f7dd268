// Deflate streams for the tests: inputs that take every branch, zlib's encoder with all its
// settings, zlib's decoder, and this project's two decoders.
#pragma once

#include <gtest/gtest.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "codag/codec/deflate/deflate.hpp"
#include "codag/codec/deflate/device_decoder.hpp"
#include "tests/support/bytes.hpp"
#include "tests/support/columns.hpp"
#include "tests/support/registered_kernels.hpp"
#include "tests/support/zlib_deflate.hpp"
#include "tests/support/zlib_inflate.hpp"

namespace codag::test {

/// Compresses with zlib into a raw stream.
inline bytes zlib_deflate(std::span<const std::byte> raw, int level, int strategy,
                          int memory_level = 8) {
  return zlib_deflate(raw, {.level = level, .strategy = strategy, .memory_level = memory_level});
}

/// A chunk that a block may write while it is parsed: it is compressed well, and still has several
/// windows of tokens. In `damaged`, the first match begins before the chunk.
struct long_chunk {
  bytes raw, stream, damaged;
};
inline long_chunk make_long_chunk(std::size_t count, unsigned seed) {
  std::mt19937_64 random(seed);
  bytes dictionary(4096), raw;
  for (auto& b : dictionary) b = static_cast<std::byte>(random());
  while (raw.size() < count) {
    const auto from = dictionary.begin() + static_cast<std::ptrdiff_t>(random() % 4000);
    raw.insert(raw.end(), from, from + 8 + static_cast<std::ptrdiff_t>(random() % 12));
  }
  return {raw, zlib_deflate(raw, {}), zlib_deflate(raw, {.dictionary = dictionary})};
}

/// Bytes whose tokens are mostly long: pieces from anywhere in the last 32 KiB, repeated values
/// between them, and single new bytes. The first `first_bytes` are new ones, and so are `new_bytes`
/// after each quarter.
inline bytes long_pieces(std::size_t count, unsigned seed, std::size_t new_bytes = 0,
                         std::size_t first_bytes = 200) {
  std::mt19937_64 random(seed);
  bytes raw(first_bytes);
  for (auto& b : raw) b = static_cast<std::byte>(random());
  const std::size_t quarter = count / 4;
  for (std::size_t next = quarter; raw.size() < count;) {
    std::size_t length = 40 + random() % 300, distance = 1u << random() % 4;
    const std::uint64_t kind = random() % 16;
    if (kind == 0) raw.push_back(static_cast<std::byte>(random()));
    if (kind < 12) distance = 1 + random() % std::min<std::size_t>(raw.size(), 32'000);
    for (; length > 0; --length) raw.push_back(raw[raw.size() - distance]);
    if (raw.size() < next) continue;
    for (std::size_t i = 0; i < new_bytes; ++i) raw.push_back(static_cast<std::byte>(random()));
    next += quarter;
  }
  return raw;
}

/// Runs the reference decoder on allocations of the exact size, which AddressSanitizer guards.
inline status reference_decode(bytes in, bytes& out) {
  in.shrink_to_fit();
  return deflate::decode(in, element_type::uint8, out);
}

/// A variant for each of the device decoders: one is the same under every schedule, and lanes have
/// their own.
inline constexpr const char* device_decoders[] = {"warp_per_chunk/all_threads/shared",
                                                  "pipeline/lanes/shared"};

/// A decoder for many streams at once, and what its output is filled with. A byte that is not
/// written keeps this value, which few of the streams' bytes have.
struct device_run {
  const char* variant;
  std::byte poison;
};
inline constexpr device_run device_runs[] = {{device_decoders[0], std::byte{0xfd}},
                                             {device_decoders[1], std::byte{0xee}}};

inline decoded decode_on_device(const char* variant, std::span<const std::byte> in,
                                std::span<const chunk> chunks, std::size_t out_bytes,
                                std::byte poison = std::byte{0xee}) {
  return decode(kernel_of("deflate", variant), element_type::uint8, in, chunks, out_bytes, poison);
}

/// What a decoder's output is filled with, so that a byte that is not written shows: a value that
/// no byte has, or else two values.
inline std::vector<std::byte> poisons_for(const bytes& out) {
  std::array<bool, 256> used{};
  for (const std::byte b : out) used[std::to_integer<std::size_t>(b)] = true;
  const auto unused = std::ranges::find(used, false);
  if (unused == used.end()) return {std::byte{0x00}, std::byte{0xff}};
  return {static_cast<std::byte>(unused - used.begin())};
}

/// Decodes with the reference decoder and the device decoders into out.size() bytes and expects
/// them to agree: on the status, and on the bytes if that is ok. `out` then holds them. Returns the
/// status.
inline status decode_with_all(const bytes& in, bytes& out, const std::string& name) {
  const status expected = reference_decode(in, out);
  const std::vector<chunk> chunks = {
      {0, 0, static_cast<std::uint32_t>(in.size()), static_cast<std::uint32_t>(out.size())}};
  const std::vector<std::byte> poisons =
      expected == status::ok ? poisons_for(out) : std::vector{std::byte{0xee}};
  for (const char* variant : device_decoders)
    for (const std::byte poison : poisons) {
      const decoded d = decode_on_device(variant, in, chunks, out.size(), poison);
      EXPECT_STREQ(to_string(d.statuses[0]), to_string(expected)) << name << ", " << variant;
      if (expected == status::ok) {
        EXPECT_EQ(d.out, out) << name << ", " << variant;
      }
    }
  return expected;
}

/// Bytes of very different frequency. Each value is half as frequent as the one before, so that
/// codewords reach the greatest length that zlib makes.
inline bytes skewed_bytes(std::size_t count, std::mt19937_64& random) {
  bytes b(count);
  for (auto& v : b) {
    unsigned zeros = 0;
    for (std::uint64_t r = random(); (r & 1) == 0 && zeros < 20; r >>= 1) ++zeros;
    v = static_cast<std::byte>(zeros * 11);
  }
  return b;
}

/// Inputs of about `count` bytes.
inline std::vector<named_column> deflate_inputs(std::size_t count, unsigned seed) {
  std::mt19937_64 random(seed);
  std::vector<named_column> inputs;
  const auto add = [&](std::string name, auto&& value) {
    bytes b(count);
    for (std::size_t i = 0; i < count; ++i) b[i] = static_cast<std::byte>(value(i));
    inputs.push_back({std::move(name), std::move(b)});
  };
  add("zeros", [](std::size_t) { return 0; });
  add("random", [&](std::size_t) { return random(); });
  add("two values", [&](std::size_t) { return random() % 2; });
  add("every value", [](std::size_t i) { return i * 37 + i / 256; });
  add("text", [](std::size_t i) { return "the quick brown fox jumps"[i * i % 131 % 25]; });
  for (const std::size_t period : {2u, 3u, 5u, 31u, 257u})
    add("period " + std::to_string(period), [=](std::size_t i) { return i % period * 7; });
  std::uint64_t run_value = 0, run_left = 0;
  add("random runs", [&](std::size_t) {
    if (run_left == 0) {
      run_left = 1 + random() % 600;
      run_value = random();
    }
    --run_left;
    return run_value;
  });
  inputs.push_back({"skewed", skewed_bytes(count, random)});
  // Copies from anywhere in the bytes so far, and fresh bytes between them.
  bytes copies;
  while (copies.size() < count) {
    for (auto n = random() % 8; n > 0; --n) copies.push_back(static_cast<std::byte>(random()));
    if (copies.empty()) continue;
    const std::size_t from = random() % copies.size();
    for (std::size_t n = 0, length = 3 + random() % 300; n < length; ++n)
      copies.push_back(copies[from + n]);
  }
  copies.resize(count);
  inputs.push_back({"copies", std::move(copies)});
  for (const auto& column : adversarial_columns(element_type::int32, count / 4 + 1, seed))
    inputs.push_back({"int32 " + column.name, column.bytes});
  return inputs;
}

}  // namespace codag::test
