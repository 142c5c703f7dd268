// The probe on a GPU that nobody else uses, and what the watch sees there.
#include <gtest/gtest.h>

#include "harness/measure/disturbance/gpu_watch.hpp"
#include "harness/measure/gpu/gpu.hpp"

namespace codag::harness {
namespace {

class gpu_probe_test : public testing::Test {
 protected:
  void SetUp() override {
    if (const auto why = cuda::why_no_gpu()) GTEST_SKIP() << "no GPU: " << *why;
  }
};

TEST_F(gpu_probe_test, takes_its_cycles_and_begins_at_once) {
  const auto probe = cuda::make_gpu_probe();
  for (int i = 0; i < 20; ++i) {
    const probe_time its = probe->run();
    EXPECT_GE(its.slowdown, 1);
    EXPECT_LT(its.slowdown, 1.05) << "half of what marks a case";
    EXPECT_LT(its.late_s, 0.25e-3) << "half of what marks a case";
  }
}

TEST_F(gpu_probe_test, the_watch_sees_nothing_on_a_quiet_gpu) {
  gpu_watch watch(open_gpu_eyes());
  for (int i = 0; i < 3; ++i) {
    watch.begin();
    watch.between();
    const std::vector<std::string> seen = watch.end();
    EXPECT_TRUE(seen.empty()) << seen[0];
  }
}

}  // namespace
}  // namespace codag::harness
