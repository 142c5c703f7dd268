// rle's format: the example of format.md, sizes of runs and blocks, and every status.
#include <gtest/gtest.h>

#include "codag/codec/codec.hpp"
#include "tests/support/chunks_of.hpp"
#include "tests/support/columns.hpp"

namespace codag {
namespace {

using bytes = std::vector<std::byte>;
using test::changed, test::chunks_of, test::of_values, test::words;

const bytes seven = of_values<std::int32_t>({7, 7, 7, 7, 9, 9, 8});
const words rle_example = {512, 7, 0, 3, 7, 9, 8, 4, 2, 506};

TEST(rle, stores_values_and_lengths) {
  const chunks_of rle{"rle"};
  rle.are(seven, rle_example);
  rle.are({}, {512, 0, 0});
  const chunks_of wide{"rle", element_type::uint64};
  wide.are(of_values<std::uint64_t>({1ull << 32 | 5, 9}), {512, 2, 0, 2, 5, 1, 9, 0, 1, 511});
  bytes out;
  EXPECT_EQ(find_codec("rle")->encode(seven, element_type::int32, out), 3u) << "runs";
}

TEST(rle, runs_end_with_their_block) {
  const chunks_of rle{"rle"};
  const bytes raw = test::to_column(element_type::int32, std::vector<std::uint64_t>(1000, 5));
  rle.are(raw, {512, 1000, 0, 1, 2, 5, 5, 512, 512});
  // A block without runs, one whose runs end before they begin, and runs that are not there.
  rle.expect({512, 1000, 0, 0, 2, 5, 5, 512, 512}, status::malformed_symbol, raw);
  rle.expect({512, 1000, 0, 2, 2, 5, 5, 512, 512}, status::malformed_symbol, raw);
  rle.expect({512, 1000, 0, 3, 2, 5, 5, 512, 512}, status::malformed_symbol, raw);
}

TEST(rle, refuses_what_its_page_says) {
  const chunks_of rle{"rle"};
  rle.expect({512, 7, 0}, status::truncated_input, seven);
  rle.expect(changed(rle_example, 3, 4), status::truncated_input, seven);
  rle.expect(changed(rle_example, 3, 0xffffffff), status::truncated_input, seven);
  rle.expect(changed(rle_example, 0, 128), status::malformed_symbol, seven);
  rle.expect(changed(rle_example, 1, 8), status::malformed_symbol, seven);
  rle.expect(changed(rle_example, 2, 1), status::malformed_symbol, seven);
  rle.expect(changed(rle_example, 3, 0), status::malformed_symbol, seven);
  rle.expect(changed(rle_example, 8, 0), status::malformed_symbol, seven);
  rle.expect(changed(rle_example, 9, 505), status::malformed_symbol, seven);
  rle.expect(changed(rle_example, 9, 507), status::malformed_symbol, seven);
  rle.expect(changed(changed(rle_example, 8, 0xffffffff), 9, 509), status::malformed_symbol, seven);
  words longer = rle_example;
  longer.push_back(0);
  rle.expect(longer, status::trailing_input, seven);
  rle.expect({512, 0, 0, 7}, status::trailing_input, {});
  // 513 runs in one block.
  words many(3 + 1 + 2 * 513, 1);
  many[0] = 512, many[1] = 512, many[2] = 0, many[3] = 513;
  rle.expect(many, status::malformed_symbol,
             test::to_column(element_type::int32, std::vector<std::uint64_t>(512, 1)));
}

}  // namespace
}  // namespace codag
