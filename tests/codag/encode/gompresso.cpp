// Gompresso's encoder by warps against the reference encoder, byte for byte.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "codag/codec/gompresso_byte/gompresso_byte.hpp"
#include "codag/encode/gompresso/warp_encoder.hpp"
#include "codag/simt/host/global_memory.hpp"
#include "codag/simt/host/launch.hpp"

namespace codag::gompresso {
namespace {

using bytes = std::vector<std::byte>;
using simt::host::lane_order;

constexpr std::byte poison{0xa5};

/// Text of `letters` letters in which earlier pieces are repeated.
bytes text_of(std::size_t count, unsigned letters, unsigned seed) {
  std::mt19937 random(seed);
  bytes text;
  while (text.size() < count) {
    if (text.size() < 8 || random() % 3 == 0) {
      text.push_back(static_cast<std::byte>('a' + random() % letters));
      continue;
    }
    std::size_t from = random() % text.size();
    for (auto left = 3 + random() % 90; left > 0 && text.size() < count; --left)
      text.push_back(text[from++]);
  }
  return text;
}

parameter_values values_of(bool eliminate, std::uint64_t window, std::uint64_t look_ahead,
                           std::uint64_t min_match, std::uint64_t most_literals) {
  return {
      window,    look_ahead,   eliminate ? 1u : 0u, static_cast<std::uint64_t>(parse_kind::warp),
      min_match, most_literals};
}

struct outcome {
  std::vector<bytes> rooms;
  std::vector<std::uint32_t> sizes;
  std::vector<status> statuses;
  bool inside = true;  ///< nothing around the rooms was written
};

/// Encodes chunks that lie one after the other, into rooms of `room_bytes`.
outcome encode_by_warps(const std::vector<bytes>& raw, const parameter_values& settings,
                        std::uint32_t room_bytes, const lane_order& order) {
  constexpr std::uint64_t gap = 32;
  bytes values;
  std::vector<chunk> entries;
  const std::uint64_t step = (room_bytes + 15) / 16 * 16 + gap;
  for (const bytes& one : raw) {
    entries.push_back({gap + step * entries.size(), values.size(), room_bytes,
                       static_cast<std::uint32_t>(one.size())});
    values.insert(values.end(), one.begin(), one.end());
  }
  const auto in = simt::host::to_global<std::byte>(values);
  auto out = simt::host::to_global<std::byte>(bytes(gap + step * raw.size(), poison));
  const auto chunks = simt::host::to_global<chunk>(entries);
  const auto count = static_cast<std::uint32_t>(raw.size());
  simt::host::global_vector<std::uint32_t> sizes(count, 77);
  simt::host::global_vector<status> statuses(count, status::not_decoded);
  const auto kernel =
      warp_per_chunk_encoder::with({in.data(), in.size(), out.data(), out.size(), chunks.data(),
                                    count, sizes.data(), statuses.data(), settings},
                                   {});
  simt::host::launch(kernel, kernel.shape(), {.order = order});
  outcome result;
  std::size_t at = 0;
  for (const chunk& entry : entries) {
    const auto begin = out.begin() + static_cast<std::ptrdiff_t>(entry.in_offset);
    for (; at < entry.in_offset; ++at) result.inside = result.inside && out[at] == poison;
    at = entry.in_offset + room_bytes;
    result.rooms.emplace_back(begin, begin + room_bytes);
  }
  for (; at < out.size(); ++at) result.inside = result.inside && out[at] == poison;
  result.sizes.assign(sizes.begin(), sizes.end());
  result.statuses.assign(statuses.begin(), statuses.end());
  return result;
}

void expect_reference_bytes(const std::vector<bytes>& raw, const parameter_values& values,
                            const lane_order& order) {
  std::size_t most = 0;
  std::vector<bytes> expected(raw.size());
  for (std::size_t i = 0; i < raw.size(); ++i) {
    gompresso_byte::encode(raw[i], settings_of(values), expected[i]);
    most = std::max(most, expected[i].size());
  }
  const outcome o = encode_by_warps(raw, values, static_cast<std::uint32_t>(most), order);
  EXPECT_TRUE(o.inside);
  for (std::size_t i = 0; i < raw.size(); ++i) {
    ASSERT_EQ(o.statuses[i], status::ok) << i;
    ASSERT_EQ(o.sizes[i], expected[i].size()) << i;
    ASSERT_TRUE(std::equal(expected[i].begin(), expected[i].end(), o.rooms[i].begin()))
        << "chunk " << i << " of " << raw[i].size() << " bytes, " << to_string(settings_of(values));
  }
}

TEST(gompresso_warp_encoder, makes_the_bytes_of_the_reference) {
  unsigned seed = 0;
  for (const bool eliminate : {false, true})
    for (const auto& [window, look_ahead, min_match, literals] :
         {std::array{8192u, 64u, 6u, 255u}, {256u, 8u, 4u, 4u}, {32768u, 255u, 8u, 31u}}) {
      std::vector<bytes> raw;
      for (const std::size_t size :
           {0u, 1u, 3u, 4u, 5u, 31u, 32u, 33u, 35u, 36u, 257u, 3000u, 9001u})
        for (const unsigned letters : {1u, 3u, 20u}) raw.push_back(text_of(size, letters, ++seed));
      bytes all_kinds(3000);
      std::mt19937 random(seed);
      for (auto& b : all_kinds) b = static_cast<std::byte>(random());
      raw.push_back(all_kinds);
      const auto values = values_of(eliminate, window, look_ahead, min_match, literals);
      for (const lane_order& order :
           {lane_order::ascending(), lane_order::descending(), lane_order::seeded(3)})
        expect_reference_bytes(raw, values, order);
      if (HasFatalFailure()) return;
    }
}

TEST(gompresso_warp_encoder, refuses_a_room_that_is_too_small_and_writes_nothing_outside) {
  const auto values = values_of(true, 8192, 64, 6, 255);
  const std::vector<bytes> raw = {text_of(2000, 5, 1), text_of(10, 5, 2)};
  bytes whole, other;
  gompresso_byte::encode(raw[0], settings_of(values), whole);
  gompresso_byte::encode(raw[1], settings_of(values), other);
  for (auto room = static_cast<std::uint32_t>(whole.size() - 1); room > 1; room /= 2) {
    const outcome o = encode_by_warps(raw, values, room, lane_order::ascending());
    EXPECT_TRUE(o.inside) << room;
    EXPECT_EQ(o.statuses[0], status::output_overflow) << room;
    EXPECT_EQ(o.sizes[0], 0u) << room;
    EXPECT_EQ(o.statuses[1] == status::ok, room >= other.size()) << room;
  }
}

TEST(gompresso_warp_encoder, encodes_by_its_own_parse_only) {
  auto values = values_of(true, 8192, 64, 6, 255);
  EXPECT_EQ(warp_per_chunk_encoder::why_not_settings(values), "");
  values[3] = static_cast<std::uint64_t>(parse_kind::lz4);
  EXPECT_NE(warp_per_chunk_encoder::why_not_settings(values), "");
}

}  // namespace
}  // namespace codag::gompresso
