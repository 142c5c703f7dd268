#include "datasets/ssb/csv_folder.hpp"

#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "datasets/bad_input.hpp"

namespace codag::datasets::ssb {

csv_file::csv_file(std::filesystem::path path) : path_(std::move(path)) {
  errno = 0;
  file_.open(path_, std::ios::binary);
  check();
}

void csv_file::write(const std::string& text) {
  file_ << text;
  check();
}

void csv_file::close() {
  file_.close();
  check();
}

void csv_file::check() const {
  if (!file_)
    throw bad_input(path_.string() + ": cannot be written: " +
                    (errno != 0 ? std::strerror(errno) : "the system does not say why") +
                    "; name another folder");
}

csv_folder::csv_folder(std::filesystem::path folder, std::vector<std::string> names)
    : folder_(std::move(folder)), names_(std::move(names)) {
  for (const std::string& name : names_) require_absent(name);
  for (auto at = folder_; !at.empty() && !std::filesystem::exists(at); at = at.parent_path())
    made_.push_back(at);
  std::error_code failed;
  std::filesystem::create_directories(folder_, failed);
  if (failed) throw bad_input(folder_.string() + ": cannot be made: " + failed.message());
}

csv_file csv_folder::add(const std::string& name) {
  const std::lock_guard lock(changes_);
  if (discarded_) throw bad_input(folder_.string() + ": its files are being removed");
  begun_.push_back(name);
  return csv_file(temporary(name));
}

void csv_folder::keep() {
  const std::lock_guard lock(changes_);
  for (const std::string& name : names_) require_absent(name);
  for (std::size_t i = 0; i < names_.size(); ++i) {
    std::error_code failed, ignored;
    std::filesystem::rename(temporary(names_[i]), path(names_[i]), failed);
    if (!failed) continue;
    while (i > 0) std::filesystem::remove(path(names_[--i]), ignored);
    throw bad_input(folder_.string() + ": its files cannot be named: " + failed.message() +
                    "; name another folder");
  }
  begun_.clear();
}

void csv_folder::discard() {
  const std::lock_guard lock(changes_);
  discarded_ = true;
  std::error_code ignored;
  for (const std::string& name : begun_) std::filesystem::remove(temporary(name), ignored);
  // Those that have files stay.
  for (const auto& folder : made_) std::filesystem::remove(folder, ignored);
}

void csv_folder::require_absent(const std::string& name) const {
  if (std::filesystem::exists(path(name)))
    throw bad_input(path(name).string() + ": exists already; name another folder");
}

std::filesystem::path csv_folder::path(const std::string& name) const {
  return folder_ / (name + ".csv");
}

std::filesystem::path csv_folder::temporary(const std::string& name) const {
  return folder_ / ("." + name + ".csv.tmp");
}

}  // namespace codag::datasets::ssb
