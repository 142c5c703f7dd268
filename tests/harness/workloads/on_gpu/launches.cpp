// What a row says of the launches of a kernel on the GPU: its kernels, and the parts that the data
// chose. The tests are skipped where there is no GPU.
#include <gtest/gtest.h>

#include <numeric>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "harness/kernels/registry.hpp"
#include "harness/measure/gpu/gpu.hpp"
#include "harness/workloads/workloads.hpp"

namespace codag::harness::cuda {
namespace {

constexpr std::uint32_t chunk_of_noise = 128 * 1024;

class launches_on_gpu : public testing::Test {
 protected:
  void SetUp() override {
    if (const auto why = why_no_gpu()) GTEST_SKIP() << "no GPU: " << *why;
    row_ = find_row(column_kernels(), "deflate", "pipeline/lanes/shared");
    if (row_ == nullptr) GTEST_SKIP() << "this build does not have the kernel";
    // Literals of four bits, which match nowhere.
    std::mt19937 random(1);
    raw_.resize(std::size_t{8} * chunk_of_noise);
    for (std::byte& b : raw_) b = static_cast<std::byte>(random() % 16);
    column_ = compress(*find_codec("deflate"), raw_, element_type::uint8, chunk_of_noise);
  }

  std::unique_ptr<workload> launched(std::string_view writer) {
    parameter_values values = standard_values(row_->facts.parameters);
    for (std::size_t i = 0; i < values.size(); ++i) {
      const parameter& p = row_->facts.parameters[i];
      if (p.key != "writer") continue;
      for (std::uint64_t choice = 0; choice < p.choices.size(); ++choice)
        if (p.choices[choice] == writer) values[i] = choice;
    }
    auto work = make_decode({column_, raw_}, *row_, values);
    EXPECT_TRUE(work->verify().ok);
    return work;
  }
  static std::string part_of(workload& work, std::string_view key) {
    for (const part& its : work.chosen_parts())
      if (its.key == key) return std::string(its.value);
    return "none";
  }

  const column_kernel* row_ = nullptr;
  std::vector<std::byte> raw_;
  chunked_column column_;
};

TEST_F(launches_on_gpu, name_the_writer_of_deflate) {
  const auto by_warps = launched("warp"), by_blocks = launched("auto");
  EXPECT_EQ(part_of(*by_warps, "writer"), "warp");
  EXPECT_EQ(part_of(*by_blocks, "writer"), "block") << "the chunks are few";
}

TEST_F(launches_on_gpu, have_kernels_with_shares_and_machine_code) {
  const auto work = launched("warp");
  EXPECT_GT(work->workspace_bytes(), column_.bytes.size());
  const auto facts = work->how_launched();
  ASSERT_TRUE(facts);
  std::string names;
  double shares = 0;
  for (const kernel_facts& kernel : facts->kernels) {
    names += kernel.name + " ";
    shares += kernel.share;
    EXPECT_GE(kernel.share, 0);
    EXPECT_EQ(kernel.code.size(), 16u) << kernel.name << ": " << kernel.no_code;
    EXPECT_GT(kernel.registers, 0u) << kernel.name;
  }
  EXPECT_EQ(names, "reset parse write parse_again write_again write_stored rest ");
  EXPECT_NEAR(shares, 1, 1e-6);
  EXPECT_TRUE(facts->main().name == "parse" || facts->main().name == "write") << facts->main().name;
}

}  // namespace
}  // namespace codag::harness::cuda
