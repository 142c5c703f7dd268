// What a report says about where and from what it was made.
#include "harness/report/provenance.hpp"
#include "harness/report/built_revision.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <nlohmann/json.hpp>
#include <regex>
#include <string>

namespace codag::harness {
namespace {

using nlohmann::json;

TEST(provenance, names_command_time_host_and_compiler) {
  const json p = provenance("codag run quick.json", {{"name", "a GPU"}, {"driver", nullptr}}, "");
  EXPECT_EQ(p["command_line"], "codag run quick.json");
  EXPECT_TRUE(std::regex_match(p["time"].get<std::string>(),
                               std::regex(R"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)")));
  EXPECT_GE(p["host"]["cores"], 1);
  EXPECT_GT(p["host"]["memory_bytes"], 1 << 20);
  EXPECT_GE(p["host"]["load_average"], 0);
  EXPECT_TRUE(p["compiler"].contains("flags"));
  EXPECT_EQ(p["gpu"]["name"], "a GPU");
  EXPECT_TRUE(p["absent"].contains("gpu.driver"));
  EXPECT_FALSE(p["absent"].contains("gpu"));
}

TEST(provenance, every_null_has_its_reason) {
  const json p = provenance("codag", nullptr, "no CUDA device");
  EXPECT_EQ(p["absent"]["gpu"], "no CUDA device");
  for (const auto& [key, value] : p.items()) {
    if (value.is_null()) {
      EXPECT_TRUE(p["absent"].contains(key)) << key;
    }
    if (value.is_object() && key != "absent")
      for (const auto& [inner, v] : value.items())
        if (v.is_null()) {
          EXPECT_TRUE(p["absent"].contains(key + "." + inner)) << key << "." << inner;
        }
  }
}

TEST(provenance, a_gpus_own_reasons_go_before_the_general_one) {
  const json p = provenance(
      "codag",
      {{"driver", nullptr}, {"mig_mode", nullptr}, {"absent", {{"mig_mode", "NVML is not here"}}}},
      "");
  EXPECT_EQ(p["absent"]["gpu.mig_mode"], "NVML is not here");
  EXPECT_EQ(p["absent"]["gpu.driver"], "the driver does not report it");
  EXPECT_FALSE(p["gpu"].contains("absent"));
}

TEST(provenance, has_the_revision_of_the_build_or_else_that_of_the_environment) {
  unsetenv("CODAG_GIT_REVISION");
  const json built = provenance("codag", nullptr, "");
  ASSERT_EQ(setenv("CODAG_GIT_REVISION", "0123abcd-dirty", 1), 0);
  const json p = provenance("codag", nullptr, "");
  unsetenv("CODAG_GIT_REVISION");
  if (built["source"].is_null()) {
    EXPECT_TRUE(built["absent"].contains("source"));
    EXPECT_EQ(p["source"]["revision"], "0123abcd");
    EXPECT_EQ(p["source"]["dirty"], true);
    EXPECT_EQ(p["source"]["from"], "CODAG_GIT_REVISION");
  } else {
    EXPECT_EQ(p["source"], built["source"]);
    EXPECT_EQ(p["source"]["from"], built_revision_from);
    EXPECT_EQ(
        p["source"]["revision"].get<std::string>() + (p["source"]["dirty"] == true ? "-dirty" : ""),
        built_revision);
  }
}

}  // namespace
}  // namespace codag::harness
