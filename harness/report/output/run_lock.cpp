#include "harness/report/output/run_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string>

#include "datasets/bad_input.hpp"
#include "harness/report/output/durable_file.hpp"

namespace codag::harness {
namespace {

std::string this_process() {
  std::array<char, 256> host{};
  if (gethostname(host.data(), host.size() - 1) != 0) host = {'?'};
  return "pid " + std::to_string(getpid()) + " on " + host.data();
}

std::string text_in(int fd) {
  std::array<char, 512> text{};
  const ssize_t n = pread(fd, text.data(), text.size() - 1, 0);
  return n > 0 ? text.data() : "its lock file does not say which";
}

/// Whether the open file is still the one that the path names.
bool is_named(int fd, const std::filesystem::path& file) {
  struct stat opened {
  }, named{};
  return fstat(fd, &opened) == 0 && lstat(file.c_str(), &named) == 0 &&
         opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

}  // namespace

run_lock::run_lock(const std::filesystem::path& report)
    : file_(report.parent_path() / ("." + report.filename().string() + ".lock")) {
  // A run that ends removes its lock file. If that happens between our open() and flock(), the lock
  // is on a file without a name, and another run could lock a new one.
  while (!try_to_open(report)) {
  }
}

bool run_lock::try_to_open(const std::filesystem::path& report) {
  // O_NOFOLLOW and O_NONBLOCK: a link or a pipe of this name is not ours, and must not be opened.
  fd_ = open(file_.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);
  if (fd_ < 0) cannot_write(report, errno);
  if (flock(fd_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    const std::string other = text_in(fd_);
    close(fd_);
    throw datasets::bad_input(report.string() + ": another run (" + other +
                              ") writes this report; wait for it, or choose another --output");
  }
  if (!is_named(fd_, file_)) {
    close(fd_);
    return false;
  }
  // The text only serves the message above, so a failure to write it does not matter.
  if (ftruncate(fd_, 0) == 0) (void)write_all(fd_, this_process());
  return true;
}

run_lock::~run_lock() {
  // The name goes before the lock does, as is_named() expects.
  unlink(file_.c_str());
  close(fd_);
}

}  // namespace codag::harness
