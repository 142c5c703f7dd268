// encode, then the reference decoder, gives the column back: every type, adversarial columns.
#include <gtest/gtest.h>

#include "codag/codec/codec.hpp"
#include "codag/codec/rle_v1/rle_v1.hpp"
#include "tests/support/columns.hpp"

namespace codag {
namespace {

TEST(rle_v1_round_trip, every_type_of_every_column) {
  const codec& rle = *find_codec("rle_v1");
  for (const element_type type : test::all_types)
    for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{2}, std::size_t{3},
                                    std::size_t{127}, std::size_t{5000}})
      for (const auto& column : test::adversarial_columns(type, count, 3)) {
        const chunked_column c = compress(rle, column.bytes, type, 4096);
        std::vector<std::byte> out(column.bytes.size(), std::byte{0xee});
        for (const status s : decompress_reference(rle, c, out))
          ASSERT_EQ(s, status::ok) << column.name << " of " << to_string(type);
        ASSERT_EQ(out, column.bytes) << column.name << " of " << to_string(type);
      }
}

TEST(rle_v1_round_trip, run_and_literal_limits_are_met) {
  const auto size_of_run = [](std::size_t count) {
    std::vector<std::byte> out;
    rle_v1::encode(std::vector<std::byte>(count, std::byte{5}), element_type::uint8, out);
    return out.size();
  };
  EXPECT_EQ(size_of_run(2), 1u + 2);    // literals
  EXPECT_EQ(size_of_run(3), 3u);        // the shortest run
  EXPECT_EQ(size_of_run(130), 3u);      // the longest run
  EXPECT_EQ(size_of_run(131), 3u + 2);  // and a literal
  EXPECT_EQ(size_of_run(133), 3u + 3);  // and a run
}

TEST(rle_v1_round_trip, the_result_does_not_depend_on_threads) {
  const auto column = test::adversarial_columns(element_type::int32, 50000, 9).back();
  const codec& rle = *find_codec("rle_v1");
  const chunked_column one = compress(rle, column.bytes, element_type::int32, 8192, 1);
  const chunked_column many = compress(rle, column.bytes, element_type::int32, 8192, 5);
  EXPECT_EQ(one.bytes, many.bytes);
  EXPECT_EQ(one.symbols, many.symbols);
}

TEST(rle_v1_round_trip, columns_and_chunks_that_cannot_be_are_refused) {
  const codec& rle = *find_codec("rle_v1");
  const std::vector<std::byte> three(3);
  EXPECT_THROW(compress(rle, three, element_type::uint16), std::invalid_argument);
  EXPECT_THROW(compress(rle, three, element_type::uint8, 0), std::invalid_argument);
  EXPECT_THROW(compress(rle, three, element_type::uint8, 12), std::invalid_argument);
}

}  // namespace
}  // namespace codag
