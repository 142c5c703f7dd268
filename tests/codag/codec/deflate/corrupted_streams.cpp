// Seeded corruptions: the reference decoder refuses what zlib refuses; the device decoder gives the
// same status; good chunks beside corrupted ones are still right; nothing out of bounds (the
// sanitizers watch, on allocations of the exact size), no hang.
#include <gtest/gtest.h>

#include <map>
#include <random>

#include "tests/support/damaged_column.hpp"
#include "tests/support/deflate_block_writer.hpp"
#include "tests/support/deflate_streams.hpp"

namespace codag::deflate {
namespace {

using test::bytes;

/// More than any stream here decodes to before it breaks.
constexpr std::size_t ample_room = 300'000;

/// The reference decoder says of any bytes what zlib says.
status expect_as_zlib(const bytes& in) {
  const test::inflated by_zlib = test::zlib_inflate(in, ample_room);
  if (by_zlib.result == Z_STREAM_END) {
    bytes out(by_zlib.out.size());
    const status s = test::reference_decode(in, out);
    EXPECT_STREQ(to_string(s), by_zlib.input_left == 0 ? "ok" : "trailing_input");
    EXPECT_EQ(out, by_zlib.out);
    return s;
  }
  static bytes out(ample_room);  // what an earlier stream left is not looked at
  const status s = test::reference_decode(in, out);
  if (by_zlib.result == Z_DATA_ERROR) {
    EXPECT_STREQ(to_string(s), "malformed_symbol");
  } else if (by_zlib.out.size() == ample_room) {
    EXPECT_STREQ(to_string(s), "output_overflow");
  } else if (s == status::malformed_symbol) {
    // A code of the code lengths without a codeword: zlib reads on and refuses its lengths.
    bytes longer = in;
    longer.resize(in.size() + 100);
    EXPECT_EQ(test::zlib_inflate(longer, ample_room).result, Z_DATA_ERROR);
  } else {
    EXPECT_STREQ(to_string(s), "truncated_input");
  }
  return s;
}

/// Streams with blocks of all types, and what they decode to.
struct stream {
  bytes in, raw;
};

std::vector<stream> good_streams(std::size_t count, unsigned seed) {
  std::vector<stream> all;
  for (const auto& input : test::deflate_inputs(count, seed)) {
    for (const int strategy : {Z_DEFAULT_STRATEGY, Z_HUFFMAN_ONLY, Z_FIXED})
      all.push_back({test::zlib_deflate(input.bytes, 9, strategy), input.bytes});
    all.push_back({test::zlib_deflate(input.bytes, 0, Z_DEFAULT_STRATEGY), input.bytes});
    all.push_back({test::zlib_deflate(input.bytes, 6, Z_DEFAULT_STRATEGY, 1), input.bytes});
  }
  return all;
}

void flip_bits(bytes& b, std::mt19937_64& random) {
  for (auto n = 1 + random() % 3; n > 0; --n)
    b[random() % b.size()] ^= static_cast<std::byte>(1u << random() % 8);
}

TEST(deflate_corrupted, bit_flips_are_refused_as_by_zlib) {
  std::mt19937_64 random(1);
  const auto streams = good_streams(600, 1);
  unsigned refused = 0, tried = 0;
  for (unsigned round = 0; round < 40; ++round)
    for (stream s : streams) {
      // Every other time near the beginning, where a dynamic block has its code lengths.
      bytes head(s.in.begin(),
                 s.in.begin() +
                     static_cast<std::ptrdiff_t>(
                         round % 2 == 0 ? s.in.size() : std::min<std::size_t>(s.in.size(), 60)));
      flip_bits(head, random);
      std::ranges::copy(head, s.in.begin());
      refused += expect_as_zlib(s.in) == status::ok ? 0 : 1;
      ++tried;
    }
  EXPECT_GT(refused, tried / 4) << "a flip in a literal cannot be seen, most others are";
}

TEST(deflate_corrupted, random_bytes_are_refused_as_by_zlib) {
  std::mt19937_64 random(2);
  unsigned accepted = 0;
  for (unsigned round = 0; round < 10'000; ++round) {
    bytes in(random() % 100);
    for (auto& b : in) b = static_cast<std::byte>(random());
    accepted += expect_as_zlib(in) == status::ok ? 1 : 0;
  }
  EXPECT_LT(accepted, 1000u);
}

/// A random block, half the time without the bytes that follow a good one.
bytes random_block(std::mt19937_64& random, std::size_t& raw_bytes) {
  bytes in = test::random_dynamic_block(random);
  const test::inflated by_zlib = test::zlib_inflate(in, ample_room);
  if (random() % 2 == 0 && by_zlib.result == Z_STREAM_END)
    in.resize(in.size() - by_zlib.input_left);
  raw_bytes = by_zlib.out.size();
  return in;
}

// Random codes, some of them faulty, and random bits in them.
TEST(deflate_corrupted, random_codes_are_refused_as_by_zlib) {
  std::mt19937_64 random(3);
  std::map<status, unsigned> seen;
  for (unsigned round = 0; round < 4000; ++round) {
    std::size_t raw_bytes = 0;
    ++seen[expect_as_zlib(random_block(random, raw_bytes))];
  }
  for (const status s :
       {status::ok, status::truncated_input, status::trailing_input, status::malformed_symbol})
    EXPECT_GT(seen[s], 20u) << to_string(s);
}

TEST(deflate_corrupted, every_truncation_is_found) {
  for (const auto& s : good_streams(300, 4)) {
    for (std::size_t size = 0; size < s.in.size(); ++size) {
      const bytes cut(s.in.begin(), s.in.begin() + static_cast<std::ptrdiff_t>(size));
      bytes out(s.raw.size());
      ASSERT_STREQ(to_string(test::reference_decode(cut, out)), "truncated_input") << size;
    }
  }
}

/// Corrupted streams in one launch, each with room for `room` bytes: the decoders agree.
class agreement {
 public:
  void add(const bytes& in, std::size_t room) {
    chunks_.push_back({in_.size(), out_bytes_, static_cast<std::uint32_t>(in.size()),
                       static_cast<std::uint32_t>(room)});
    in_.insert(in_.end(), in.begin(), in.end());
    out_bytes_ += room;
    bytes out(room);
    expected_.push_back(test::reference_decode(in, out));
    outputs_.push_back(std::move(out));
  }

  void expect() const {
    for (const char* variant : test::device_decoders) {
      const test::decoded d = test::decode_on_device(variant, in_, chunks_, out_bytes_);
      for (std::size_t i = 0; i < chunks_.size(); ++i) {
        const auto begin = d.out.begin() + static_cast<std::ptrdiff_t>(chunks_[i].out_offset);
        EXPECT_STREQ(to_string(d.statuses[i]), to_string(expected_[i]))
            << variant << ", stream " << i;
        if (expected_[i] == status::ok) {
          EXPECT_TRUE(std::equal(outputs_[i].begin(), outputs_[i].end(), begin))
              << variant << ", stream " << i;
        }
      }
    }
  }

  [[nodiscard]] std::size_t count(status s) const {
    return static_cast<std::size_t>(std::ranges::count(expected_, s));
  }

 private:
  bytes in_;
  std::size_t out_bytes_ = 0;
  std::vector<chunk> chunks_;
  std::vector<status> expected_;
  std::vector<bytes> outputs_;
};

TEST(deflate_corrupted, decoders_agree_on_every_kind_of_corruption) {
  std::mt19937_64 random(5);
  agreement all;
  const auto streams = good_streams(400, 5);
  for (unsigned round = 0; round < 12; ++round)
    for (const stream& s : streams) {
      bytes in = s.in;
      std::size_t room = s.raw.size();
      switch (random() % 6) {
        case 0:
        case 1:
          flip_bits(in, random);
          break;
        case 2:
          in.resize(random() % in.size());
          break;
        case 3:
          in.resize(in.size() + 1 + random() % 20, static_cast<std::byte>(random()));
          break;
        case 4:
          room = random() % (2 * room + 2);
          break;
        case 5:  // several at once
          flip_bits(in, random);
          in.resize(1 + random() % in.size());
          room = random() % (room + 2);
          break;
      }
      all.add(in, room);
    }
  all.expect();
  for (const status s : {status::ok, status::truncated_input, status::trailing_input,
                         status::output_overflow, status::malformed_symbol})
    EXPECT_GT(all.count(s), 20u) << to_string(s);
}

TEST(deflate_corrupted, decoders_agree_on_random_codes) {
  std::mt19937_64 random(8);
  agreement all;
  for (unsigned round = 0; round < 800; ++round) {
    std::size_t size = 0;
    const bytes in = random_block(random, size);
    all.add(in, random() % 4 == 0 ? random() % (size + 3) : size);
  }
  all.expect();
  for (const status s : {status::ok, status::truncated_input, status::trailing_input,
                         status::output_overflow, status::malformed_symbol})
    EXPECT_GT(all.count(s), 20u) << to_string(s);
}

TEST(deflate_corrupted, decoders_agree_on_every_truncation) {
  agreement all;
  std::mt19937_64 random(6);
  for (const auto& s : good_streams(60, 6))
    for (std::size_t size = 0; size < s.in.size(); ++size) {
      // With too little room, the truncation may come after the overflow or before it.
      const bytes cut(s.in.begin(), s.in.begin() + static_cast<std::ptrdiff_t>(size));
      all.add(cut, size % 3 == 0 ? random() % (s.raw.size() + 1) : s.raw.size());
    }
  all.expect();
  EXPECT_GT(all.count(status::truncated_input), 3000u);
}

// Chunks of a column, every second one corrupted, as the other codecs are tested.
TEST(deflate_corrupted, good_chunks_beside_corrupted_ones_are_still_right) {
  constexpr unsigned corruptions = 1200;
  std::mt19937_64 random(7);
  const auto d = test::damage(*find_codec("deflate"), element_type::int32, corruptions, random);
  const test::decoded got =
      test::decode_on_device(test::device_decoders[1], d.in, d.chunks, d.original.size());
  unsigned refused = 0;
  for (std::size_t i = 0; i < d.chunks.size(); ++i) {
    const chunk& c = d.chunks[i];
    const auto in = d.in.begin() + static_cast<std::ptrdiff_t>(c.in_offset);
    const auto begin = static_cast<std::ptrdiff_t>(c.out_offset);
    bytes out(c.out_bytes);
    const status reference = test::reference_decode(bytes(in, in + c.in_bytes), out);
    EXPECT_STREQ(to_string(got.statuses[i]), to_string(reference)) << "chunk " << i;
    refused += reference != status::ok ? 1 : 0;
    if (reference == status::ok) {
      EXPECT_TRUE(std::equal(out.begin(), out.end(), got.out.begin() + begin)) << "chunk " << i;
    }
    if (!test::is_damaged(i)) {
      EXPECT_TRUE(std::equal(out.begin(), out.end(), d.original.begin() + begin))
          << "good chunk " << i;
      EXPECT_EQ(reference, status::ok) << "good chunk " << i;
    }
    for (auto b = c.out_bytes; b != test::damaged_chunk_bytes; ++b)
      ASSERT_EQ(got.out[c.out_offset + b], std::byte{0xee}) << "after chunk " << i;
  }
  EXPECT_GT(refused, corruptions / 2) << "most corruptions are found";
}

}  // namespace
}  // namespace codag::deflate
