// output_stream against std::vector, at every alignment, with the copies that overlap.
#include "codag/stream/output_stream.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <random>
#include <vector>

#include "codag/simt/host/launch.hpp"

namespace codag {
namespace {

using host_output = output_stream<simt::host::thread>;

struct write_kernel {
  static constexpr const char* name = "write_kernel";
  static constexpr unsigned max_threads = 32;
  struct shared_storage {};
  std::byte* out;
  std::uint32_t bytes;
  const std::function<void(host_output&)>& body;
  void operator()(const simt::host::thread& t, shared_storage&) const {
    host_output stream(t, out, bytes);
    body(stream);
    stream.finish();
  }
};

std::vector<std::uint8_t> written(std::size_t offset, std::uint32_t bytes,
                                  const std::function<void(host_output&)>& body) {
  std::vector<std::byte> memory(offset + bytes, std::byte{0xee});
  simt::host::launch(write_kernel{memory.data() + offset, bytes, body}, {1, 32});
  for (std::size_t i = 0; i < offset; ++i)
    EXPECT_EQ(memory[i], std::byte{0xee}) << "a byte before the chunk";
  std::vector<std::uint8_t> out(bytes);
  if (bytes != 0) std::memcpy(out.data(), memory.data() + offset, bytes);
  return out;
}

TEST(output_stream, literals_of_each_width_at_any_alignment) {
  for (std::size_t offset = 0; offset < 8; ++offset) {
    const auto out = written(offset, 15, [](host_output& s) {
      EXPECT_TRUE(s.begin_literals<std::uint8_t>(15));
      s.write_value<std::uint8_t>(0x01);
      s.write_value<std::uint16_t>(0x0302);
      s.write_value<std::uint32_t>(0x07060504);
      s.write_value<std::uint64_t>(0x0f0e0d0c0b0a0908);
      EXPECT_EQ(s.room(), 0u);
    });
    for (unsigned i = 0; i < 15; ++i) EXPECT_EQ(out[i], i + 1) << "offset " << offset;
  }
}

TEST(output_stream, runs_wrap_around_and_reach_any_length) {
  for (std::size_t offset = 0; offset < 5; ++offset) {
    for (const std::uint32_t length : {0u, 1u, 3u, 31u, 32u, 33u, 130u}) {
      const auto out = written(offset, 4 * length, [&](host_output& s) {
        EXPECT_TRUE(
            (s.write_run<std::uint32_t>(0xfffffff0, length, static_cast<std::uint32_t>(-5))));
      });
      for (std::uint32_t i = 0; i < length; ++i) {
        std::uint32_t value = 0;
        std::memcpy(&value, out.data() + 4 * i, 4);
        EXPECT_EQ(value, 0xfffffff0u - 5 * i);
      }
    }
  }
}

TEST(output_stream, memcpy_with_every_offset_length_and_alignment) {
  for (std::size_t misalign = 0; misalign < 4; ++misalign)
    for (std::uint32_t before = 1; before <= 40; before += 3)
      for (std::uint32_t offset = 1; offset <= before; ++offset)
        for (const std::uint32_t length :
             {0u, 1u, 2u, 3u, 5u, 31u, 32u, 33u, 36u, 129u, 130u, 258u}) {
          std::vector<std::uint8_t> expected;
          for (std::uint32_t i = 0; i < before; ++i)
            expected.push_back(static_cast<std::uint8_t>(i * 37 + 11));
          for (std::uint32_t i = 0; i < length; ++i)
            expected.push_back(expected[expected.size() - offset]);
          const auto out = written(misalign, before + length, [&](host_output& s) {
            for (std::uint32_t i = 0; i < before; ++i)
              s.write_value(static_cast<std::uint8_t>(i * 37 + 11));
            EXPECT_TRUE(s.memcpy(offset, length));
          });
          ASSERT_EQ(out, expected) << "misalign " << misalign << " before " << before << " offset "
                                   << offset << " length " << length;
        }
}

TEST(output_stream, a_chain_of_copies_sees_what_the_last_one_wrote) {
  std::mt19937 random(7);
  std::vector<std::uint8_t> expected = {1, 2, 3};
  std::vector<std::pair<std::uint32_t, std::uint32_t>> copies;
  for (int i = 0; i < 300; ++i) {
    const auto offset = static_cast<std::uint32_t>(1 + random() % expected.size());
    const auto length = static_cast<std::uint32_t>(random() % 300);
    copies.emplace_back(offset, length);
    for (std::uint32_t k = 0; k < length; ++k)
      expected.push_back(expected[expected.size() - offset]);
  }
  const auto out = written(1, static_cast<std::uint32_t>(expected.size()), [&](host_output& s) {
    for (std::uint8_t b = 1; b <= 3; ++b) s.write_value(b);
    for (const auto& [offset, length] : copies) EXPECT_TRUE(s.memcpy(offset, length));
  });
  EXPECT_EQ(out, expected);
}

/// A computed run that must not be asked for its values.
struct unwritten_run {
  template <class Thread, class Words, class Store>
  void write(const Thread&, const Words&, std::uint32_t, const Store&) const {
    ADD_FAILURE() << "the run does not fit";
  }
};

TEST(output_stream, what_does_not_fit_is_refused_and_writes_nothing) {
  const auto out = written(0, 6, [](host_output& s) {
    EXPECT_FALSE(s.memcpy(1, 1)) << "nothing is before the chunk";
    EXPECT_TRUE(s.begin_literals<std::uint32_t>(1));
    s.write_value<std::uint32_t>(0);
    EXPECT_TRUE(s.begin_literals<std::uint16_t>(1));
    EXPECT_FALSE(s.begin_literals<std::uint16_t>(2));
    EXPECT_FALSE(s.begin_literals<std::uint32_t>(1));
    EXPECT_FALSE(s.begin_literals<std::uint16_t>(0x80000001)) << "no size in bytes wraps around";
    s.write_value<std::uint32_t>(1);
    s.write_values<std::uint8_t>({1, 2, 3, 4}, high_bits);
    EXPECT_FALSE((s.write_run<std::uint16_t>(1, 2, 0)));
    EXPECT_FALSE((s.write_run<std::uint16_t>(1, 0xffffffff, 0)));
    EXPECT_FALSE((s.write_computed<std::uint16_t>(unwritten_run{}, 2, nullptr)));
    EXPECT_FALSE(s.memcpy(5, 1));
    EXPECT_FALSE(s.memcpy(0, 1));
    EXPECT_FALSE(s.memcpy(1, 3));
    EXPECT_FALSE(s.memcpy(1, 0xffffffff));
    EXPECT_EQ(s.room(), 2u);
  });
  EXPECT_EQ(out, (std::vector<std::uint8_t>{0, 0, 0, 0, 0xee, 0xee}));
}

}  // namespace
}  // namespace codag
