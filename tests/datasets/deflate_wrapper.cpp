// Streams in zlib's and gzip's wrappers.
#include "datasets/loader/deflate_wrapper.hpp"

#include <gtest/gtest.h>

#include "codag/codec/deflate/deflate.hpp"
#include "tests/support/bytes.hpp"
#include "tests/support/zlib_deflate.hpp"

namespace codag::datasets {
namespace {

using test::bytes, test::from_hex, test::from_text;
using wrapper = deflate_wrapper;

/// Compressed by zlib. The window bits choose the wrapper: -15 raw, 15 zlib, 31 gzip.
bytes wrapped(const bytes& raw, int window_bits, gz_header* header = nullptr) {
  return test::zlib_deflate(
      raw, {.wrapper = static_cast<test::zlib_wrapper>(window_bits), .header = header});
}

/// A gzip header with every optional field.
struct full_header {
  Bytef extra[5] = {1, 0, 2, 3, 4}, name[5] = "name", comment[2] = "c";
  gz_header header{};
  full_header() {
    header.extra = extra, header.extra_len = sizeof extra;
    header.name = name, header.comment = comment;
    header.hcrc = 1;
  }
};

void expect_found(const bytes& in, wrapper kind, const bytes& raw, std::size_t rest) {
  EXPECT_EQ(recognise_wrapper(in), kind);
  deflate_payload found;
  ASSERT_EQ(find_payload(in, kind, found), status::ok);
  EXPECT_EQ(found.output_bytes, raw.size());
  EXPECT_EQ(found.rest.size(), rest);
  bytes out(raw.size());
  EXPECT_EQ(deflate::decode(found.stream, element_type::uint8, out), status::ok);
  EXPECT_EQ(out, raw);
  EXPECT_TRUE(checksum_matches(found, kind, out));
  out[0] ^= std::byte{1};
  EXPECT_EQ(checksum_matches(found, kind, out), kind == wrapper::raw) << "raw streams have none";
}

TEST(deflate_wrapper, streams_are_found_and_checked) {
  const bytes raw = from_text("a text, a text, a text and its end");
  full_header full;
  expect_found(wrapped(raw, -15), wrapper::raw, raw, 0);
  expect_found(wrapped(raw, 15), wrapper::zlib, raw, 0);
  expect_found(wrapped(raw, 9), wrapper::zlib, raw, 0);
  expect_found(wrapped(raw, 31), wrapper::gzip, raw, 0);
  expect_found(wrapped(raw, 31, &full.header), wrapper::gzip, raw, 0);
  for (const int window_bits : {-15, 15, 31}) {
    bytes in = wrapped(raw, window_bits);
    in.resize(in.size() + 7);
    expect_found(in, recognise_wrapper(in), raw, 7);
  }
}

TEST(deflate_wrapper, every_truncation_is_found) {
  const bytes raw = from_text("a text, a text, a text and its end");
  full_header full;
  for (const bytes& in : {wrapped(raw, 15), wrapped(raw, 31), wrapped(raw, 31, &full.header)}) {
    const wrapper kind = recognise_wrapper(in);
    for (std::size_t size = 0; size < in.size(); ++size) {
      const bytes cut(in.begin(), in.begin() + static_cast<std::ptrdiff_t>(size));
      deflate_payload found;
      EXPECT_STREQ(to_string(find_payload(cut, kind, found)), "truncated_input") << size;
    }
  }
}

status find_hex(const char* hex, wrapper kind) {
  deflate_payload found;
  const bytes in = from_hex(hex);
  return find_payload(in, kind, found);
}

// From madler/zlib, zlib licence: test/infcover.c.
TEST(deflate_wrapper, malformed_headers_are_refused) {
  EXPECT_EQ(find_hex("7785", wrapper::zlib), status::malformed_symbol) << "method";
  EXPECT_EQ(find_hex("7890", wrapper::zlib), status::malformed_symbol) << "header check";
  EXPECT_EQ(find_hex("08b800000001", wrapper::zlib), status::malformed_symbol) << "dictionary";
  EXPECT_EQ(find_hex("1f8b0000", wrapper::gzip), status::malformed_symbol) << "method";
  EXPECT_EQ(find_hex("1f8b0880", wrapper::gzip), status::malformed_symbol) << "reserved flags";
  EXPECT_EQ(find_hex("1f8c0800", wrapper::gzip), status::malformed_symbol) << "no gzip";
  EXPECT_EQ(find_hex("789c63000000010001", wrapper::zlib), status::ok);
  EXPECT_EQ(find_hex("8819", wrapper::zlib), status::malformed_symbol) << "a window of 64 KiB";
}

TEST(deflate_wrapper, wrong_checks_are_found) {
  full_header full;
  const bytes raw = from_text("text");
  bytes in = wrapped(raw, 31, &full.header);
  deflate_payload found;
  bytes wrong_size = in;
  wrong_size.back() ^= std::byte{1};
  EXPECT_EQ(find_payload(wrong_size, wrapper::gzip, found), status::malformed_symbol);
  bytes wrong_header = in;
  wrong_header[4] ^= std::byte{1};  // the time, which only the CRC of the header covers
  EXPECT_EQ(find_payload(wrong_header, wrapper::gzip, found), status::malformed_symbol);
  bytes wrong_sum = in;
  wrong_sum[in.size() - 8] ^= std::byte{1};
  ASSERT_EQ(find_payload(wrong_sum, wrapper::gzip, found), status::ok);
  EXPECT_FALSE(checksum_matches(found, wrapper::gzip, raw));
}

}  // namespace
}  // namespace codag::datasets
