// Answers of nvidia-smi, recorded on an H200 and changed by hand.
#include "harness/measure/gpu/gpu_state.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

namespace codag::harness {
namespace {

const std::string two_gpus =
    "0, NVIDIA H200, 00000000:00:06.0, 580.159.04, 345, 1980, 3201, 700.00, 700.00, Enabled, "
    "Disabled, Enabled, 0x0000000000000001, 143155, 143771, 31\n"
    "1, NVIDIA H200, 00000000:00:07.0, 580.159.04, 1980, 1980, 3201, 500.00, 700.00, [N/A], "
    "[N/A], Disabled, 0x0000000000000004, 100, 143771, 80\n";

TEST(gpu_state, is_read_by_column) {
  const gpu_states all = parse_gpu_states(two_gpus, "");
  EXPECT_EQ(all.absent, "");
  ASSERT_EQ(all.gpus.size(), 2u);
  const gpu_state& g = all.gpus[1];
  EXPECT_EQ(g.index + g.name + g.pci_bus_id + g.driver, "1NVIDIA H20000000000:00:07.0580.159.04");
  EXPECT_EQ(g.sm_mhz + " " + g.max_sm_mhz + " " + g.memory_mhz, "1980 1980 3201");
  EXPECT_EQ(g.power_limit_watts + " " + g.default_power_limit_watts, "500.00 700.00");
  EXPECT_EQ(g.ecc + g.mig + g.persistence, "[N/A][N/A]Disabled");
  EXPECT_EQ(g.clock_reasons, "0x0000000000000004");
  EXPECT_EQ(g.free_mib + " " + g.total_mib + " " + g.temperature_c, "100 143771 80");
}

TEST(gpu_state, other_processes_are_counted_on_their_gpu) {
  const std::string processes = "00000000:00:07.0, 1\n00000000:00:07.0, 2\n00000000:00:06.0, " +
                                std::to_string(getpid()) + "\n";
  const gpu_states all = parse_gpu_states(two_gpus, processes);
  EXPECT_EQ(all.gpus[0].processes, 0u) << "this process is no other one";
  EXPECT_EQ(all.gpus[1].processes, 2u);
}

TEST(gpu_state, an_answer_of_another_form_is_said) {
  EXPECT_NE(parse_gpu_states("No devices were found\n", "").absent, "");
  EXPECT_TRUE(parse_gpu_states("", "").gpus.empty());
}

}  // namespace
}  // namespace codag::harness
