#include "harness/report/output/durable_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <system_error>
#include <utility>

#include "datasets/bad_input.hpp"
#include "datasets/gzip.hpp"
#include "harness/support/report_name.hpp"

namespace codag::harness {
namespace {

namespace fs = std::filesystem;

/// Owner and mode of the file that a new one replaces, or those of a new file.
struct ownership {
  mode_t mode = 0;
  uid_t user = static_cast<uid_t>(-1);  // -1: fchown() leaves it alone
  gid_t group = static_cast<gid_t>(-1);
};

ownership ownership_of(const fs::path& file) {
  struct stat there {};
  if (stat(file.c_str(), &there) == 0) return {there.st_mode & 07777, there.st_uid, there.st_gid};
  // The umask can only be read by setting it. No other thread creates files.
  const mode_t mask = umask(0);
  umask(mask);
  return {.mode = 0666 & ~mask};
}

/// Makes the folder's entries durable: the rename, and not only the data.
void sync_folder(const fs::path& folder) {
  const int fd = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return;  // a folder without read permission can still take files
  (void)fsync(fd);     // some file systems cannot, and the data is safe without it
  close(fd);
}

fs::path folder_of(const fs::path& file) {
  return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

}  // namespace

int write_all(int fd, std::string_view text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t n = ::write(fd, text.data() + done, text.size() - done);
    if (n >= 0)
      done += static_cast<std::size_t>(n);
    else if (errno != EINTR)
      return errno;
  }
  return 0;
}

void cannot_write(const fs::path& file, int error, std::string_view remedy) {
  throw datasets::bad_input(file.string() + ": cannot write the file: " + std::strerror(error) +
                            "; " + std::string(remedy));
}

void require_free_name(const fs::path& file) {
  if (fs::exists(fs::symlink_status(file)))
    throw datasets::bad_input(file.string() +
                              ": exists already; choose another place with --output, or replace "
                              "it with --force");
}

std::string as_named(const fs::path& file, std::string_view text) {
  return is_packed_name(file) ? datasets::gzip(text) : std::string(text);
}

new_content::new_content(fs::path file, std::string_view remedy)
    : file_(std::move(file)),
      remedy_(remedy),
      temporary_((folder_of(file_) / ("." + file_.filename().string() + ".XXXXXX")).string()) {
  // mkostemp() opens with O_EXCL: it follows no link and takes no file that exists.
  fd_ = mkostemp(temporary_.data(), O_CLOEXEC);
  if (fd_ < 0) cannot_write(file_, errno, remedy_);
}

new_content::~new_content() {
  if (fd_ >= 0) close(fd_);
  discard();
}

void new_content::write(std::string_view text) {
  const ownership keep = ownership_of(file_);
  int error = write_all(fd_, text);
  // Only root may give a file away. Otherwise the report belongs to the user who wrote it.
  if (error == 0 && fchown(fd_, keep.user, keep.group) != 0 && errno != EPERM) error = errno;
  if (error == 0 && fchmod(fd_, keep.mode) != 0) error = errno;
  // The data must be on the disk before it replaces the old content. Otherwise a power failure
  // could destroy both.
  if (error == 0 && fsync(fd_) != 0) error = errno;
  if (close(std::exchange(fd_, -1)) != 0 && error == 0) error = errno;
  if (error != 0) cannot_write(file_, error, remedy_);
}

void new_content::replace() {
  if (std::rename(temporary_.c_str(), file_.c_str()) != 0) cannot_write(file_, errno, remedy_);
  temporary_.clear();
  sync_folder(folder_of(file_));
}

void new_content::create() {
  require_free_name(file_);
  // An empty file takes the name, on every file system, only if the name is still free.
  const int fd = open(file_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (fd < 0) cannot_write(file_, errno, remedy_);
  close(fd);
  try {
    replace();
  } catch (const datasets::bad_input&) {
    unlink(file_.c_str());
    throw;
  }
}

void new_content::discard() const {
  if (!temporary_.empty()) unlink(temporary_.c_str());
}

void replace_file(const fs::path& file, std::string_view text, std::string_view remedy) {
  new_content content(file, remedy);
  content.write(text);
  content.replace();
}

std::string keep_earlier(const fs::path& file, std::string_view what) {
  std::error_code none;
  if (!fs::is_regular_file(file, none) || fs::is_empty(file, none)) return {};
  return file.string() + ": the earlier " + std::string(what) + " is now " +
         keep_backup(file).string();
}

fs::path keep_backup(const fs::path& file) {
  for (unsigned number = 1;; ++number) {
    fs::path backup = labelled(file, std::to_string(number));
    // Both calls fail, and change nothing, if the name is taken.
    std::error_code error;
    fs::create_hard_link(file, backup, error);
    if (error && error != std::errc::file_exists)  // this file system has no hard links
      fs::copy_file(file, backup, fs::copy_options::none, error);
    if (!error) {
      sync_folder(folder_of(file));
      return backup;
    }
    if (error != std::errc::file_exists) cannot_write(backup, error.value());
  }
}

}  // namespace codag::harness
