// The state of a GPU by NVML, value by value.
#include "harness/measure/gpu/gpu_state.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <string>

#include "harness/measure/gpu/visible_devices.hpp"

namespace codag::harness {
namespace {

class gpu_state_test : public testing::Test {
 protected:
  void TearDown() override {
    unsetenv("FAKE_NVML");
    unsetenv("FAKE_NVML_PROCESSES");
  }
  static void set(const char* variable, const std::string& value) {
    ASSERT_EQ(setenv(variable, value.c_str(), 1), 0);
  }
  static gpu_states read() { return read_gpu_states(FAKE_NVML_LIBRARY); }
};

TEST_F(gpu_state_test, has_each_value) {
  const gpu_states all = read();
  EXPECT_EQ(all.absent, "");
  ASSERT_EQ(all.gpus.size(), 1u);
  const gpu_state& g = all.gpus[0];
  EXPECT_EQ(g.index, "0");
  EXPECT_EQ(g.name.value, "Fake GPU, 80GB") << "a comma in a name once lost all values";
  EXPECT_EQ(g.pci_bus_id.value, "00000000:65:00.0");
  EXPECT_EQ(g.driver.value, "580.159.04");
  EXPECT_EQ(*g.sm_mhz.value + " " + *g.max_sm_mhz.value + " " + *g.memory_mhz.value,
            "345 1980 3201");
  EXPECT_EQ(*g.power_limit_watts.value + " " + *g.default_power_limit_watts.value, "500.00 700.00");
  EXPECT_EQ(*g.ecc.value + *g.mig.value + *g.persistence.value, "EnabledDisabledDisabled");
  EXPECT_EQ(g.clock_reasons.value, "0x0000000000000084");
  EXPECT_EQ(*g.free_mib.value + " " + *g.total_mib.value + " " + *g.temperature_c.value,
            "900 1000 31");
  EXPECT_EQ(g.processes.value, 0u);
}

TEST_F(gpu_state_test, a_missing_value_loses_only_itself_and_says_why) {
  set("FAKE_NVML", "no thermometer");
  const gpu_state g = read().gpus.at(0);
  EXPECT_FALSE(g.temperature_c.value);
  EXPECT_EQ(g.temperature_c.absent, "nvmlDeviceGetTemperature: Not Supported");
  EXPECT_EQ(g.sm_mhz.value, "345");
}

TEST_F(gpu_state_test, counts_other_processes_once_and_never_its_own) {
  const std::string own = std::to_string(getpid());
  set("FAKE_NVML_PROCESSES", "4000000001:812:99," + own + ":500:50,4000000002:0:0");
  EXPECT_EQ(read().gpus.at(0).processes.value, 2u);
  set("FAKE_NVML_PROCESSES", own + ":500:50");
  EXPECT_EQ(read().gpus.at(0).processes.value, 0u);
}

TEST_F(gpu_state_test, says_why_there_is_none) {
  set("FAKE_NVML", "no driver");
  EXPECT_EQ(read().absent, "nvmlInit_v2: Driver Not Loaded; check that nvidia-smi works");
  set("FAKE_NVML", "no GPU");
  EXPECT_EQ(read().absent, "NVML lists no GPU");
  EXPECT_NE(read_gpu_states("libno-such-nvml.so.1").absent.find("it comes with the NVIDIA driver"),
            std::string::npos);
}

TEST_F(gpu_state_test, a_driver_that_hangs_is_left_alone) {
  set("FAKE_NVML", "hangs");
  const auto begin = std::chrono::steady_clock::now();
  const gpu_states all = read_gpu_states(FAKE_NVML_LIBRARY, std::chrono::milliseconds(50));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::minutes(1));
  EXPECT_TRUE(all.hangs);
  EXPECT_NE(all.absent.find("the NVIDIA driver hangs"), std::string::npos) << all.absent;
  EXPECT_FALSE(read_gpu_states("libno-such-nvml.so.1").hangs);
}

TEST_F(gpu_state_test, mig_instances_have_their_number_and_their_gpu) {
  EXPECT_TRUE(read_mig_instances(FAKE_NVML_LIBRARY).empty());
  set("FAKE_NVML", "MIG");
  const auto all = read_mig_instances(FAKE_NVML_LIBRARY);
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].name, "MIG 1g.18gb Device 2");
  EXPECT_EQ(all[0].uuid, "MIG-1");
  EXPECT_EQ(all[0].gpu, "Fake GPU, 80GB");
  EXPECT_TRUE(read_mig_instances("libno-such-nvml.so.1").empty());
}

}  // namespace
}  // namespace codag::harness
