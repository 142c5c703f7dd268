// Whether a test meets all kinds of symbols, blocks and tokens of a codec.
#pragma once

#include <gtest/gtest.h>

#include <string_view>

#include "codag/codec/codec.hpp"
#include "tests/support/kinds/count_kinds.hpp"

namespace codag::test {

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
    count_kinds(codec_, type_, in, raw, seen_);
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
