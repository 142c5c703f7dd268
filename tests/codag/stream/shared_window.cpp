// shared_window against bits taken one by one: as what all lanes look at, and as an input.
#include "codag/stream/shared_window.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <new>
#include <random>

#include "codag/simt/host/launch.hpp"

namespace codag {
namespace {

template <class Window>
using window_body = std::function<void(const simt::host::thread&, Window&)>;

template <class Window>
struct window_kernel {
  static constexpr const char* name = "window_kernel";
  static constexpr unsigned max_threads = 32;
  const std::byte* data;
  std::uint32_t bytes;
  const window_body<Window>& run;

  void operator()(const simt::host::thread& t, std::byte* shared) const {
    Window window(t, reinterpret_cast<std::uint32_t*>(shared), Window::buffer_bytes,
                  compressed_words(data, bytes));
    run(t, window);
  }
};

/// Memory that begins with a cache line.
struct free_lines {
  void operator()(std::byte* memory) const {
    ::operator delete[](memory, std::align_val_t{cache_line_bytes});
  }
};
std::unique_ptr<std::byte[], free_lines> new_lines(std::size_t bytes) {
  void* memory = ::operator new[](bytes, std::align_val_t{cache_line_bytes});
  return std::unique_ptr<std::byte[], free_lines>(static_cast<std::byte*>(memory));
}

/// A chunk at a chosen offset from a cache line, in memory that ends with the chunk:
/// AddressSanitizer sees any read past its end.
class a_chunk {
 public:
  a_chunk(std::size_t offset, std::size_t bytes, unsigned seed)
      : offset_(offset), bytes_(bytes), memory_(new_lines(offset + bytes)) {
    std::mt19937 random(seed);
    for (std::size_t i = 0; i < offset + bytes; ++i) memory_[i] = static_cast<std::byte>(random());
  }

  template <class Window>
  simt::host::counts run(const window_body<Window>& run) const {
    return simt::host::launch(
        window_kernel<Window>{memory_.get() + offset_, static_cast<std::uint32_t>(bytes_), run},
        {1, 32, Window::buffer_bytes});
  }

  /// `width` bits, counted from the chunk's first; 0 past its end.
  [[nodiscard]] std::uint32_t bits(std::size_t at, unsigned width) const {
    std::uint32_t field = 0;
    for (unsigned i = 0; i < width; ++i, ++at)
      if (at / 8 < bytes_)
        field |= (std::to_integer<std::uint32_t>(memory_[offset_ + at / 8]) >> (at % 8) & 1) << i;
    return field;
  }

 private:
  std::size_t offset_, bytes_;
  std::unique_ptr<std::byte[], free_lines> memory_;
};

/// A window of each size of its parts.
template <class Window>
struct shared_windows : testing::Test {};
using sizes =
    testing::Types<shared_window<simt::host::thread, 512>, shared_window<simt::host::thread, 1024>>;
TYPED_TEST_SUITE(shared_windows, sizes);

TYPED_TEST(shared_windows, each_lane_reads_any_bits_of_a_look) {
  using host_window = TypeParam;
  for (const std::size_t offset : {0u, 1u, 3u, 4u, 15u, 16u, 126u, 127u})
    for (const std::size_t bytes : {0u, 1u, 5u, 15u, 16u, 127u, 1024u, 4500u}) {
      const a_chunk chunk(offset, bytes, 1);
      chunk.run<host_window>([&](const simt::host::thread& t, host_window& w) {
        const std::uint32_t begin = w.position();
        EXPECT_EQ(w.end_bit() - begin, 8 * bytes);
        const std::uint32_t most = host_window::capacity();
        ASSERT_EQ(most, host_window::half_bytes - 16);
        // Steps of 1 to 1500 bytes and a few bits, and one that skips two windows. The last ones go
        // on past the chunk's end.
        for (std::uint32_t at = 0, step = 1; at < 8 * bytes + 3000;
             step = step == 125 ? 5000 : step * 5 % 1501) {
          ASSERT_EQ(w.position(), begin + at);
          w.look(most);
          for (std::uint32_t i = t.lane(); 8 * i + 32 <= 8 * most; i += 32)
            ASSERT_EQ(w.bits_at(begin + at + 8 * i), chunk.bits(at + 8 * i, 32))
                << "bit " << at + 8 * i << " of " << bytes << " bytes at " << offset;
          const std::uint32_t word = (begin + at + 31) / 32;
          ASSERT_EQ(w.word_at(word), chunk.bits(32 * word - begin, 32));
          w.seek(begin + (at += 8 * step + step % 8));
        }
      });
    }
}

TYPED_TEST(shared_windows, gives_the_next_bytes_from_any_byte) {
  using host_window = TypeParam;
  const a_chunk chunk(3, 3000, 7);
  chunk.run<host_window>([&](const simt::host::thread& t, host_window& w) {
    for (std::uint32_t at = 0; at < 3000; at += 7) {
      w.look(host_window::capacity());
      const next_bytes next = w.next_bytes();
      const std::uint32_t i = at % (host_window::capacity() / 36) * t.lane();
      ASSERT_EQ(next.byte(i), chunk.bits(8 * (at + i), 8));
      ASSERT_EQ(next.word(i), chunk.bits(8 * (at + i), 32));
      std::uint32_t three[3];
      next.words(i, three);
      for (std::uint32_t k = 0; k < 3; ++k)
        ASSERT_EQ(three[k], chunk.bits(8 * (at + i + 4 * k), 32));
      // Bits from the high end of each byte, and chosen bytes.
      std::uint32_t high = 0;
      for (std::uint32_t bit = i; bit < i + 32; ++bit)
        high = high << 1 | chunk.bits(8 * at + bit / 8 * 8 + 7 - bit % 8, 1);
      ASSERT_EQ(next.high_first(i), high);
      ASSERT_EQ(next.chosen(i, 0x4320), chunk.bits(8 * (at + i), 8) |
                                            chunk.bits(8 * (at + i + 2), 8) << 8 |
                                            chunk.bits(8 * (at + i + 3), 16) << 16);
      w.seek(w.position() + 56);
    }
  });
}

TYPED_TEST(shared_windows, knows_how_many_bytes_are_left) {
  using host_window = TypeParam;
  const a_chunk chunk(1, 100, 8);
  chunk.run<host_window>([&](const simt::host::thread&, host_window& w) {
    EXPECT_EQ(w.bytes_left(), 100u);
    EXPECT_TRUE(w.has(100));
    EXPECT_FALSE(w.has(101));
    w.seek(w.position() + 8 * 60);
    EXPECT_TRUE(w.has(40));
    EXPECT_FALSE(w.has(41));
    w.seek(w.position() + 8 * 50);
    EXPECT_FALSE(w.has(0)) << "it is past the end";
    EXPECT_EQ(w.bytes_left(), 0u);
  });
}

TYPED_TEST(shared_windows, resumes_where_a_copy_has_come_to) {
  using host_window = TypeParam;
  const a_chunk chunk(9, 9000, 9);
  chunk.run<host_window>([&](const simt::host::thread& t, host_window& w) {
    const std::uint32_t begin = w.position();
    for (std::uint32_t at = 0; at < 8 * 8000; at += 8 * 700) {
      host_window copy = w;
      copy.seek(begin + at);
      copy.look(4);
      w.resume(copy);
      ASSERT_EQ(w.position(), begin + at);
      ASSERT_EQ(w.bits_at(begin + at + t.lane()), chunk.bits(at + t.lane(), 32));
    }
  });
}

TYPED_TEST(shared_windows, is_an_input_at_the_same_position) {
  using host_window = TypeParam;
  const a_chunk chunk(5, 2000, 2);
  chunk.run<host_window>([&](const simt::host::thread& t, host_window& w) {
    const std::uint32_t begin = w.position();
    std::uint32_t at = 0;
    for (unsigned round = 0; !w.at_end(); ++round) {
      // Sequentially, by all lanes.
      const unsigned width = round % 33;
      ASSERT_EQ(w.peek_bits(width), chunk.bits(at, width));
      ASSERT_EQ(w.fetch_bits(width), chunk.bits(at, width));
      at += width;
      look_ahead ahead = w.look_ahead();
      ASSERT_EQ(ahead.peek(), chunk.bits(at, 32));
      ahead.skip(19);
      ASSERT_EQ(ahead.peek(), chunk.bits(at + 19, 32));
      w.follow(ahead);
      w.align_to_byte();
      at = (at + 19 + 7) / 8 * 8;
      ASSERT_EQ(w.position(), begin + at);
      // Each lane elsewhere.
      w.look(36);
      ASSERT_EQ(w.bits_at(begin + at + t.lane()), chunk.bits(at + t.lane(), 32));
      if (at + 512 > 16000) {
        ASSERT_FALSE(w.overrun());
        w.seek(begin + 16000);
      }
    }
    w.skip_word();
    EXPECT_TRUE(w.overrun());
    EXPECT_FALSE(w.at_end());
    EXPECT_EQ(w.fetch_bits(32), 0u);
  });
}

TYPED_TEST(shared_windows, looks_ahead_from_any_bit) {
  using host_window = TypeParam;
  const a_chunk chunk(2, 600, 4);
  chunk.run<host_window>([&](const simt::host::thread&, host_window& w) {
    for (std::uint32_t at = 0; at < 4800; ++at) {
      look_ahead ahead = w.look_ahead();
      ASSERT_EQ(ahead.peek(), chunk.bits(at, 32)) << "bit " << at;
      ahead.skip(32);
      ASSERT_EQ(ahead.peek(), chunk.bits(at + 32, 32)) << "bit " << at;
      w.skip_bits(1);
    }
  });
}

// A lane loads 16 bytes at once; at the chunk's ends, where it has less, one byte.

TYPED_TEST(shared_windows, loads_each_byte_once) {
  using host_window = TypeParam;
  const a_chunk chunk(0, 8192, 3);
  const auto counts = chunk.run<host_window>([&](const simt::host::thread&, host_window& w) {
    for (unsigned i = 0; i < 2048; ++i) {
      w.look(4);
      w.skip_word();
    }
  });
  EXPECT_EQ(counts.load_lanes, 8192u / 16);
  // Two for the start and for each move, and one for each end of the chunk.
  EXPECT_LE(counts.warp_barriers, 2 * 8192 / host_window::half_bytes + 2);
}

TYPED_TEST(shared_windows, loads_nothing_twice_and_nothing_that_is_skipped) {
  using host_window = TypeParam;
  const a_chunk chunk(0, 1 << 16, 5);
  const auto counts = chunk.run<host_window>([&](const simt::host::thread&, host_window& w) {
    w.look(4);
    w.seek(w.position() + 8 * 60000);
    w.look(4);
  });
  EXPECT_LE(counts.load_lanes, 2 * 3 * host_window::half_bytes / 16)
      << "two windows, and the part after each";
}

}  // namespace
}  // namespace codag
