// copy_bytes() at every alignment of the input and of the output, and around the lengths of its
// rows and turns.
#include "codag/stream/copy_bytes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "tests/support/lambda_kernel.hpp"

namespace codag {
namespace {

/// Bytes whose first one is `offset` bytes after a cache line. AddressSanitizer sees an access past
/// the last one. The bytes before the first one are there, too.
class placed_bytes {
 public:
  placed_bytes(std::uint32_t offset, std::uint32_t count)
      : memory_(new_lines(offset + count)), begin_(memory_.get() + offset), end_(begin_ + count) {}

  [[nodiscard]] std::byte* begin() const { return begin_; }
  [[nodiscard]] std::byte* end() const { return end_; }
  [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(end_ - begin_); }

 private:
  struct free_lines {
    void operator()(std::byte* memory) const {
      ::operator delete[](memory, std::align_val_t{cache_line_bytes});
    }
  };
  static std::byte* new_lines(std::size_t bytes) {
    return static_cast<std::byte*>(::operator new[](bytes, std::align_val_t{cache_line_bytes}));
  }

  std::unique_ptr<std::byte[], free_lines> memory_;
  std::byte *begin_, *end_;
};

struct piece {
  std::uint32_t in_offset;   ///< of the input from a cache line
  std::uint32_t from;        ///< the first byte that is copied
  std::uint32_t count;       ///< how many are
  std::uint32_t behind;      ///< how many more the input has
  std::uint32_t out_offset;  ///< of the output from a cache line
};

std::ostream& operator<<(std::ostream& out, const piece& p) {
  return out << p.count << " bytes from " << p.from << " on of an input at " << p.in_offset
             << " with " << p.behind << " more, to " << p.out_offset;
}

void expect_copy(const piece& p, std::mt19937& random) {
  const placed_bytes in(p.in_offset, p.from + p.count + p.behind);
  std::generate(in.begin(), in.end(), [&] { return static_cast<std::byte>(random()); });
  // A byte on each side that must stay.
  const placed_bytes out(p.out_offset, p.count + 2);
  std::fill(out.begin(), out.end(), std::byte{0xee});
  test::run({1, 32}, [&](const simt::host::thread& t, test::no_storage&) {
    copy_bytes(t, compressed_words(in.begin(), in.count()), p.from,
               reinterpret_cast<std::uint8_t*>(out.begin() + 1), p.count);
  });
  EXPECT_EQ(*out.begin(), std::byte{0xee}) << p;
  EXPECT_EQ(out.end()[-1], std::byte{0xee}) << p;
  EXPECT_TRUE(std::equal(out.begin() + 1, out.end() - 1, in.begin() + p.from)) << p;
}

TEST(copy_bytes, copies_at_every_alignment) {
  std::mt19937 random(1);
  for (std::uint32_t in_offset = 0; in_offset < 9; ++in_offset)
    for (std::uint32_t from = 0; from < 9; ++from)
      for (std::uint32_t behind = 0; behind < 9; ++behind)
        for (const std::uint32_t out_offset : {3u, 4u, 5u, 6u, 126u})
          expect_copy({in_offset, from, 130 + 3 * from + behind, behind, out_offset}, random);
}

TEST(copy_bytes, copies_few_bytes) {
  std::mt19937 random(2);
  for (std::uint32_t count = 0; count < 24; ++count)
    for (std::uint32_t offset = 0; offset < 8; ++offset)
      for (std::uint32_t behind = 0; behind < 5; ++behind)
        expect_copy({offset, offset % 3, count, behind, 2 * offset + count}, random);
}

TEST(copy_bytes, copies_rows_and_turns) {
  std::mt19937 random(3);
  for (const std::uint32_t around : {128u, 256u, 1920u, 2048u, 4096u, 16383u, 65535u})
    for (std::uint32_t more = 0; more < 9; ++more)
      expect_copy(
          {static_cast<std::uint32_t>(random() % 128), 5, around - 4 + more,
           static_cast<std::uint32_t>(random() % 3), static_cast<std::uint32_t>(random() % 128)},
          random);
}

}  // namespace
}  // namespace codag
