// The kinds of symbols, blocks and tokens of each codec, and whether a test meets all of them. They
// are counted in compressed chunks, by parsers that share no code with kernels.
#pragma once

#include <gtest/gtest.h>

#include <string_view>

#include "codag/codec/codec.hpp"
#include "tests/support/kinds/deflate.hpp"
#include "tests/support/kinds/gompresso.hpp"
#include "tests/support/kinds/kind_counts.hpp"
#include "tests/support/kinds/rle_v1.hpp"
#include "tests/support/kinds/rle_v2.hpp"
#include "tests/support/kinds/tiles.hpp"
#include "tests/support/kinds/vle.hpp"

namespace codag::test {

/// The kinds of a codec; none for a codec of which every chunk is alike.
inline kind_list kinds_of(std::string_view codec, element_type type) {
  if (codec == "rle_v1") return kinds_of_rle_v1();
  if (codec == "rle_v2") return kinds_of_rle_v2();
  if (codec == "deflate") return kinds_of_deflate();
  if (codec == "vle") return kinds_of_vle();
  if (codec == "gompresso_byte") return kinds_of_gompresso_byte();
  if (codec == "gompresso_bit") return kinds_of_gompresso_bit();
  return kinds_of_tiles(codec, type);
}

/// Which of a codec's kinds a test meets, with elements of one type.
class kinds_met {
 public:
  kinds_met(std::string_view codec, element_type type)
      : codec_(codec), type_(type), seen_(kinds_of(codec, type)) {}

  /// The test meets what is in this chunk.
  void note(std::span<const std::byte> in, std::size_t out_bytes) {
    std::vector<std::byte> raw(out_bytes);
    const status decoded = find_codec(codec_)->decode(in, type_, raw);
    ASSERT_EQ(decoded, status::ok) << "kinds are counted in chunks without mistakes";
    if (codec_ == "rle_v1")
      count_rle_v1(in, seen_);
    else if (codec_ == "rle_v2")
      count_rle_v2(in, seen_);
    else if (codec_ == "deflate")
      count_deflate(in, seen_);
    else if (codec_ == "vle")
      count_vle(in, raw, seen_);
    else if (codec_ == "gompresso_byte")
      count_gompresso_byte(in, seen_);
    else if (codec_ == "gompresso_bit")
      count_gompresso_bit(in, seen_);
    else
      count_tiles(codec_, type_, in, seen_);
  }
  void note(std::span<const std::byte> in, std::span<const chunk> chunks) {
    for (const chunk& c : chunks)
      if (c.in_bytes > 0) note(in.subspan(c.in_offset, c.in_bytes), c.out_bytes);
  }

  /// Whether every kind occurs; if not, which ones do not.
  [[nodiscard]] testing::AssertionResult every_kind() const {
    testing::AssertionResult none = testing::AssertionFailure();
    none << codec_ << " of " << to_string(type_) << ": the test meets none of";
    const kind_list missing = seen_.missing();
    for (const std::string& kind : missing) none << "\n  " << kind;
    return missing.empty() ? testing::AssertionSuccess() : none;
  }

 private:
  std::string codec_;
  element_type type_;
  kind_counts seen_;
};

}  // namespace codag::test
