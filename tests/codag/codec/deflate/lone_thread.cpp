// The device decoder run by one thread, as a schedule with a leader runs it: the same statuses and
// bytes, and no symbol that takes more input or literals than the decoder says.
#include <gtest/gtest.h>

#include <memory>
#include <random>

#include "codag/schedule/team.hpp"
#include "codag/stream/input_stream.hpp"
#include "tests/support/deflate_streams.hpp"

namespace codag::deflate {
namespace {

using test::bytes;
using decoder = device_decoder<std::uint8_t>;

/// The words of a stream that begins `begin` bytes (0 to 3) inside the first.
class word_source {
 public:
  word_source(const bytes& in, std::uint32_t begin) : in_(in), begin_(begin) {}

  std::uint32_t next_word() {
    std::uint32_t word = 0;
    for (std::uint32_t k = 0; k < 4; ++k) {
      const std::size_t at = std::size_t{4} * taken_ + k;
      if (at >= begin_ && at - begin_ < in_.size())
        word |= std::to_integer<std::uint32_t>(in_[at - begin_]) << 8 * k;
    }
    ++taken_;
    return word;
  }
  [[nodiscard]] std::uint32_t taken() const { return taken_; }
  [[nodiscard]] std::uint32_t begin_bit() const { return 8 * begin_; }
  [[nodiscard]] std::uint32_t end_bit() const {
    return 8 * (begin_ + static_cast<std::uint32_t>(in_.size()));
  }

 private:
  const bytes& in_;
  std::uint32_t begin_;
  std::uint32_t taken_ = 0;
};

using checked_input = input_stream<word_source, decoder::looks_ahead>;

/// An output stream that holds the decoder to what it says of a symbol.
class metered_output {
 public:
  metered_output(bytes& out, const word_source& source) : out_(out), source_(source) {}

  std::uint32_t begin_symbol() {
    meter();
    words_ = source_.taken();
    values_ = 0;
    return room();
  }
  template <class T>
  bool begin_literals(std::uint32_t count) {
    EXPECT_EQ(announced_, 0u) << "a group is written before the next";
    EXPECT_GT(count, 0u);
    EXPECT_LE(count, room());
    announced_ = count;
    return count <= room();
  }
  void write_value(std::uint8_t value) {
    ASSERT_GT(announced_, 0u) << "a literal of no group";
    --announced_;
    ++values_;
    out_.at(position_++) = static_cast<std::byte>(value);
  }
  void write_values(const std::uint8_t (&values)[4], std::uint32_t which) {
    for (unsigned k = 0; k < 4; ++k)
      if ((which >> (8 * k + 7) & 1) != 0) write_value(values[k]);
  }
  bool memcpy(std::uint32_t offset, std::uint32_t length) {
    if (offset == 0 || offset > position_ || length > room()) return false;
    for (; length > 0; --length, ++position_) out_[position_] = out_[position_ - offset];
    return true;
  }
  /// Expects the symbol before to have kept its bounds.
  void meter() const {
    EXPECT_EQ(announced_, 0u) << "a whole group";
    EXPECT_LE(values_, decoder::max_symbol_values);
    // One more: a symbol begins inside a word.
    EXPECT_LE(source_.taken() - words_, decoder::max_symbol_bytes / 4 + 1);
  }

 private:
  [[nodiscard]] std::uint32_t room() const {
    return static_cast<std::uint32_t>(out_.size()) - position_;
  }

  bytes& out_;
  const word_source& source_;
  std::uint32_t position_ = 0;
  std::uint32_t words_ = checked_input::words_held;
  std::uint32_t values_ = 0;
  std::uint32_t announced_ = 0;
};

/// `words`, if asked for: words of input that were taken.
status decode_alone(const bytes& in, std::uint32_t begin, bytes& out,
                    std::uint32_t* words = nullptr) {
  const auto tables = std::make_unique<decoder::scratch>();
  word_source source(in, begin);
  checked_input in_stream(source);
  metered_output output(out, source);
  const status s = decoder::decode(lone_thread{}, in_stream, output, *tables);
  output.meter();
  if (words != nullptr) *words = source.taken();
  return s;
}

void expect_same(const bytes& in, std::size_t room, const std::string& name) {
  bytes expected(room);
  const status reference = test::reference_decode(in, expected);
  for (std::uint32_t begin = 0; begin < 4; ++begin) {
    bytes out(room);
    EXPECT_STREQ(to_string(decode_alone(in, begin, out)), to_string(reference)) << name;
    if (reference == status::ok) {
      EXPECT_EQ(out, expected) << name;
    }
  }
}

TEST(deflate_lone_thread, good_streams) {
  for (const std::size_t count : {1u, 100u, 5000u})
    for (const auto& input : test::deflate_inputs(count, 1))
      for (const int strategy : {Z_DEFAULT_STRATEGY, Z_HUFFMAN_ONLY, Z_FIXED})
        for (const int level : {0, 9})
          expect_same(test::zlib_deflate(input.bytes, level, strategy), input.bytes.size(),
                      input.name);
}

TEST(deflate_lone_thread, corrupted_streams) {
  std::mt19937_64 random(2);
  for (unsigned round = 0; round < 40; ++round)
    for (const auto& input : test::deflate_inputs(300, round)) {
      bytes in = test::zlib_deflate(input.bytes, 9, Z_DEFAULT_STRATEGY);
      for (auto n = 1 + random() % 4; n > 0; --n)
        in[random() % in.size()] ^= static_cast<std::byte>(1u << random() % 8);
      if (round % 3 == 0) in.resize(1 + random() % in.size());
      expect_same(in, input.bytes.size(), input.name);
    }
}

// After a chunk's end the decoder reads zeros. If zeros are a literal, it decodes until the output
// is full and no further. That many symbols cannot wrap the bit position around
// (device_decoder.hpp).
TEST(deflate_lone_thread, a_truncated_chunk_ends_with_its_output) {
  const bytes raw(100'000, std::byte{'a'});
  bytes in = test::zlib_deflate(raw, 9, Z_HUFFMAN_ONLY), out(raw.size());
  in.resize(in.size() / 2);
  std::uint32_t words = 0;
  EXPECT_EQ(decode_alone(in, 0, out, &words), status::truncated_input);
  EXPECT_LE(words, in.size() / 4 + raw.size() * max_code_bits / 32 + 2 + checked_input::words_held)
      << "an input_stream is so many words ahead";
}

// Between blocks tables are built anew, or kept.
TEST(deflate_lone_thread, blocks_of_every_type_in_turn) {
  const bytes fixed = test::from_hex("6368e89f70e03f00");
  bytes out(6);
  EXPECT_EQ(decode_alone(fixed, 0, out), status::ok);
  z_stream zlib{};
  ASSERT_EQ(deflateInit2(&zlib, 9, Z_DEFLATED, -15, 8, Z_FIXED), Z_OK);
  std::mt19937_64 random(3);
  bytes raw, in(200'000);
  zlib.next_out = reinterpret_cast<Bytef*>(in.data());
  zlib.avail_out = static_cast<uInt>(in.size());
  const int strategies[] = {Z_FIXED, Z_FIXED, Z_HUFFMAN_ONLY, Z_FIXED, -1, Z_FIXED, Z_FIXED, -1};
  for (const int strategy : strategies) {
    // Changing the parameters ends the block.
    ASSERT_EQ(deflateParams(&zlib, strategy < 0 ? 0 : 9, strategy < 0 ? Z_FIXED : strategy), Z_OK);
    bytes piece = test::skewed_bytes(3000, random);
    zlib.next_in = reinterpret_cast<Bytef*>(piece.data());
    zlib.avail_in = static_cast<uInt>(piece.size());
    ASSERT_EQ(::deflate(&zlib, Z_FULL_FLUSH), Z_OK);
    raw.insert(raw.end(), piece.begin(), piece.end());
  }
  ASSERT_EQ(::deflate(&zlib, Z_FINISH), Z_STREAM_END);
  in.resize(zlib.total_out);
  deflateEnd(&zlib);
  expect_same(in, raw.size(), "blocks in turn");
  bytes by_both(raw.size());
  EXPECT_EQ(test::decode_with_all(in, by_both, "blocks in turn"), status::ok);
  EXPECT_EQ(by_both, raw);
}

}  // namespace
}  // namespace codag::deflate
