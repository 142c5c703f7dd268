// warp_per_chunk_prefetch with rings of every size: chunks that end about the ends of lines and
// rings, whole, cut short and corrupted.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "codag/codec/codec.hpp"
#include "tests/support/columns.hpp"
#include "tests/support/damaged_column.hpp"
#include "tests/support/registered_kernels.hpp"

namespace codag {
namespace {

using simt::host::lane_order;

class prefetch_rings : public testing::TestWithParam<const char*> {
 protected:
  [[nodiscard]] static const codec& tested_codec() { return *find_codec(GetParam()); }
  [[nodiscard]] static const harness::column_kernel& kernel() {
    return test::kernel_of(GetParam(), "warp_per_chunk_prefetch");
  }
  /// Each size of the ring, with a lane order.
  template <class Check>
  static void with_each_ring(const Check& check) {
    const parameter& ring = kernel().facts.parameters[1];
    ASSERT_EQ(ring.key, "ring_bytes");
    unsigned n = 0;
    for (std::uint64_t bytes = ring.least; bytes <= ring.most; bytes *= 2, ++n)
      check(parameter_values{2, bytes},
            n % 2 == 0 ? lane_order::descending() : lane_order::seeded(n));
  }

  /// A chunk's status, and its output if it is ok, are the reference decoder's.
  static void expect_as_reference(element_type type, const std::vector<std::byte>& in,
                                  const std::vector<chunk>& chunks, std::size_t out_bytes) {
    with_each_ring([&](const parameter_values& values, const lane_order& order) {
      const test::decoded got = test::decode(kernel(), type, in, chunks, out_bytes, std::byte{0xee},
                                             values, {.order = order});
      for (std::size_t i = 0; i < chunks.size(); ++i) {
        const chunk& c = chunks[i];
        std::vector<std::byte> expected(c.out_bytes);
        const status reference =
            tested_codec().decode(std::span(in).subspan(c.in_offset, c.in_bytes), type, expected);
        ASSERT_EQ(got.statuses[i], reference)
            << "chunk " << i << " of " << c.in_bytes << " bytes, ring " << values[1] << ": "
            << to_string(got.statuses[i]) << ", reference " << to_string(reference);
        if (reference == status::ok) {
          ASSERT_TRUE(std::equal(expected.begin(), expected.end(),
                                 got.out.begin() + static_cast<std::ptrdiff_t>(c.out_offset)))
              << "chunk " << i << ", ring " << values[1];
        }
      }
    });
  }
};

TEST_P(prefetch_rings, end_where_chunks_end) {
  std::mt19937 random(1);
  const auto type = element_type::uint8;
  std::vector<std::byte> in;
  std::vector<chunk> chunks;
  std::size_t out_bytes = 0;
  for (const std::uint32_t about : {0u, 128u, 256u, 384u, 512u, 1024u, 1152u, 2048u})
    for (std::uint32_t more = 0; more < 12; ++more) {
      // Values of 250 kinds, which no codec makes much smaller or larger: the chunks end on both
      // sides of a line's end, and each begins somewhere else in its line.
      std::vector<std::byte> raw(about + 3 * more + 1);
      for (auto& b : raw) b = static_cast<std::byte>(random() % 250);
      const chunked_column c = compress(tested_codec(), raw, type);
      chunks.push_back({in.size(), out_bytes, static_cast<std::uint32_t>(c.bytes.size()),
                        static_cast<std::uint32_t>(raw.size())});
      in.insert(in.end(), c.bytes.begin(), c.bytes.end());
      out_bytes += raw.size();
    }
  expect_as_reference(type, in, chunks, out_bytes);
}

TEST_P(prefetch_rings, end_where_chunks_are_cut) {
  std::mt19937 random(2);
  const auto type = element_type::uint8;
  std::vector<std::byte> raw(1500);
  for (auto& b : raw) b = static_cast<std::byte>(random() % 250);
  const chunked_column c = compress(tested_codec(), raw, type);
  std::vector<chunk> chunks;
  // Where the chunk begins in a line does not vary, so that its end does: most often near a line's.
  for (std::uint32_t cut = 0; cut <= c.bytes.size(); cut += cut % 128 < 110 ? 23 : 3)
    chunks.push_back({0, chunks.size() * raw.size(), cut, 1500});
  expect_as_reference(type, c.bytes, chunks, chunks.size() * raw.size());
}

TEST_P(prefetch_rings, end_when_decoders_give_up) {
  std::mt19937_64 random(3);
  // Symbols of RLE v2 with wide values are longer than the smaller rings.
  for (const element_type type : {element_type::uint8, element_type::uint64}) {
    if (!kernel().facts.decodes(type)) continue;
    const test::damaged_column d = test::damage(tested_codec(), type, 24, random, 6000);
    expect_as_reference(type, d.in, d.chunks, d.original.size());
  }
}

TEST_P(prefetch_rings, give_every_column_back) {
  const auto type =
      kernel().facts.decodes(element_type::int64) ? element_type::int64 : element_type::uint8;
  for (const auto& column : test::adversarial_columns(type, 3000, 4)) {
    const chunked_column c = compress(tested_codec(), column.bytes, type, 8192);
    expect_as_reference(type, c.bytes, c.chunks, column.bytes.size());
  }
}

INSTANTIATE_TEST_SUITE_P(, prefetch_rings, testing::Values("rle_v1", "rle_v2", "deflate"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace codag
