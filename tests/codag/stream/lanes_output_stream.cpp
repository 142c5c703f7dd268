// lanes_output_stream: batches that lanes write apart, and copies that see them.
#include "codag/stream/lanes_output_stream.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <vector>

#include "codag/simt/host/launch.hpp"

namespace codag {
namespace {

using host_stream = lanes_output_stream<simt::host::thread>;
using body = std::function<void(const simt::host::thread&, host_stream&)>;

struct batch_kernel {
  static constexpr const char* name = "batch_kernel";
  static constexpr unsigned max_threads = 32;
  struct shared_storage {};
  std::byte* out;
  std::uint32_t bytes;
  const body& run;
  void operator()(const simt::host::thread& t, shared_storage& /*shared*/) const {
    host_stream stream(t, out, bytes);
    run(t, stream);
    stream.finish();
  }
};

std::vector<std::uint8_t> written(std::size_t offset, std::uint32_t bytes, const body& run) {
  alignas(16) static std::byte memory[4096];
  std::ranges::fill(memory, std::byte{0xee});
  simt::host::launch(batch_kernel{memory + offset, bytes, run}, {1, 32});
  for (std::size_t i = 0; i < sizeof(memory); ++i)
    if (i < offset || i >= offset + bytes) {
      EXPECT_EQ(memory[i], std::byte{0xee}) << "byte " << i << " is outside the chunk";
    }
  const auto* begin = reinterpret_cast<const std::uint8_t*>(memory + offset);
  return {begin, begin + bytes};
}

TEST(lanes_output_stream, each_lane_writes_where_it_likes_in_a_batch) {
  for (std::size_t offset = 0; offset < 9; ++offset) {
    const auto out = written(offset, 200, [&](const simt::host::thread& t, host_stream& s) {
      EXPECT_EQ(s.misalignment(8), offset % 8);
      EXPECT_EQ(s.misalignment(2), offset % 2);
      EXPECT_TRUE(s.begin_literals<std::uint8_t>(3));
      for (std::uint8_t i = 0; i < 3; ++i) s.write_value(i);
      // Lanes in the opposite order, four bytes each.
      EXPECT_TRUE(s.begin_batch(128));
      const unsigned at = 3 + 4 * (31 - t.lane());
      s.write_at(at, 0x03020100u + 0x01010101u * at);
      s.end_batch();
      EXPECT_EQ(s.position(), 131u);
      // Two lanes, one byte each; then one lane, eight bytes.
      EXPECT_TRUE(s.begin_batch(10));
      if (t.lane() < 2) s.write_at(131 + t.lane(), static_cast<std::uint8_t>(131 + t.lane()));
      if (t.lane() == 9) s.write_at(133, std::uint64_t{0x8c8b8a8988878685});
      s.end_batch();
      EXPECT_FALSE(s.begin_batch(60));
      EXPECT_FALSE(s.begin_batch(0xffffffff));
      EXPECT_EQ(s.room(), 59u);
      EXPECT_TRUE(s.begin_batch(59));
    });
    for (unsigned i = 0; i < 200; ++i)
      EXPECT_EQ(out[i], i < 141 ? i : 0xee) << "byte " << i << " at offset " << offset;
  }
}

TEST(lanes_output_stream, lanes_write_elements_by_number) {
  struct alignas(8) pair {
    std::uint32_t low, high;
  };
  const auto out = written(8, 256, [&](const simt::host::thread& t, host_stream& s) {
    EXPECT_TRUE(s.begin_batch(128));
    s.elements_at<std::uint32_t>(64).put(static_cast<std::int32_t>(t.lane()) - 16, t.lane());
    s.end_batch();
    EXPECT_TRUE(s.begin_batch(128));
    if (t.lane() < 16)
      s.elements_at<std::uint32_t>(128).put_together(2 * static_cast<std::int32_t>(t.lane()),
                                                     pair{32 + 2 * t.lane(), 33 + 2 * t.lane()});
    s.end_batch();
    host_stream copy = s;
    copy.go_to(200);
    s.resume(copy);
    EXPECT_EQ(s.position(), 200u);
  });
  for (unsigned i = 0; i < 64; ++i) EXPECT_EQ(out[4 * i], i);
}

TEST(lanes_output_stream, what_has_settled_is_read_by_other_lanes) {
  for (std::size_t offset = 0; offset < 4; ++offset) {
    const auto out = written(offset, 256, [](const simt::host::thread& t, host_stream& s) {
      EXPECT_TRUE(s.begin_batch(64));
      s.write_at(2 * t.lane(), static_cast<std::uint16_t>(0x0100 * (2 * t.lane() + 1) +
                                                          2 * t.lane()));  // byte i is i
      s.end_batch();
      // A copy of which each lane holds a byte that is not yet written.
      EXPECT_TRUE(s.memcpy(64, 32));
      EXPECT_TRUE(s.begin_batch(32));
      s.settle();
      // Lane i reads what lane 31 - i wrote.
      s.write_at(96 + t.lane(), s.read_at<std::uint8_t>(64 + 31 - t.lane()));
      s.settle();
      EXPECT_EQ(s.read_at<std::uint8_t>(96 + (t.lane() + 1) % 32), 31 - (t.lane() + 1) % 32);
      EXPECT_EQ(s.read_at<std::uint32_t>(1 + t.lane()), 0x04030201 + 0x01010101 * t.lane());
      s.end_batch();
      // Each lane copies for itself.
      EXPECT_TRUE(s.begin_batch(128));
      s.write_at(128 + 4 * t.lane(), s.read_at<std::uint32_t>(4 * t.lane()));
      s.end_batch();
    });
    for (unsigned i = 0; i < 128; ++i) {
      const unsigned expected = i < 64 ? i : i < 96 ? i - 64 : 127 - i;
      EXPECT_EQ(out[i], expected) << "byte " << i;
      EXPECT_EQ(out[128 + i], expected) << "byte " << 128 + i;
    }
  }
}

}  // namespace
}  // namespace codag
