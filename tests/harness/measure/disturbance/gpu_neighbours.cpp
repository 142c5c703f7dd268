// The other processes on a GPU, as the fake NVML lists them.
#include "harness/measure/disturbance/gpu_neighbours.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace codag::harness {
namespace {

class gpu_neighbours_test : public testing::Test {
 protected:
  void TearDown() override {
    unsetenv("FAKE_NVML");
    unsetenv("FAKE_NVML_PROCESSES");
  }
  static void processes(const char* list) { ASSERT_EQ(setenv("FAKE_NVML_PROCESSES", list, 1), 0); }
  /// `after` are the processes as soon as this one uses the GPU, `own` is its number here.
  gpu_neighbours made(const char* before, const char* after, unsigned own) const {
    processes(before);
    return {nvml_, device_of(nvml_, "GPU-1"), [after] { processes(after); },
            [own](unsigned pid) { return pid == own; }};
  }
  static std::string text(const nvml_reading<std::vector<gpu_neighbour>>& reading) {
    if (!reading.value) return reading.absent;
    std::string all;
    for (const gpu_neighbour& other : *reading.value)
      all += std::to_string(other.process.pid) + ":" +
             std::to_string(other.process.memory_bytes >> 20) + ":" +
             (other.sm_percent ? std::to_string(*other.sm_percent) : "?") + " ";
    return all;
  }

  nvml_session nvml_{FAKE_NVML_LIBRARY};
};

TEST_F(gpu_neighbours_test, have_their_memory_and_what_they_did) {
  gpu_neighbours all = made("5:100:40", "5:100:40,7:300:99", 7);
  EXPECT_EQ(text(all.look()), "5:100:40 ");
  EXPECT_EQ(text(all.look()), "5:100:0 ") << "what was told once is not told again";
  processes("7:300:99");
  EXPECT_EQ(text(all.look()), "");
}

TEST_F(gpu_neighbours_test, this_process_is_known_by_its_number_also_beside_one_that_comes_too) {
  EXPECT_EQ(text(made("", "5:1:9,7:1:9", 7).look()), "5:1:9 ");
}

TEST_F(gpu_neighbours_test, in_a_container_this_process_is_the_one_that_appeared) {
  gpu_neighbours all = made("5:100:40", "5:100:40,123456:300:99", 7);
  EXPECT_EQ(text(all.look()), "5:100:40 ") << "NVML has the host's numbers";
  processes("5:100:40,123456:300:99,8:1:2");
  EXPECT_EQ(text(all.look()), "5:100:0 8:1:0 ");
}

TEST_F(gpu_neighbours_test, are_unknown_if_this_process_cannot_be_told_from_them) {
  const std::string unknown =
      "NVML lists this process under no number, so it cannot be told from others";
  EXPECT_EQ(text(made("5:100:40", "5:100:40", 7).look()), unknown);
  EXPECT_EQ(text(made("", "", 7).look()), unknown) << "NVML may list nobody in a container";
}

TEST_F(gpu_neighbours_test, work_is_unknown_where_nvml_does_not_tell_it) {
  gpu_neighbours all = made("5:0:40", "5:0:40,7:1:1", 7);
  ASSERT_EQ(setenv("FAKE_NVML", "no utilisation", 1), 0);
  EXPECT_EQ(text(all.look()), "5:0:? ");
}

TEST_F(gpu_neighbours_test, are_absent_where_nvml_lists_none) {
  gpu_neighbours all = made("", "7:1:1", 7);
  ASSERT_EQ(setenv("FAKE_NVML", "old GPU", 1), 0);
  EXPECT_EQ(text(all.look()), "nvmlDeviceGetComputeRunningProcesses_v3: Not Supported");
}

}  // namespace
}  // namespace codag::harness
