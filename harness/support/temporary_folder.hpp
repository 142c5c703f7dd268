// A folder for files that are of use only to this process.
#pragma once

#include <stdlib.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <system_error>

namespace codag::harness {

/// A temporary folder cannot be made. The message names it and the remedy.
struct no_temporary_folder : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Makes a new folder under $TMPDIR or /tmp. Throws no_temporary_folder.
inline std::filesystem::path make_temporary_folder() {
  const char* named = std::getenv("TMPDIR");
  const std::filesystem::path parent = named == nullptr || *named == 0 ? "/tmp" : named;
  std::string name = (parent / "codag-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr)
    throw no_temporary_folder(parent.string() + ": a temporary folder cannot be made here (" +
                              std::generic_category().message(errno) +
                              "); set TMPDIR to a folder that can be written");
  return name;
}

/// A new temporary folder, which is removed with its content.
class temporary_folder {
 public:
  temporary_folder() = default;
  ~temporary_folder() {
    std::error_code unimportant;
    std::filesystem::remove_all(path_, unimportant);
  }
  temporary_folder(const temporary_folder&) = delete;
  temporary_folder& operator=(const temporary_folder&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_ = make_temporary_folder();
};

}  // namespace codag::harness
