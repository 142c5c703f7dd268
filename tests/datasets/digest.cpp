#include "datasets/digest.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "datasets/bad_input.hpp"
#include "tests/datasets/temporary_directory.hpp"

namespace codag::datasets {
namespace {

std::string digest_of(std::string_view text) {
  return sha256(std::as_bytes(std::span(text)));
}

// Messages and digests: NIST, "Secure Hash Standard" example values.
TEST(sha256, nist_examples) {
  EXPECT_EQ(digest_of(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(digest_of("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(digest_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(digest_of("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
                      "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu"),
            "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
}

TEST(sha256, one_million_letters) {
  EXPECT_EQ(digest_of(std::string(1'000'000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

// The length of the tail decides whether the padding takes one block or two: 56 bytes need two.
TEST(sha256, every_tail_length_gives_its_own_digest) {
  std::string last;
  for (std::size_t length = 0; length <= 130; ++length) {
    const std::string digest = digest_of(std::string(length, '\0'));
    EXPECT_EQ(digest.size(), 64u);
    EXPECT_NE(digest, last);
    last = digest;
  }
  EXPECT_EQ(digest_of(std::string(64, '\0')),
            "f5a5fd42d16a20302798ef6ed309979b43003d2320d9f0e8ea9831a92759fb4b");
}

TEST(sha256_of_file, blocks_and_a_rest) {
  const temporary_directory folder;
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{1} << 20, (std::size_t{5} << 19) + 3}) {
    std::string bytes(size, '\0');
    for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<char>(i * i >> 5);
    EXPECT_EQ(sha256_of_file(folder.write("bytes", bytes)), digest_of(bytes)) << size;
  }
}

TEST(sha256_of_file, what_cannot_be_read) {
  EXPECT_THROW(sha256_of_file("/nonexistent"), bad_input);
  EXPECT_THROW(sha256_of_file("/"), bad_input);
}

}  // namespace
}  // namespace codag::datasets
