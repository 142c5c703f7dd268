#include "harness/support/shell_quote.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <string>
#include <vector>

namespace codag::harness {
namespace {

TEST(shell_quote, leaves_plain_words_alone) {
  EXPECT_EQ(shell_line({"codag", "run", "a/b-c_1.json", "--size=64KiB"}),
            "codag run a/b-c_1.json --size=64KiB");
}

TEST(shell_quote, a_shell_reads_every_byte_back) {
  std::string every;
  for (int c = 1; c < 256; ++c) every += static_cast<char>(c);
  for (const std::string& argument : {every, std::string(), std::string("it's"), std::string("*"),
                                      std::string("$HOME `id`"), std::string("~")}) {
    FILE* shell = popen(("printf %s " + shell_quoted(argument)).c_str(), "r");
    ASSERT_NE(shell, nullptr);
    std::string back;
    for (int c = 0; (c = std::fgetc(shell)) != EOF;) back += static_cast<char>(c);
    pclose(shell);
    EXPECT_EQ(back, argument);
  }
}

}  // namespace
}  // namespace codag::harness
