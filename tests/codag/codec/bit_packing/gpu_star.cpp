// GPU-*: the smallest format per column, and per chunk.
#include "codag/codec/gpu_star/gpu_star.hpp"

#include <gtest/gtest.h>

#include <random>

#include "codag/codec/codec.hpp"
#include "tests/support/chunks_of.hpp"
#include "tests/support/columns.hpp"

namespace codag {
namespace {

using test::changed, test::chunks_of, test::of_values, test::words;

const std::vector<std::byte> star_values = of_values<std::int32_t>({-2, 1, -3, -3});
const words star_example = {0, 128, 4, 4, 0, 5, 0xfffffffd, 3, 0x21, 0, 0};

TEST(gpu_star, a_chunk_names_its_format) {
  const chunks_of star{"gpu_star"};
  star.are(star_values, star_example);
  star.are({}, {0, 128, 4, 0, 0});
  star.expect({2, 512, 4, 7, 0, 4, 4, 8, 7, 2, 3, 0x18, 2, 9, 3, 0x07e00002}, status::ok,
              of_values<std::int32_t>({7, 7, 7, 7, 9, 9, 8}));
}

TEST(gpu_star, refuses_what_its_page_says) {
  const chunks_of star{"gpu_star"};
  star.expect({}, status::truncated_input, star_values);
  star.expect({0}, status::truncated_input, star_values);
  for (const std::uint32_t format : {1u, 2u, 3u, 0x100u, 0xffffffffu})
    star.expect(changed(star_example, 0, format), status::malformed_symbol, star_values);
  words longer = star_example;
  longer.push_back(0);
  star.expect(longer, status::trailing_input, star_values);
}

/// The number of the format that a column of these values is stored in.
template <class F>
std::uint32_t chosen(F&& value) {
  std::vector<std::uint64_t> values(3000);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = value(i);
  const chunks_of star{"gpu_star"};
  const std::vector<std::byte> raw = test::to_column(element_type::int32, values);
  const words chunk = star.of(raw);
  star.expect(chunk, status::ok, raw);
  return chunk[0];
}

// Section 8: GPU-DFOR for sorted columns with many distinct values, GPU-RFOR for long runs, GPU-FOR
// for the others.
TEST(gpu_star, takes_the_smallest_per_chunk) {
  std::mt19937 random(1);
  EXPECT_EQ(chosen([&](std::size_t) { return random() % 100; }), 0u);
  EXPECT_EQ(chosen([](std::size_t i) { return 3 * i; }), 1u);
  EXPECT_EQ(chosen([](std::size_t i) { return i / 100 * 1000; }), 2u);
}

TEST(gpu_star, takes_the_smallest_per_column) {
  const auto chosen = [](auto&& value) {
    std::vector<std::uint64_t> values(20000);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = value(i);
    const std::vector<std::byte> raw = test::to_column(element_type::int32, values);
    const auto kept = smallest::compress(gpu_star::format_names, raw, element_type::int32);
    for (const char* name : {"gpu_for", "gpu_dfor", "gpu_rfor"}) {
      EXPECT_LE(kept.compressed.bytes.size(),
                compress(*find_codec(name), raw, element_type::int32).bytes.size());
    }
    std::vector<std::byte> out(raw.size());
    decompress_reference(*kept.by, kept.compressed, out);
    EXPECT_EQ(out, raw);
    return std::string(kept.by->name);
  };
  std::mt19937 random(1);
  EXPECT_EQ(chosen([&](std::size_t) { return random() % 100; }), "gpu_for");
  EXPECT_EQ(chosen([](std::size_t i) { return 3 * i; }), "gpu_dfor");
  EXPECT_EQ(chosen([](std::size_t i) { return i / 100 * 1000; }), "gpu_rfor");
}

}  // namespace
}  // namespace codag
