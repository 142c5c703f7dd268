// The processes of --devices, with devices that need not exist: a script that shows how it was
// started, and the program itself on the host backend.
#include "harness/cli/run_on_devices.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "datasets/bad_input.hpp"
#include "harness/cli/run_plan.hpp"
#include "harness/plan/known_names.hpp"
#include "harness/report/report_file.hpp"

namespace codag::harness {
namespace {

namespace fs = std::filesystem;

class run_on_devices_test : public testing::Test {
 protected:
  void SetUp() override {
    std::string folder = (fs::temp_directory_path() / "codag-devices-XXXXXX").string();
    ASSERT_NE(mkdtemp(folder.data()), nullptr);
    folder_ = folder;
    ASSERT_EQ(setenv("CODAG_CACHE", (folder_ / "cache").c_str(), 1), 0);
    config_ = folder_ / "config.json";
    std::ofstream(config_) << R"({"experiment": "devices", "size": "8KiB", "backend": "host",
        "chunk_bytes": ["4KiB"], "datasets": ["MC0", "TPC"], "codecs": ["rle_v1"],
        "variants": ["cpu_reference"], "measurements": ["verify"]})";
    given_.typed = {"codag",     "run", config_.string(), "--output", report("r.json").string(),
                    "--devices", "all"};
    given_.output = report("r.json").string();
    given_.devices = "all";
    given_.read_config = [this] { return read_config(config_, registry_names(), {}); };
  }
  void TearDown() override { fs::remove_all(folder_); }

  [[nodiscard]] fs::path report(const std::string& name) const { return folder_ / name; }

  /// An executable script in which $CUDA_VISIBLE_DEVICES is the device's UUID.
  std::string script(const std::string& text) {
    const fs::path file = folder_ / "script";
    std::ofstream(file) << "#!/bin/sh\n" << text << "\n";
    EXPECT_EQ(chmod(file.c_str(), 0755), 0);
    return file.string();
  }

  struct outcome {
    int code;
    std::string out, err;
  };
  outcome run(const std::string& program,
              const std::vector<chosen_device>& devices = {{0, {"NVIDIA H200", "GPU-a"}},
                                                           {2, {"NVIDIA H200", "MIG-b"}}}) {
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    int code = -1;
    {
      interruption interruption([] {});
      code = run_on_devices(given_, configured(with_a_place()), devices, program, interruption);
    }
    return {code, testing::internal::GetCapturedStdout(), testing::internal::GetCapturedStderr()};
  }
  /// The arguments as the process of one device has them. Only such a one may use the host backend.
  [[nodiscard]] run_arguments with_a_place() const {
    run_arguments one = given_;
    one.device_report = "-";
    return one;
  }

  fs::path folder_, config_;
  run_arguments given_;
};

TEST_F(run_on_devices_test, a_process_gets_its_device_and_its_report) {
  const outcome all = run(script("echo \"codag: $CUDA_VISIBLE_DEVICES $*\" >&2"));
  EXPECT_EQ(all.code, exit_ok);
  const std::string typed =
      "run " + config_.string() + " --output " + given_.output + " --devices all";
  for (const auto& [label, uuid] : {std::pair("gpu0", "GPU-a"), std::pair("gpu2", "MIG-b")})
    EXPECT_NE(all.err.find(
                  std::string("codag: ") + label + ": " + uuid + " " + typed + " --device-report " +
                  report(std::string("r.") + label + ".json").string() + " --devices-at-once 2\n"),
              std::string::npos)
        << all.err;
  EXPECT_EQ(all.out, "gpu0: NVIDIA H200, GPU-a\ngpu2: NVIDIA H200, MIG-b\n");
}

TEST_F(run_on_devices_test, on_a_terminal_each_shows_its_progress) {
  const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
  ASSERT_GE(terminal, 0);
  ASSERT_EQ(grantpt(terminal) + unlockpt(terminal), 0);
  const int end = open(ptsname(terminal), O_RDWR | O_NOCTTY);
  ASSERT_GE(end, 0);
  const std::string program = script("echo \"$*\" >&2");
  const int errors = dup(STDERR_FILENO);
  dup2(end, STDERR_FILENO);
  {
    interruption interruption([] {});
    EXPECT_EQ(run_on_devices(given_, configured(with_a_place()), {{0, {"x", "GPU-a"}}}, program,
                             interruption),
              exit_ok);
  }
  dup2(errors, STDERR_FILENO);
  char text[4096];
  const ssize_t got = read(terminal, text, sizeof(text));
  EXPECT_NE(std::string(text, static_cast<std::size_t>(std::max<ssize_t>(got, 0)))
                .find("--devices-at-once 1 --progress"),
            std::string::npos);
  for (const int fd : {terminal, end, errors}) close(fd);
}

TEST_F(run_on_devices_test, the_worst_exit_code_counts) {
  const auto code_of = [&](int first, int second) {
    return run(script("[ $CUDA_VISIBLE_DEVICES = GPU-a ] && exit " + std::to_string(first) +
                      "; exit " + std::to_string(second)))
        .code;
  };
  EXPECT_EQ(code_of(0, 3), exit_skipped);
  EXPECT_EQ(code_of(5, 3), exit_claim_missed);
  EXPECT_EQ(code_of(2, 5), exit_bad_input);
  EXPECT_EQ(code_of(2, 1), exit_case_failed);
  EXPECT_EQ(code_of(143, 1), 143);
}

TEST_F(run_on_devices_test, a_process_that_crashes_or_cannot_start_is_a_failed_case) {
  const outcome crashed = run(script("[ $CUDA_VISIBLE_DEVICES = MIG-b ] && kill -KILL $$; exit 0"));
  EXPECT_EQ(crashed.code, exit_case_failed);
  EXPECT_NE(crashed.err.find("codag: gpu2: its process was ended by signal 9"), std::string::npos);
  EXPECT_EQ(crashed.err.find("gpu0"), std::string::npos);
  const outcome none = run((folder_ / "no-such-program").string());
  EXPECT_EQ(none.code, exit_case_failed);
  EXPECT_NE(none.err.find("codag: gpu0: its process could not be started: No such file"),
            std::string::npos);
}

TEST_F(run_on_devices_test, nothing_starts_if_a_report_cannot_be_written) {
  std::ofstream(report("r.gpu2.json")) << "my thesis";
  EXPECT_THROW(run(script("touch " + report("started").string())), datasets::bad_input);
  testing::internal::GetCapturedStdout();
  testing::internal::GetCapturedStderr();
  EXPECT_FALSE(fs::exists(report("started")));
}

TEST_F(run_on_devices_test, an_earlier_report_is_not_shown_as_a_new_one) {
  ASSERT_EQ(run(CODAG_BINARY).code, exit_ok);
  EXPECT_EQ(run(script("exit 2")).out, "gpu0: NVIDIA H200, GPU-a\ngpu2: NVIDIA H200, MIG-b\n");
}

TEST_F(run_on_devices_test, the_program_writes_a_report_per_device) {
  const outcome all = run(CODAG_BINARY);
  EXPECT_EQ(all.code, exit_ok) << all.err;
  EXPECT_EQ(all.err, "") << "no progress in a pipe";
  EXPECT_FALSE(fs::exists(report("r.json")));
  std::size_t at = 0;
  for (const std::string label : {"gpu0", "gpu2"}) {
    const nlohmann::json codag = read_report(report("r." + label + ".json"))["codag"];
    EXPECT_EQ(codag["provenance"]["devices_at_once"], 2);
    EXPECT_EQ(codag["provenance"]["command_line"],
              "codag run " + config_.string() + " --output " + given_.output + " --devices all");
    EXPECT_EQ(codag["complete"], true);
    at = all.out.find(label + ": NVIDIA H200", at);
    ASSERT_NE(at, std::string::npos) << all.out;
    EXPECT_NE(all.out.find("r." + label + ".json", at), std::string::npos);
  }
}

TEST_F(run_on_devices_test, processes_share_a_cold_cache) {
  std::vector<chosen_device> many;
  for (std::size_t i = 0; i < 4; ++i) many.push_back({i, {"x", "GPU-" + std::to_string(i)}});
  ASSERT_EQ(run(CODAG_BINARY, many).code, exit_ok);
  std::size_t columns = 0;
  for (const auto& file : fs::directory_iterator(folder_ / "cache")) {
    EXPECT_EQ(file.path().extension(), ".codag") << file.path();
    ++columns;
  }
  EXPECT_EQ(columns, 2u) << "one per dataset";
  EXPECT_EQ(run(CODAG_BINARY, many).err.find("damaged"), std::string::npos);
}

TEST_F(run_on_devices_test, one_device_writes_the_report_itself) {
  EXPECT_EQ(run(CODAG_BINARY, {{1, {"x", "GPU-b"}}}).code, exit_ok);
  EXPECT_EQ(read_report(report("r.json"))["codag"]["provenance"]["devices_at_once"], 1);
}

TEST_F(run_on_devices_test, a_report_of_so_many_devices_is_continued_by_as_many) {
  ASSERT_EQ(run(CODAG_BINARY, {{0, {"x", "GPU-a"}}}).code, exit_ok);
  fs::copy_file(report("r.json"), report("r.gpu0.json"));
  given_.resume = true;
  given_.typed.emplace_back("--resume");
  const outcome all = run(CODAG_BINARY);
  EXPECT_EQ(all.code, exit_bad_input);
  EXPECT_NE(all.err.find("the devices_at_once differs from the earlier run (now 2, then 1)"),
            std::string::npos)
      << all.err;
}

}  // namespace
}  // namespace codag::harness
