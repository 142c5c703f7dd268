// gompresso_byte's format: the example of format.md, and every status.
#include <gtest/gtest.h>

#include "codag/codec/gompresso/words.hpp"
#include "codag/codec/gompresso_byte/gompresso_byte.hpp"
#include "tests/support/every_decoder.hpp"
#include "tests/support/gompresso_chunks.hpp"

namespace codag {
namespace {

using gompresso_byte::limits;
using test::bytes, test::from_hex, test::from_text, test::gompresso_chunk, test::joined,
    test::resolve;

/// Expects the status from the reference decoder and from each resolution that any chunk may have.
void expect_all(const bytes& in, status expected, const bytes& out) {
  test::expect_from_every_decoder("gompresso_byte", element_type::uint8, in, expected, out);
  const test::decoded one_by_one = test::decode_gompresso(resolve::sequential_copy, in, out.size());
  EXPECT_EQ(one_by_one.statuses[0], expected);
  if (expected == status::ok) {
    EXPECT_EQ(one_by_one.out, out);
  }
}
void expect_refused(const bytes& in, status expected, std::size_t out_bytes) {
  expect_all(in, expected, bytes(out_bytes));
}

const bytes example = from_text("abcdefabcdefabcdefX");

TEST(gompresso_byte, the_example_of_the_format_page) {
  const bytes chunk = joined(from_hex("0200000000400020060c060001000000"), from_text("abcdefX"));
  bytes out;
  EXPECT_EQ(gompresso_byte::encode(example, {.eliminate_dependencies = false}, out), 2u);
  EXPECT_EQ(out, chunk);
  expect_all(chunk, status::ok, example);
}

TEST(gompresso_byte, the_example_without_dependencies) {
  const bytes chunk = joined(from_hex("0300000001400020080000000800000003000000"), example);
  bytes out;
  EXPECT_EQ(gompresso_byte::encode(example, {}, out), 3u);
  EXPECT_EQ(out, chunk);
  expect_all(chunk, status::ok, example);
}

TEST(gompresso_byte, nothing_is_a_header) {
  bytes out;
  EXPECT_EQ(gompresso_byte::encode({}, {}, out), 0u);
  EXPECT_EQ(out, from_hex("0000000001400020"));
  expect_all(out, status::ok, {});
}

TEST(gompresso_byte, a_chunk_cut_anywhere_is_truncated) {
  const bytes whole = gompresso_chunk({{{{6, 12, 6}, {1, 0, 0}}, "abcdefX"}});
  for (std::size_t n = 0; n < whole.size(); ++n)
    expect_refused({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(n)},
                   status::truncated_input, example.size());
}

TEST(gompresso_byte, limits_that_no_chunk_has) {
  const auto with = [](const limits& l) { return gompresso_chunk({{{{2, 0, 0}}, "ab"}}, l); };
  expect_all(with({1, 64, 8192}), status::ok, from_text("ab"));
  expect_all(with({0, 0, 32768}), status::ok, from_text("ab"));
  expect_refused(with({2, 64, 8192}), status::malformed_symbol, 2);
  expect_refused(with({0, 64, 32769}), status::malformed_symbol, 2);
}

TEST(gompresso_byte, sequences_that_the_limits_forbid) {
  const auto with = [](std::uint32_t length, std::uint32_t distance) {
    return gompresso_chunk({{{{8, 0, 0}, {0, length, distance}}, "abcdefgh"}}, {0, 10, 8});
  };
  expect_all(with(10, 8), status::ok, from_text("abcdefghabcdefghab"));
  expect_refused(with(11, 8), status::malformed_symbol, 19);
  expect_refused(with(10, 9), status::malformed_symbol, 18);
  expect_refused(with(0, 8), status::malformed_symbol, 8);
  expect_refused(with(10, 0), status::malformed_symbol, 18);
}

TEST(gompresso_byte, a_source_begins_in_the_output) {
  const auto with = [](std::uint32_t distance) {
    return gompresso_chunk({{{{2, 3, 2}, {1, 5, distance}}, "abc"}});
  };
  expect_all(with(6), status::ok, from_text("ababacababa"));
  expect_refused(with(7), status::malformed_symbol, 11);
}

TEST(gompresso_byte, more_bytes_than_the_chunk_has) {
  const bytes chunk = gompresso_chunk({{{{6, 12, 6}, {1, 0, 0}}, "abcdefX"}});
  expect_refused(chunk, status::output_overflow, 18);
  expect_refused(chunk, status::truncated_input, 20);
  expect_refused(joined(chunk, from_text("Y")), status::trailing_input, 19);
  expect_refused(joined(chunk, from_text("Y")), status::truncated_input, 20);
}

// A number of sequences that lies costs no more than the chunk's bytes.
TEST(gompresso_byte, a_number_of_sequences_that_lies) {
  bytes chunk = gompresso_chunk({{{{6, 12, 6}, {1, 0, 0}}, "abcdefX"}});
  for (const unsigned count : {3u, 255u}) {
    chunk[0] = static_cast<std::byte>(count);
    chunk[3] = std::byte{0xff};
    expect_refused(chunk, status::truncated_input, 19);
  }
}

// Of the first group that has something wrong, the first fault in the order of format.md.
TEST(gompresso_byte, faults_have_an_order) {
  std::vector<gompresso::sequence> full(32, {1, 0, 0});
  const std::string letters(32, 'x');
  const auto after = [&](std::vector<gompresso::sequence> second, const std::string& literals) {
    return gompresso_chunk({{full, letters}, {std::move(second), literals}});
  };
  expect_refused(after({{1, 4, 40}, {0, 65, 1}}, ""), status::malformed_symbol, 0x100);
  expect_refused(after({{1, 4, 40}}, ""), status::truncated_input, 32);
  expect_refused(after({{1, 4, 40}}, "y"), status::output_overflow, 36);
  expect_refused(after({{1, 4, 40}}, "y"), status::malformed_symbol, 37);
  full[31] = {1, 4, 33};
  expect_refused(after({{1, 65, 1}}, "y"), status::malformed_symbol, 200);
  full[31] = {2, 0, 0};
  expect_refused(after({{1, 65, 1}}, "y"), status::output_overflow, 32);
}

// The flag says that no source ends after the begin of its group.
TEST(gompresso_byte, a_flag_that_lies) {
  const std::vector<gompresso::sequence> full(32, {1, 0, 0});
  const std::string letters = "abcdefghijklmnopqrstuvwxyz012345";
  const auto with = [&](std::uint32_t flags, std::uint32_t length) {
    return gompresso_chunk({{full, letters}, {{{1, length, 5}}, "X"}}, {flags, 64, 8192});
  };
  const bytes to_the_begin = from_text(letters + "X" + "2345");
  expect_all(with(1, 4), status::ok, to_the_begin);
  expect_refused(with(1, 5), status::malformed_symbol, 38);
  expect_all(with(0, 5), status::ok, from_text(letters + "X" + "2345X"));
  // no_dependency looks at the sequences, and not at the flag.
  for (const std::uint32_t flags : {0u, 1u}) {
    const auto right = test::decode_gompresso(resolve::no_dependency, with(flags, 4), 37);
    EXPECT_EQ(right.statuses[0], status::ok);
    EXPECT_EQ(right.out, to_the_begin);
    EXPECT_EQ(test::decode_gompresso(resolve::no_dependency, with(flags, 5), 38).statuses[0],
              status::malformed_symbol);
  }
}

TEST(gompresso_byte, says_independent_by_its_flag) {
  EXPECT_TRUE(gompresso::says_independent(from_hex("0000000001400020")));
  EXPECT_FALSE(gompresso::says_independent(from_hex("0000000000400020")));
  EXPECT_FALSE(gompresso::says_independent(from_hex("00000000014000")));
}

}  // namespace
}  // namespace codag
