// Files from strangers: a fuzz input as a file, and what must hold if a reader refuses it.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "datasets/bad_input.hpp"
#include "tests/fuzz/target.hpp"

namespace codag::fuzz {

/// A file in memory with these bytes. It is removed with the object.
class memory_file {
 public:
  explicit memory_file(std::span<const std::byte> content);
  explicit memory_file(std::string_view content) : memory_file(std::as_bytes(std::span(content))) {}
  ~memory_file();
  memory_file(const memory_file&) = delete;
  memory_file& operator=(const memory_file&) = delete;

  /// "/proc/self/fd/7"
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  int fd_;
  std::string path_;
};

/// Ends the program unless `text` can be printed to a terminal: no control characters other than
/// the line ends of `lines` lines, at most.
void expect_printable(std::string_view text, std::size_t lines);

/// Ends the program unless the message of a refusal is one short line without control characters.
void expect_one_line(std::string_view message);

/// Calls `read`. Returns whether it accepted the file, that is, whether it did not throw bad_input.
/// Any other exception ends the program.
template <class Read>
bool accepts(const Read& read) {
  try {
    read();
    return true;
  } catch (const datasets::bad_input& e) {
    expect_one_line(e.what());
    return false;
  }
}

}  // namespace codag::fuzz
