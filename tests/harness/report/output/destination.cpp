#include "harness/report/output/destination.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <string>

#include "datasets/bad_input.hpp"

namespace codag::harness {
namespace {

namespace fs = std::filesystem;

class destination_test : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("codag-destination-" + std::to_string(getpid()));
    fs::create_directories(folder_);
    ASSERT_EQ(mkfifo(pipe_.c_str(), 0600), 0);
    reader_ = open(pipe_.c_str(), O_RDONLY | O_NONBLOCK);
    ASSERT_GE(reader_, 0);
  }
  void TearDown() override {
    close(reader_);
    fs::remove_all(folder_);
  }

  /// What the pipe has got.
  [[nodiscard]] std::string piped() const {
    std::string text(100, '\0');
    const ssize_t n = read(reader_, text.data(), text.size());
    return text.substr(0, n > 0 ? static_cast<std::size_t>(n) : 0);
  }
  template <class Action>
  static std::string refusal(const Action& action) {
    try {
      action();
    } catch (const datasets::bad_input& e) {
      return e.what();
    }
    return "accepted";
  }

  fs::path folder_ = fs::temp_directory_path() / ("codag-destination-" + std::to_string(getpid()));
  fs::path pipe_ = folder_ / "pipe";
  int reader_ = -1;
};

TEST_F(destination_test, a_pipe_gets_the_report_when_the_run_has_ended) {
  report_destination destination(pipe_, {});
  std::ofstream(destination.file()) << "the report";
  EXPECT_EQ(piped(), "");
  destination.deliver();
  EXPECT_EQ(piped(), "the report");
  EXPECT_FALSE(fs::exists(destination.file()));
}

TEST_F(destination_test, a_report_that_cannot_be_read_again_is_kept) {
  report_destination destination(pipe_, {});
  const fs::path& kept = destination.file();
  const std::string says = "the report cannot be read again; it is kept in " + kept.string();
  EXPECT_EQ(refusal([&] { destination.deliver(); }), says) << "it is not there";
  fs::create_directory(kept);  // it can be opened, and not read
  EXPECT_EQ(refusal([&] { destination.deliver(); }), says);
  EXPECT_TRUE(fs::exists(kept));
  EXPECT_EQ(piped(), "");
  fs::remove(kept);
}

// Otherwise the other run might end between the look and the lock, and its report would be lost.
TEST_F(destination_test, the_lock_comes_before_the_look_at_what_is_there) {
  const fs::path file = folder_ / "r.json";
  const run_lock of_another_run(file);
  std::ofstream(file) << "not a report";
  EXPECT_NE(refusal([&] { report_destination(file, {}); }).find("another run"), std::string::npos);
}

TEST_F(destination_test, what_is_refused_keeps_no_lock) {
  const fs::path file = folder_ / "r.json";
  std::ofstream(file) << "not a report";
  EXPECT_NE(refusal([&] { report_destination(file, {}); }).find("is not a codag report"),
            std::string::npos);
  EXPECT_FALSE(fs::exists(folder_ / ".r.json.lock"));
}

TEST_F(destination_test, files_are_no_streams) {
  std::ofstream(folder_ / "file") << "x";
  for (const fs::path& name : {folder_, folder_ / "file", folder_ / "none"})
    EXPECT_FALSE(names_stream(name)) << name;
  for (const fs::path& name :
       {fs::path("-"), fs::path("/dev/null"), fs::path("/dev/stdout"), pipe_})
    EXPECT_TRUE(names_stream(name)) << name;
}

}  // namespace
}  // namespace codag::harness
