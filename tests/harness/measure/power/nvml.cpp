// How NVML is found at run time, its functions by name, and its errors in words.
#include "harness/measure/power/nvml.hpp"

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <nlohmann/json.hpp>

#include "harness/report/gpu_json.hpp"

namespace codag::harness {
namespace {

constexpr const char* bus_id = "0000:65:00.0";

class nvml : public testing::Test {
 protected:
  void TearDown() override { unsetenv("FAKE_NVML"); }
  static void make_it(const char* oddity) { ASSERT_EQ(setenv("FAKE_NVML", oddity, 1), 0); }

  static std::string why_not(const std::string& id, const std::string& library) {
    try {
      open_nvml(id, library);
    } catch (const nvml_absent& e) {
      return e.what();
    }
    return "open";
  }
};

TEST_F(nvml, reads_the_gpu_at_the_bus_id) {
  const auto gpu = open_nvml(bus_id, FAKE_NVML_LIBRARY);
  EXPECT_EQ(gpu->total_energy_millijoules().value, 0x1'0000'0001u);
  EXPECT_EQ(gpu->power_milliwatts().value, 512'345u);
  EXPECT_EQ(gpu->power_limit_milliwatts().value, 700'000u);
  EXPECT_EQ(gpu->mig_enabled().value, false) << "the present mode, not the pending one";
  EXPECT_EQ(gpu->nvml_version().value, "13.580.1");
}

TEST_F(nvml, a_library_without_a_version_is_named) {
  make_it("old GPU");
  EXPECT_EQ(open_nvml(bus_id, FAKE_NVML_LIBRARY)->nvml_version().absent,
            "nvmlSystemGetNVMLVersion: Function Not Found");
}

TEST_F(nvml, takes_an_older_drivers_name_for_the_clock_reasons) {
  EXPECT_EQ(open_nvml(bus_id, FAKE_NVML_LIBRARY)->clock_event_reasons().value, 0x84u);
}

TEST_F(nvml, a_reading_that_a_gpu_lacks_is_absent_in_nvmls_words) {
  make_it("old GPU");
  const auto gpu = open_nvml(bus_id, FAKE_NVML_LIBRARY);
  const auto energy = gpu->total_energy_millijoules();
  EXPECT_FALSE(energy.value);
  EXPECT_EQ(energy.absent, "nvmlDeviceGetTotalEnergyConsumption: Not Supported");
  EXPECT_EQ(gpu->mig_enabled().absent, "nvmlDeviceGetMigMode: Not Supported");
}

TEST_F(nvml, is_shut_down_after_the_last_gpu) {
  void* library = dlopen(FAKE_NVML_LIBRARY, RTLD_NOW);
  ASSERT_NE(library, nullptr);
  const auto sessions = reinterpret_cast<int (*)()>(dlsym(library, "fake_nvml_sessions"));
  {
    const auto gpu = open_nvml(bus_id, FAKE_NVML_LIBRARY);
    EXPECT_EQ(sessions(), 1);
    EXPECT_NE(why_not("0000:01:00.0", FAKE_NVML_LIBRARY), "open");
    EXPECT_EQ(sessions(), 1) << "the session that found no GPU has ended";
  }
  EXPECT_EQ(sessions(), 0);
  dlclose(library);
}

TEST_F(nvml, says_why_it_is_absent_and_what_to_do) {
  const std::string none = why_not(bus_id, "libno-such-nvml.so.1");
  EXPECT_NE(none.find("libno-such-nvml.so.1: cannot open shared object file"), std::string::npos)
      << none;
  EXPECT_NE(none.find("capability \"utility\""), std::string::npos) << none;
  EXPECT_EQ(why_not(bus_id, "libz.so.1"), "NVML has no nvmlErrorString; update the NVIDIA driver");
  EXPECT_EQ(why_not("0000:01:00.0", FAKE_NVML_LIBRARY),
            "nvmlDeviceGetHandleByPciBusId_v2: Not Found (GPU 0000:01:00.0); check that nvidia-smi "
            "lists it");
  make_it("no driver");
  EXPECT_EQ(why_not(bus_id, FAKE_NVML_LIBRARY),
            "nvmlInit_v2: Driver Not Loaded; check that nvidia-smi works");
}

TEST_F(nvml, its_settings_are_in_the_report) {
  const nlohmann::json found = power_json(bus_id, FAKE_NVML_LIBRARY);
  EXPECT_EQ(found, nlohmann::json::parse(R"({"mig_mode": "disabled", "power_limit_watts": 700.0,
                                             "nvml_version": "13.580.1", "energy_counter": true,
                                             "absent": {}})"));
  make_it("MIG");
  EXPECT_EQ(power_json(bus_id, FAKE_NVML_LIBRARY)["mig_mode"], "enabled");
}

TEST_F(nvml, each_setting_that_is_not_known_says_why) {
  make_it("old GPU");
  const nlohmann::json old = power_json(bus_id, FAKE_NVML_LIBRARY);
  EXPECT_EQ(old["absent"]["power_limit_watts"], "nvmlDeviceGetEnforcedPowerLimit: Not Supported");
  make_it("no driver");
  for (const nlohmann::json& gpu : {old, power_json(bus_id, FAKE_NVML_LIBRARY)})
    for (const char* key : {"mig_mode", "power_limit_watts", "nvml_version", "energy_counter"}) {
      EXPECT_TRUE(gpu[key].is_null()) << key;
      EXPECT_FALSE(gpu["absent"][key].get<std::string>().empty()) << key;
    }
}

TEST_F(nvml, the_state_of_a_gpu_is_in_the_report_value_by_value) {
  make_it("no thermometer");
  const nlohmann::json found = gpu_state_json(read_gpu_states(FAKE_NVML_LIBRARY));
  EXPECT_EQ(found, nlohmann::json::parse(R"([{
    "name": "Fake GPU, 80GB", "pci_bus_id": "00000000:65:00.0", "sm_mhz": "345",
    "memory_mhz": "3201", "power_limit_watts": "500.00", "default_power_limit_watts": "700.00",
    "ecc": "Enabled", "mig": "Disabled", "persistence": "Disabled",
    "clock_reasons": "0x0000000000000084", "free_mib": "900", "temperature_c": null,
    "processes": 0, "absent": {"temperature_c": "nvmlDeviceGetTemperature: Not Supported"}}])"));
  make_it("no driver");
  EXPECT_TRUE(gpu_state_json(read_gpu_states(FAKE_NVML_LIBRARY)).is_null());
}

}  // namespace
}  // namespace codag::harness
