// The check of an encoder's output: what passes, and what each kind of fault is called.
#include "harness/workloads/encode_check.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "codag/codec/codec.hpp"
#include "codag/codec/deflate/encoders.hpp"

namespace codag::harness {
namespace {

/// Three chunks of small numbers in runs, encoded by the reference encoder into their rooms: what a
/// right kernel would have written.
class encode_check : public testing::Test {
 protected:
  void SetUp() override {
    for (std::size_t i = 0; i < values_.size(); ++i)
      values_[i] = static_cast<std::byte>(i / 37 % 11);
    column_ = compress(codec_, values_, element_type::uint8, 1024, 1);
    rooms_ = encode_rooms(column_);
    bits_ = poisoned_rooms(column_, rooms_);
    for (std::size_t i = 0; i < rooms_.size(); ++i) {
      const chunk& made = column_.chunks[i];
      std::copy_n(column_.bytes.begin() + static_cast<std::ptrdiff_t>(made.in_offset),
                  made.in_bytes, bits_.begin() + static_cast<std::ptrdiff_t>(rooms_[i].in_offset));
      encoded_bytes_.push_back(made.in_bytes);
    }
    statuses_.assign(rooms_.size(), status::ok);
  }

  [[nodiscard]] verification checked() const {
    return check_encoding({column_, values_, codec_}, rooms_, bits_, encoded_bytes_, statuses_);
  }
  void expect_fault(const std::string& reason) const {
    const verification v = checked();
    EXPECT_FALSE(v.ok);
    EXPECT_EQ(v.reason, reason);
  }

  const codec& codec_ = *find_codec("rle_v1");
  std::vector<std::byte> values_ = std::vector<std::byte>(3000);
  chunked_column column_;
  std::vector<chunk> rooms_;
  std::vector<std::byte> bits_;
  std::vector<std::uint32_t> encoded_bytes_;
  std::vector<status> statuses_;
};

TEST_F(encode_check, takes_what_the_reference_encoder_writes) {
  const verification v = checked();
  EXPECT_TRUE(v.ok) << v.reason;
  EXPECT_EQ(v.reason, "");
  EXPECT_EQ(v.chunk_status.at("ok"), 3u);
}

TEST_F(encode_check, rooms_are_aligned_disjoint_and_large_enough) {
  ASSERT_EQ(rooms_.size(), 3u);
  std::uint64_t end = 0;
  for (std::size_t i = 0; i < rooms_.size(); ++i) {
    EXPECT_EQ(rooms_[i].in_offset, end);
    EXPECT_EQ(rooms_[i].in_offset % 16, 0u);
    EXPECT_GE(rooms_[i].in_bytes, 2 * rooms_[i].out_bytes + 64);
    EXPECT_EQ(rooms_[i].out_offset, column_.chunks[i].out_offset);
    EXPECT_EQ(rooms_[i].out_bytes, column_.chunks[i].out_bytes);
    end = rooms_[i].in_offset + rooms_[i].in_bytes;
  }
  EXPECT_EQ(room_bytes(rooms_), end);
  EXPECT_EQ(room_bytes({}), 0u);
}

TEST_F(encode_check, no_poisoned_byte_is_right) {
  const std::vector<std::byte> poison = poisoned_rooms(column_, rooms_);
  ASSERT_EQ(poison.size(), room_bytes(rooms_));
  for (std::size_t i = 0; i < rooms_.size(); ++i)
    for (std::size_t b = 0; b < column_.chunks[i].in_bytes; ++b)
      ASSERT_NE(poison[rooms_[i].in_offset + b], column_.bytes[column_.chunks[i].in_offset + b])
          << i << " " << b;
  bits_ = poison;  // a kernel that writes nothing but its sizes
  EXPECT_FALSE(checked().ok);
}

TEST_F(encode_check, bits_that_mean_other_values_are_wrong) {
  // The last byte of an RLE v1 run of bytes is its value.
  bits_[rooms_[1].in_offset + encoded_bytes_[1] - 1] ^= std::byte{1};
  expect_fault("chunk 1: its encoded bytes do not decode to its values");
}

TEST_F(encode_check, bits_that_end_early_are_wrong) {
  --encoded_bytes_[2];
  expect_fault("chunk 2: its encoded bytes do not decode to its values");
}

TEST_F(encode_check, more_bytes_than_the_room_has_are_not_read) {
  encoded_bytes_[2] = static_cast<std::uint32_t>(rooms_[2].in_bytes) + 1;
  expect_fault("chunk 2: more bytes than fit into its space");
  encoded_bytes_[2] = 0xeeeeeeee;  // as before the kernel runs
  expect_fault("chunk 2: more bytes than fit into its space");
}

TEST_F(encode_check, a_status_that_is_not_ok_is_wrong_whatever_the_bits) {
  statuses_[1] = status::output_overflow;
  expect_fault("chunk 1: " + std::string(to_string(status::output_overflow)));
  statuses_[1] = status::not_decoded;
  expect_fault("chunk 1: " + std::string(to_string(status::not_decoded)));
}

// Another form of the same values: right for a decoder, but not what the reference encoder writes.
TEST_F(encode_check, bits_other_than_the_references_are_wrong) {
  const deflate::library_encoder& zlib = *deflate::find_encoder("zlib");
  const codec best = deflate::codec_with(zlib), storing = deflate::codec_with(zlib, {.level = 0});
  const chunked_column stored = compress(storing, values_, element_type::uint8, 1024, 1);
  const chunked_column packed = compress(best, values_, element_type::uint8, 1024, 1);
  const std::vector<chunk> rooms = encode_rooms(packed);
  std::vector<std::byte> bits = poisoned_rooms(packed, rooms);
  std::vector<std::uint32_t> sizes;
  for (std::size_t i = 0; i < rooms.size(); ++i) {
    const chunk& made = stored.chunks[i];
    std::copy_n(stored.bytes.begin() + static_cast<std::ptrdiff_t>(made.in_offset), made.in_bytes,
                bits.begin() + static_cast<std::ptrdiff_t>(rooms[i].in_offset));
    sizes.push_back(made.in_bytes);
  }
  const verification v = check_encoding({packed, values_, best}, rooms, bits, sizes, statuses_);
  EXPECT_FALSE(v.ok);
  EXPECT_EQ(v.reason, "chunk 0: its encoded bytes differ from the reference encoder's");
}

}  // namespace
}  // namespace codag::harness
