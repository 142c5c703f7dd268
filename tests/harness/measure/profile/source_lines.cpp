// Line tables of a cubin that nvcc made of toy_kernels.cuh, read by CUPTI without a GPU.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <set>

#include "harness/measure/profile/cupti_source_lines.hpp"

namespace codag::harness {
namespace {

class source_lines : public testing::Test {
 protected:
  void SetUp() override {
    std::ifstream in(CODAG_TOY_CUBIN, std::ios::binary);
    cubin_.assign(std::istreambuf_iterator<char>(in), {});
    ASSERT_FALSE(cubin_.empty()) << CODAG_TOY_CUBIN;
    crc_ = store_.add(cubin_.data(), cubin_.size());
  }
  [[nodiscard]] std::optional<source_place> place(std::uint64_t pc, const std::string& function,
                                                  const std::string& tree) const {
    pc_record record;
    record.cubin_crc = crc_;
    record.pc_offset = pc;
    record.function = function;
    return store_.place_of(record, tree);
  }
  std::vector<char> cubin_;
  cubin_store store_;
  std::uint64_t crc_ = 0;
};

TEST_F(source_lines, are_relative_to_the_source_tree) {
  std::set<unsigned> lines;
  for (std::uint64_t pc = 0; pc < 128; pc += 16) {
    const auto at = place(pc, "copy", CODAG_SOURCE_DIR);
    ASSERT_TRUE(at) << pc;
    EXPECT_EQ(at->file, "tests/harness/measure/profile/toy_kernels.cuh");
    lines.insert(at->line);
  }
  EXPECT_GT(lines.size(), 1u);
}

TEST_F(source_lines, elsewhere_keep_their_whole_path) {
  EXPECT_EQ(place(0, "copy", "/nowhere")->file,
            CODAG_SOURCE_DIR "/tests/harness/measure/profile/toy_kernels.cuh");
}

TEST_F(source_lines, of_unknown_functions_and_modules_are_none) {
  EXPECT_FALSE(place(0, "no_such_kernel", CODAG_SOURCE_DIR));
  ++crc_;
  EXPECT_FALSE(place(0, "copy", CODAG_SOURCE_DIR));
}

}  // namespace
}  // namespace codag::harness
