// input_stream over the shared input buffer against bits taken one by one, at every alignment.
#include "codag/stream/input_stream.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <vector>

#include "codag/simt/host/launch.hpp"
#include "codag/stream/register_input_buffer.hpp"
#include "codag/stream/shared_input_buffer.hpp"

namespace codag {
namespace {

/// Fetches fields of the given widths, and says what each lane saw.
template <class InputBuffer>
struct fetch_kernel {
  static constexpr const char* name = "fetch_kernel";
  static constexpr unsigned max_threads = 32;
  const std::byte* data;
  std::uint32_t bytes;
  const std::vector<unsigned>& widths;
  std::vector<std::uint32_t>& fields;  // of lane 0
  bool& overrun;
  bool& at_end;

  template <class Thread>
  void operator()(const Thread& t, std::byte* shared) const {
    typename InputBuffer::template buffer<Thread> buffer(
        t, reinterpret_cast<std::uint32_t*>(shared), InputBuffer::default_ring_bytes,
        compressed_words(data, bytes));
    input_stream in(buffer);
    for (std::size_t i = 0; i < widths.size(); ++i) {
      const std::uint32_t peeked = in.peek_bits(widths[i]);
      const std::uint32_t field = in.fetch_bits(widths[i]);
      EXPECT_EQ(peeked, field);
      if (t.lane() == 0) fields[i] = field;
      EXPECT_EQ(t.shuffle(field, 0), field) << "every lane decodes the same bits";
    }
    if (t.lane() == 0) {
      overrun = in.overrun();
      at_end = in.at_end();
    }
  }
};

struct fetched {
  std::vector<std::uint32_t> fields;
  bool overrun = false, at_end = false;
  simt::host::counts counts;
};

template <class InputBuffer = shared_input>
fetched fetch(const std::byte* data, std::uint32_t bytes, const std::vector<unsigned>& widths) {
  fetched f;
  f.fields.resize(widths.size());
  f.counts = simt::host::launch(
      fetch_kernel<InputBuffer>{data, bytes, widths, f.fields, f.overrun, f.at_end},
      {1, 32, InputBuffer::default_ring_bytes});
  return f;
}

std::uint32_t bits_of(const std::vector<std::byte>& data, std::size_t at, unsigned width) {
  std::uint32_t field = 0;
  for (unsigned i = 0; i < width; ++i, ++at)
    if (at / 8 < data.size())
      field |= (std::to_integer<std::uint32_t>(data[at / 8]) >> (at % 8) & 1) << i;
  return field;
}

template <class InputBuffer>
void expect_any_alignment_length_and_field_width() {
  std::mt19937 random(1);
  for (std::size_t offset = 0; offset < 132; ++offset) {
    for (const std::size_t bytes :
         {std::size_t{0}, std::size_t{1}, std::size_t{3}, std::size_t{4}, std::size_t{127},
          std::size_t{128}, std::size_t{129}, std::size_t{700}}) {
      // Exactly as long as needed, so that a read outside is one AddressSanitizer sees.
      std::vector<std::byte> memory(offset + bytes);
      for (auto& b : memory) b = static_cast<std::byte>(random());
      const std::vector<std::byte> data(memory.begin() + static_cast<std::ptrdiff_t>(offset),
                                        memory.end());
      std::vector<unsigned> widths;
      std::size_t total = 0;
      while (total < 8 * bytes) {
        const auto width =
            static_cast<unsigned>(std::min<std::size_t>(random() % 33, 8 * bytes - total));
        widths.push_back(width);
        total += width;
      }
      const fetched f =
          fetch<InputBuffer>(memory.data() + offset, static_cast<std::uint32_t>(bytes), widths);
      std::size_t at = 0;
      for (std::size_t i = 0; i < widths.size(); at += widths[i], ++i)
        ASSERT_EQ(f.fields[i], bits_of(data, at, widths[i]))
            << "offset " << offset << " bytes " << bytes << " field " << i;
      EXPECT_FALSE(f.overrun);
      EXPECT_TRUE(f.at_end);
    }
  }
}

TEST(input_stream, any_alignment_length_and_field_width) {
  expect_any_alignment_length_and_field_width<shared_input>();
}
TEST(input_stream, any_alignment_length_and_field_width_in_registers) {
  expect_any_alignment_length_and_field_width<register_input>();
}

TEST(input_stream, reading_past_the_end_gives_zeros_and_overrun) {
  const std::vector<std::byte> data(5, std::byte{0xff});
  const fetched f = fetch(data.data(), 5, {32, 8, 1, 32, 32, 32});
  EXPECT_EQ(f.fields, (std::vector<std::uint32_t>{0xffffffff, 0xff, 0, 0, 0, 0}));
  EXPECT_TRUE(f.overrun);
  EXPECT_FALSE(f.at_end);
}

/// Words from an array; the stream begins `begin` bytes inside the first.
struct array_source {
  const std::uint32_t* words;
  std::uint32_t begin, index = 0;
  std::uint32_t next_word() { return words[index++]; }
  [[nodiscard]] std::uint32_t taken() const { return index; }
  [[nodiscard]] std::uint32_t begin_bit() const { return 8 * begin; }
  [[nodiscard]] std::uint32_t end_bit() const { return 128; }
};

TEST(input_stream, align_to_byte_goes_to_the_next_bytes_beginning) {
  const std::uint32_t words[] = {0x03020100, 0x07060504, 0x0b0a0908, 0x0f0e0d0c, 0, 0};
  for (std::uint32_t begin = 0; begin < 4; ++begin)
    for (unsigned taken = 0; taken <= 64; ++taken) {
      array_source source{words, begin};
      input_stream in(source);
      in.skip_bits(taken / 2);
      in.skip_bits(taken - taken / 2);
      in.align_to_byte();
      EXPECT_EQ(in.fetch_bits(8), begin + (taken + 7) / 8) << taken << " bits from " << begin;
    }
}

// Steps of every width from every bit: the stream follows over no, one or two words.
TEST(input_stream, look_ahead_is_the_next_64_bits) {
  const std::uint32_t words[] = {0x9d3f1c27, 0x40b8e6a5, 0xf2715dc8, 0x1e94a30b, 0x6ac7f852, 0, 0};
  const auto bit = [&](unsigned at) { return words[at / 32] >> (at % 32) & 1; };
  for (unsigned begin = 0; begin < 32; ++begin)
    for (unsigned taken = 0; taken < 64; ++taken) {
      array_source source{words, 0};
      input_stream<array_source, true> in(source);
      in.skip_bits(begin);
      look_ahead ahead = in.look_ahead();
      for (unsigned at = 0; at < taken; ++at) {
        ASSERT_EQ(ahead.peek() & 1, bit(begin + at)) << "from " << begin << ", bit " << at;
        ahead.skip(1);
      }
      ASSERT_EQ(in.position(), begin) << "the stream stays";
      in.follow(ahead);
      ASSERT_EQ(in.position(), begin + taken);
      for (unsigned at = 0; at < 32; ++at)
        ASSERT_EQ(in.peek_bits(32) >> at & 1, bit(begin + taken + at))
            << "from " << begin << ", " << taken << " taken, bit " << at;
    }
}

TEST(input_stream, refills_are_whole_aligned_cache_lines) {
  alignas(128) static std::byte data[1024] = {};
  const fetched f = fetch(data, 1024, std::vector<unsigned>(256, 32));
  EXPECT_EQ(f.counts.load_instructions, 1024u / 128);
  EXPECT_EQ(f.counts.load_sectors, 1024u / 32);
  EXPECT_EQ(f.counts.load_lanes, 256u);
}

}  // namespace
}  // namespace codag
