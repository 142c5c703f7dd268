// What --devices chooses, and what each device's report is called.
#include "harness/run/chosen_devices.hpp"

#include <gtest/gtest.h>

#include "datasets/bad_input.hpp"

namespace codag::harness {
namespace {

const std::vector<gpu_device> three = {{"NVIDIA H200", "GPU-aa11"},
                                       {"NVIDIA H200", "GPU-aa22"},
                                       {"NVIDIA H200 MIG 1g.18gb", "MIG-bb33"}};

std::string labels(const std::string& asked) {
  std::string all;
  for (const chosen_device& one : choose_devices(asked, three))
    all += one.label() + "=" + one.device.uuid + " ";
  return all;
}

std::string refusal(const std::string& asked) {
  try {
    return "accepted: " + labels(asked);
  } catch (const datasets::bad_input& e) {
    return e.what();
  }
}

TEST(chosen_devices, all_indices_and_uuids) {
  EXPECT_EQ(labels("all"), "gpu0=GPU-aa11 gpu1=GPU-aa22 gpu2=MIG-bb33 ");
  EXPECT_EQ(labels("0"), "gpu0=GPU-aa11 ");
  EXPECT_EQ(labels("2,0"), "gpu2=MIG-bb33 gpu0=GPU-aa11 ");
  EXPECT_EQ(labels("MIG-bb33,GPU-aa22"), "gpu2=MIG-bb33 gpu1=GPU-aa22 ");
  EXPECT_EQ(labels("GPU-aa2"), "gpu1=GPU-aa22 ") << "the beginning is enough";
}

TEST(chosen_devices, an_unknown_device_is_answered_with_those_there_are) {
  const std::string there =
      "; this process sees 0: NVIDIA H200, GPU-aa11; 1: NVIDIA H200, GPU-aa22; 2: NVIDIA H200 MIG "
      "1g.18gb, MIG-bb33 (CUDA_VISIBLE_DEVICES limits what it sees)";
  EXPECT_EQ(refusal("0,3"), "--devices '0,3': there is no device '3'" + there);
  EXPECT_EQ(refusal("99999999999999999999"),
            "--devices '99999999999999999999': there is no device '99999999999999999999'" + there);
  EXPECT_EQ(refusal("GPU-bb33"), "--devices 'GPU-bb33': there is no device 'GPU-bb33'" + there);
  EXPECT_EQ(refusal("GPU-aa"), "--devices 'GPU-aa': several devices begin with 'GPU-aa'" + there);
}

TEST(chosen_devices, a_device_is_named_once) {
  EXPECT_EQ(refusal("1,1"),
            "--devices '1,1': '1' names device 1 a second time; name each device once");
  EXPECT_EQ(refusal("0,GPU-aa11"),
            "--devices '0,GPU-aa11': 'GPU-aa11' names device 0 a second time; name each device "
            "once");
}

TEST(chosen_devices, a_malformed_list_says_what_is_expected) {
  for (const auto& [asked, word] :
       std::vector<std::pair<std::string, std::string>>{{"", "''"},
                                                        {"0,", "''"},
                                                        {",0", "''"},
                                                        {"all,0", "'all'"},
                                                        {"-1", "'-1'"},
                                                        {"0 1", "'0 1'"},
                                                        {"0x1", "'0x1'"},
                                                        {"GPU-", "'GPU-'"},
                                                        {"MIG-", "'MIG-'"},
                                                        {"two\n", "'two '"}})
    EXPECT_NE(refusal(asked).find(word + " is neither an index nor a UUID; expected all, or a list "
                                         "like 0,1 or GPU-...,MIG-..."),
              std::string::npos)
        << refusal(asked);
}

std::vector<std::string> names(const std::string& named, const std::string& asked) {
  std::vector<std::string> all;
  for (const auto& file : reports_of(named, choose_devices(asked, three)))
    all.push_back(file.string());
  return all;
}

TEST(chosen_devices, several_write_a_report_each) {
  using texts = std::vector<std::string>;
  EXPECT_EQ(names("a/report.json", "all"),
            texts({"a/report.gpu0.json", "a/report.gpu1.json", "a/report.gpu2.json"}));
  EXPECT_EQ(names("of.two", "1,0"), texts({"of.gpu1.two", "of.gpu0.two"}));
  EXPECT_EQ(names("report", "0,2"), texts({"report.gpu0", "report.gpu2"}));
  EXPECT_EQ(names("report.json", "1"), texts({"report.json"})) << "one device is one report";
}

TEST(chosen_devices, reports_are_files) {
  for (const char* named : {"-", "/dev/full", "/tmp", "new/"})
    for (const char* asked : {"0", "0,1"})
      EXPECT_THROW(names(named, asked), datasets::bad_input) << named;
}

}  // namespace
}  // namespace codag::harness
