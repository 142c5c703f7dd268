// Both decoders on bytes that RFC 1951 and other projects' tests print, and on ones made by hand.
#include <gtest/gtest.h>

#include "tests/support/deflate_streams.hpp"

namespace codag::deflate {
namespace {

using test::bytes, test::from_hex;

struct good_vector {
  const char* name;
  std::string hex;
  bytes expected;
};

bytes repeated(const char* hex, std::size_t count) {
  const bytes pattern = from_hex(hex);
  bytes all(count);
  for (std::size_t i = 0; i < count; ++i) all[i] = pattern[i % pattern.size()];
  return all;
}

// From nayuki/Simple-DEFLATE-decompressor, MIT: java/test/DecompressorTest.java, each under its
// test's name (bits packed to bytes).
std::vector<good_vector> nayukis() {
  return {
      {"UncompressedEmpty", "010000ffff", {}},
      {"UncompressedThreeBytes", "010300fcff051423", from_hex("051423")},
      {"UncompressedTwoBlocks", "000200fdff0514010100feff23", from_hex("051423")},
      {"UncompressedBlockNoDiscardBits", "9ab0f03f200200fdffabcd", from_hex("90a1ffabcd")},
      {"FixedHuffmanEmpty", "0300", {}},
      {"FixedHuffmanLiterals", "6368e89f70e03f00", from_hex("00808f90c0ff")},
      {"FixedHuffmanNonOverlappingRun", "636064022200", from_hex("000102000102")},
      {"FixedHuffmanOverlappingRun0", "63040100", repeated("01", 5)},
      {"FixedHuffmanOverlappingRun1", "ebeb074300", repeated("8e8f", 7)},
      {"DynamicHuffmanEmpty", "05e181000000000010f8af46", {}},
      {"DynamicHuffmanEmptyNoDistanceCode", "05c0810800000000207fea2f", {}},
      {"DynamicHuffmanOneDistanceCode", "0dc001090000008020fa7fda6c00", repeated("01", 4)},
  };
}

// From madler/zlib, zlib licence: test/infcover.c, each under the name of what it covers.
std::vector<good_vector> infcovers() {
  return {
      {"use fixed blocks", "0300", {}},
      {"stored", "010100feff00", bytes(1)},
      {"pull 17", "05c0210d00000080b0fe6d2f916c", {}},
      {"long code", "05e0819124cbb22c49e20f2e8b9a47569ffbfeecd2ff1f", {}},
      {"length extra", "edc001010000004020ff571b422c4f", bytes(516)},
      {"long distance and extra", "edcfc1b12c4710c430fa6f351d0182593dfbbe2e2afc0f0c", bytes(518)},
      {"window end", "edc0810000000080a0fda917a9" + std::string(64, '0') + "06", bytes(33025)},
      {"inflate_fast TYPE return", "02082080000300", {}},
      {"window wrap", "631805400c00", bytes(262)},
  };
}

// From ebiggers/libdeflate, MIT: programs/test_incomplete_codes.c.
std::vector<good_vector> libdeflates() {
  return {
      {"empty offset code", "05c0810c0000008030b627cbd9c4", from_hex("41424141")},
      {"singleton litrunlen code", "05c08108000000002075f503", {}},
      {"singleton offset code", "0dc08100000000802075f43e0b", repeated("ff", 4)},
      {"singleton offset code, not symbol 0", "0dc1010900000080a0ebcfab1017", repeated("feff", 5)},
  };
}

TEST(deflate_vectors, good_streams_decode) {
  for (const auto& vectors : {nayukis(), infcovers(), libdeflates()})
    for (const auto& v : vectors) {
      bytes out(v.expected.size());
      EXPECT_STREQ(to_string(test::decode_with_all(from_hex(v.hex), out, v.name)), "ok") << v.name;
      EXPECT_EQ(out, v.expected) << v.name;
    }
}

status decode_hex(const char* hex, std::size_t out_bytes) {
  bytes out(out_bytes);
  return test::decode_with_all(from_hex(hex), out, hex);
}

// From the same three.
TEST(deflate_vectors, malformed_streams_are_refused) {
  constexpr const char* malformed[] = {
      "0000000000",                    // infcover: invalid stored block lengths
      "06",                            // infcover: invalid block type
      "fc0000",                        // infcover: too many length or distance symbols
      "0400feff",                      // infcover: invalid code lengths set
      "0400244900",                    // infcover: invalid bit length repeat
      "040024e9ffff",                  // infcover: the same, past the last
      "040024e9ff6d",                  // infcover: missing end-of-block
      "048049922449922471ffff931100",  // infcover: invalid literal/lengths set
      "04804992244992240fb4ffffc384",  // infcover: invalid distances set
      "04c0810800000000207feb0b0000",  // infcover: invalid literal/length code
      "027effff",                      // infcover: invalid distance code
      "0cc081000000000090ff6b0400",    // infcover: invalid distance too far back
      "037e0000000000",                // infcover: fast invalid distance code
      "1b070000000000",                // infcover: fast invalid literal/length code
      "0dc701aeeb380c0441a08772dedffb1fb836b1385dffff00",  // infcover: second level, too far back
      "07",                                                // nayuki: ReservedBlockType
      "0104089fac",                                        // nayuki: UncompressedMismatchedLength
      "1b03",                            // nayuki: FixedHuffmanInvalidLengthCode286
      "1b07",                            // nayuki: FixedHuffmanInvalidLengthCode287
      "63003e",                          // nayuki: FixedHuffmanInvalidDistanceCode30
      "63007e",                          // nayuki: FixedHuffmanInvalidDistanceCode31
      "05c081000000000010feb301",        // nayuki: DynamicHuffmanTooManyCodeLengthItems
      "050092000000",                    // nayuki: DynamicHuffmanOverfullCode0
      "050092040000",                    // nayuki: DynamicHuffmanOverfullCode1
      "0500a2010000",                    // nayuki: DynamicHuffmanUnpairedCode
      "050000000000",                    // nayuki: DynamicHuffmanEmptyCode
      "050080000000",                    // nayuki: DynamicHuffmanUnderfullCode0
      "050014000000",                    // nayuki: DynamicHuffmanUnderfullCode1
      "0dc001090000008020fa7fdaec00",    // nayuki: DynamicHuffmanOneDistanceCodeInvalid
      "0dc0010900000080a0feaf361a0000",  // nayuki: DynamicHuffmanUseOfNullDistanceCode
      "05c081000000000090f574d603",      // libdeflate: too many codeword lengths
  };
  for (const char* hex : malformed)
    EXPECT_STREQ(to_string(decode_hex(hex, 1000)), "malformed_symbol") << hex;
}

TEST(deflate_vectors, streams_that_end_early_are_truncated) {
  constexpr const char* truncated[] = {
      "",                          // nayuki: EofStartOfBlock
      "01",                        // nayuki: EofInBlockType, UncompressedEofBeforeLength
      "010000",                    // nayuki: UncompressedEofInLength
      "f90600f9ff55ee",            // nayuki: UncompressedEofInData
      "000000ffff",                // nayuki: UncompressedBlockNoFinalBlock
      "03",                        // nayuki: FixedHuffmanEofInHuffmanSymbol
      "63c006",                    // nayuki: FixedHuffmanEofInRunExtensionBits
      "6318054001",                // nayuki: FixedHuffmanEofInDistanceExtensionBits
      "04c081000000000010ebe900",  // libdeflate: test_overread, no final block
  };
  for (const char* hex : truncated)
    EXPECT_STREQ(to_string(decode_hex(hex, 1000)), "truncated_input") << hex;
}

// By hand, on nayuki's and infcover's streams. "6300": the literal 0, then the end is missing.
TEST(deflate_vectors, sizes_that_differ_have_their_status) {
  EXPECT_EQ(decode_hex("0300", 1), status::truncated_input) << "the stream ends, not the output";
  EXPECT_EQ(decode_hex("030000", 1), status::truncated_input) << "the same with a byte after it";
  EXPECT_EQ(decode_hex("030000", 0), status::trailing_input);
  EXPECT_EQ(decode_hex("010300fcff05142300", 3), status::trailing_input);
  EXPECT_EQ(decode_hex("010300fcff051423", 2), status::output_overflow);
  EXPECT_EQ(decode_hex("010300fcff05", 2), status::output_overflow) << "before the missing bytes";
  EXPECT_EQ(decode_hex("010300", 2), status::truncated_input) << "the complement comes first";
  EXPECT_EQ(decode_hex("6368e89f70e03f00", 5), status::output_overflow) << "a literal";
  EXPECT_EQ(decode_hex("63040100", 4), status::output_overflow) << "a match";
  EXPECT_EQ(decode_hex("63040100", 1), status::output_overflow);
  EXPECT_EQ(decode_hex("6300", 1), status::truncated_input);
  EXPECT_EQ(decode_hex("6300", 0), status::output_overflow) << "before the missing end";
  EXPECT_EQ(decode_hex("63003e", 1), status::malformed_symbol) << "before the match's length";
  // A match of 3 from 1 back, in an empty output with and without room for it.
  EXPECT_EQ(decode_hex("030200", 3), status::malformed_symbol) << "nothing to copy";
  EXPECT_EQ(decode_hex("030200", 2), status::output_overflow) << "before where it comes from";
}

// A decoder ignores the rest of the last byte after the final block, and the bits before a stored
// block's length.
TEST(deflate_vectors, padding_may_be_anything) {
  EXPECT_EQ(decode_hex("03fc", 0), status::ok);
  EXPECT_EQ(decode_hex("f90000ffff", 0), status::ok);
}

}  // namespace
}  // namespace codag::deflate
