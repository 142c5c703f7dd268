// The file of a report: when it is written, what is left of a killed process, and what is taken
// from an earlier one.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <thread>

#include "datasets/bad_input.hpp"
#include "datasets/dataset.hpp"
#include "harness/report/report.hpp"
#include "tests/harness/report/made_report.hpp"

namespace codag::harness {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

class report_file : public made_report {
 protected:
  /// What resuming says of `earlier`; empty if it is taken.
  [[nodiscard]] std::string refusal(const json& earlier) const {
    try {
      planned_cases planned;
      for (const json& c : earlier["codag"]["cases"]) planned.names.push_back(c["name"]);
      const report_writer writer(file_, config_, backend::cuda, from_, planned,
                                 {.resumed = &earlier, .reused = {}});
    } catch (const datasets::bad_input& e) {
      return e.what();
    }
    return {};
  }
};

TEST_F(report_file, a_refused_number_does_not_spoil_the_cases_after_it) {
  report_writer writer(file_, config_, backend::cuda, from_);
  case_result bad = measured("block_per_chunk", backend::cuda, 1e-6);
  bad.repetitions[0].real_time_ns = std::nan("");
  EXPECT_THROW(writer.add(bad), std::logic_error);
  writer.add(measured("cpu_reference", backend::cpu, 1));
  writer.save();
  const json report = read_report(file_);
  ASSERT_EQ(report["codag"]["cases"].size(), 1u);
  EXPECT_EQ(report["benchmarks"].size(), 1u);
}

TEST_F(report_file, is_written_at_once_and_then_much_more_rarely_than_cases_end) {
  report_writer writer(file_, config_, backend::cuda, from_);
  const auto written = [&] { return read_report(file_)["codag"]["cases"].size(); };
  constexpr std::size_t cases = 100;
  std::size_t writes = 0;
  fs::file_time_type last;
  for (std::size_t i = 0; i < cases; ++i) {
    case_result r = measured("block_per_chunk", backend::cuda, 1e-6);
    r.what.name += std::to_string(i);
    writer.add(r);
    writer.save_if_due();
    if (i == 0) {
      EXPECT_EQ(written(), 1u);
    }
    const fs::file_time_type now = fs::last_write_time(file_);
    writes += now == last ? 0 : 1;
    last = now;
  }
  EXPECT_LT(writes, cases / 2) << "writing would take longer than the cases";
  while (written() < cases) writer.save_if_due();
  EXPECT_EQ(writer.report(), read_report(file_));
}

TEST_F(report_file, is_packed_if_its_name_says_so) {
  const fs::path packed = file_.parent_path() / "packed.json.gz";
  report_writer writer(packed, config_, backend::cuda, from_);
  writer.add(measured("block_per_chunk", backend::cuda, 1e-6));
  writer.save();
  EXPECT_EQ(read_report(packed), writer.report());
  EXPECT_LT(fs::file_size(packed), writer.report().dump().size());

  fs::resize_file(packed, fs::file_size(packed) / 2);
  try {
    read_report(packed);
    ADD_FAILURE() << "half a file was read";
  } catch (const datasets::bad_input& e) {
    EXPECT_EQ(e.what(), packed.string() +
                            ": is a damaged or unfinished gzip file; give the path of a report "
                            "that `codag run` wrote");
  }
}

TEST_F(report_file, text_that_is_not_utf8_costs_no_report) {
  case_result r = measured("block_per_chunk", backend::cuda, 1e-6);
  r.note = "/data/caf\xe9";
  EXPECT_EQ(written({r})["codag"]["cases"].size(), 1u);
}

TEST_F(report_file, resume_says_what_differs) {
  const json earlier = written({measured("block_per_chunk", backend::cuda, 1e-6)});
  EXPECT_EQ(refusal(earlier), "");
  from_["source"]["from"] = "CODAG_GIT_REVISION";
  EXPECT_EQ(refusal(earlier), "") << "the same revision, told another way";
  from_["source"]["revision"] = "def";
  EXPECT_NE(refusal(earlier).find("source revision"), std::string::npos);
  EXPECT_NE(refusal(earlier).find("now \"def\", then \"abc\""), std::string::npos);
  from_["source"]["revision"] = "abc";
  config_.seed = 7;
  EXPECT_NE(refusal(earlier).find("seed"), std::string::npos);
  config_.seed = 1;
  config_.source = R"({"experiment": "t", "description": "changed"})";
  EXPECT_EQ(refusal(earlier), "") << "a description changes no number";
  config_.source = R"({"experiment": "t", "time": {"warmup": 1}})";
  EXPECT_NE(refusal(earlier).find("config's /time"), std::string::npos);
  EXPECT_EQ(read_report(file_)["codag"]["cases"].size(), 1u) << "a refusal leaves the file alone";
}

TEST_F(report_file, finished_cases_are_the_ok_ones_with_their_rows) {
  case_result failed = measured("cpu_reference", backend::cpu, 1);
  failed.status = case_status::failed_verify;
  const json earlier = written({measured("block_per_chunk", backend::cuda, 1e-6), failed});
  const auto finished = finished_cases(earlier);
  ASSERT_EQ(finished.size(), 1u);
  EXPECT_EQ(finished.begin()->first, "MC0/rle_v1/block_per_chunk/128KiB");
  planned_cases planned;
  planned.names = {"MC0/rle_v1/block_per_chunk/128KiB", "MC0/rle_v1/cpu_reference/128KiB"};
  report_writer again(file_, config_, backend::cuda, from_, planned,
                      {.resumed = &earlier, .reused = {}});
  EXPECT_EQ(again.report()["benchmarks"], json::array({earlier["benchmarks"][0]}));
  again.add(measured("cpu_reference", backend::cpu, 1));
  EXPECT_EQ(again.report()["benchmarks"][1]["family_index"], 1);
}

TEST_F(report_file, a_process_that_is_killed_while_it_writes_leaves_a_whole_file) {
  for (int delay_ms : {3, 7, 15, 30}) {
    fs::remove(file_);
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      report_writer writer(file_, config_, backend::cuda, from_);
      for (int i = 0;; ++i) {
        case_result r = measured("block_per_chunk", backend::cuda, 1e-6);
        r.what.name += std::to_string(i);
        writer.add(r);
        writer.save();
      }
    }
    while (!fs::exists(file_)) std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(delay_ms));
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    const json report = read_report(file_);
    EXPECT_FALSE(report["codag"]["complete"]);
    EXPECT_EQ(report["codag"]["cases"].size(), report["benchmarks"].size());
  }
}

TEST_F(report_file, a_file_that_is_not_whole_is_refused_with_its_place) {
  json whole = written({measured("block_per_chunk", backend::cuda, 1e-6)});
  whole["codag"]["cases"][0].update(made_profiles());
  std::ofstream(file_) << whole;
  EXPECT_EQ(read_report(file_), whole);
  for (const auto& [place, value] :
       std::map<std::string, json>{{"/codag/schema_version", 3},
                                   {"/codag/cases/0/kind", nullptr},
                                   {"/codag/cases/0/parts", "shared"},
                                   {"/codag/cases/0/parameters", nullptr},
                                   {"/codag/provenance/source", {{"revision", 1}}},
                                   {"/codag/cases/0/gbps", "fast"},
                                   {"/codag/cases/0/gbps", -1},
                                   {"/codag/cases/0/dataset", nullptr},
                                   {"/codag/cases/0/counts", {{"votes", "many"}}},
                                   {"/codag/cases/0/stalls", 1},
                                   {"/codag/cases/0/stalls/dropped", nullptr},
                                   {"/codag/cases/0/stalls/reasons/a~1b/share", "9 %"},
                                   {"/codag/cases/0/stalls/lines/0/reasons/wait", -1},
                                   {"/codag/cases/0/metrics/values/a__b.sum", "x"},
                                   {"/codag/cases/0/metrics/absent/a__b.sum", 1},
                                   {"/codag/cases/0/energy/throttle_reasons", "hot"},
                                   {"/codag/cases/0/energy/joules_per_gb", -1},
                                   {"/benchmarks/0", 5}}) {
    json broken = whole;
    broken[json::json_pointer(place)] = value;
    std::ofstream(file_) << broken;
    try {
      read_report(file_);
      ADD_FAILURE() << place;
    } catch (const datasets::bad_input& e) {
      EXPECT_NE(std::string(e.what()).find(file_.string() + ": " + place), std::string::npos)
          << e.what();
    }
  }
  std::ofstream(file_) << "{\"codag\": 1e999}";
  EXPECT_THROW(read_report(file_), datasets::bad_input);
}

}  // namespace
}  // namespace codag::harness
