#include "harness/report/output/durable_file.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <sstream>

#include "datasets/bad_input.hpp"

namespace codag::harness {
namespace {

namespace fs = std::filesystem;

class durable_file : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("codag-durable-" + std::to_string(getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  static std::string content(const fs::path& file) {
    std::ostringstream all;
    all << std::ifstream(file).rdbuf();
    return all.str();
  }
  [[nodiscard]] std::ptrdiff_t files() const {
    return std::distance(fs::directory_iterator(folder_), {});
  }

  fs::path folder_;
};

TEST_F(durable_file, replaces_all_of_the_content) {
  const fs::path file = folder_ / "r.json";
  replace_file(file, std::string(100'000, 'x'));
  EXPECT_EQ(content(file), std::string(100'000, 'x'));
  replace_file(file, "short");
  EXPECT_EQ(content(file), "short");
  EXPECT_EQ(files(), 1) << "no temporary file stays";
}

TEST_F(durable_file, leaves_the_mask_for_new_files_alone) {
  const mode_t before = umask(0137);
  replace_file(folder_ / "r.json", "x");
  EXPECT_EQ(umask(before), 0137u);
}

TEST_F(durable_file, keeps_the_old_content_if_the_new_one_does_not_fit) {
  const fs::path file = folder_ / "r.json";
  replace_file(file, "old");
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const auto ignored = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{1000, before.rlim_max};  // as on a disk that becomes full
  setrlimit(RLIMIT_FSIZE, &small);
  EXPECT_THROW(replace_file(file, std::string(100'000, 'x')), datasets::bad_input);
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, ignored);
  EXPECT_EQ(content(file), "old");
  EXPECT_EQ(files(), 1);
}

TEST_F(durable_file, a_new_file_takes_no_name_that_is_there) {
  const fs::path file = folder_ / "r.bin";
  require_free_name(file);
  {
    new_content mine(file), other(file);
    mine.write("mine");
    other.write("other");
    EXPECT_FALSE(fs::exists(file)) << "it has no name yet";
    mine.create();
    EXPECT_THROW(other.create(), datasets::bad_input);
  }
  EXPECT_THROW(require_free_name(file), datasets::bad_input);
  EXPECT_EQ(content(file), "mine");
  EXPECT_EQ(files(), 1);
  fs::create_symlink("nowhere", folder_ / "link");
  EXPECT_THROW(require_free_name(folder_ / "link"), datasets::bad_input);
}

TEST_F(durable_file, what_was_not_kept_leaves_nothing) {
  const fs::path file = folder_ / "r.bin";
  { const new_content unwritten(file); }
  EXPECT_EQ(files(), 0);
  {
    new_content written(file);
    written.write("text");
    EXPECT_EQ(files(), 1);
    written.discard();
    EXPECT_EQ(files(), 0) << "it need not end for that";
  }
  replace_file(file, "old");
  new_content(file).write("new");
  EXPECT_EQ(content(file), "old");
  EXPECT_EQ(files(), 1);
}

TEST_F(durable_file, a_failure_names_the_file_and_the_remedy) {
  try {
    replace_file(folder_ / "none" / "r.json", "x", "make the folder");
    ADD_FAILURE() << "there is no folder";
  } catch (const datasets::bad_input& e) {
    EXPECT_EQ(e.what(), (folder_ / "none/r.json").string() +
                            ": cannot write the file: No such file or directory; make the folder");
  }
}

TEST_F(durable_file, a_new_file_that_does_not_fit_leaves_nothing) {
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const auto ignored = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{1000, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  EXPECT_THROW(new_content(folder_ / "r.bin").write(std::string(100'000, 'x')),
               datasets::bad_input);
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, ignored);
  EXPECT_EQ(files(), 0);
}

TEST_F(durable_file, backups_have_the_next_free_number) {
  const fs::path file = folder_ / "r.json";
  std::ofstream(folder_ / "r.2.json") << "someone else's";
  replace_file(file, "first");
  EXPECT_EQ(keep_backup(file), folder_ / "r.1.json");
  replace_file(file, "second");
  EXPECT_EQ(keep_backup(file), folder_ / "r.3.json");
  replace_file(file, "third");
  EXPECT_EQ(content(folder_ / "r.1.json"), "first");
  const fs::path packed = folder_ / "r.json.gz";
  replace_file(packed, "packed");
  EXPECT_EQ(keep_backup(packed), folder_ / "r.1.json.gz");
  EXPECT_EQ(content(folder_ / "r.2.json"), "someone else's");
  EXPECT_EQ(content(folder_ / "r.3.json"), "second");
  EXPECT_EQ(content(file), "third");
}

TEST_F(durable_file, a_backup_needs_its_file) {
  EXPECT_THROW(keep_backup(folder_ / "none.json"), datasets::bad_input);
}

}  // namespace
}  // namespace codag::harness
