// Finds the members of a gzip file, or the streams of a zlib file, one after the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <vector>

#include "datasets/loader/deflate_wrapper.hpp"

namespace codag::datasets {

/// Reads a file member by member. Only the current member, and little more, is in memory.
class member_reader {
 public:
  /// Throws bad_input if this is no regular file or cannot be read.
  member_reader(const std::filesystem::path& path, deflate_wrapper kind);

  /// Whether there is another member. Throws bad_input if something else follows;
  /// zero bytes after a gzip member are skipped.
  bool at_member();

  /// The next member, not decoded. It is valid until the next call of any function. Throws
  /// bad_input if the member is damaged, truncated, or too large for a chunk.
  deflate_payload take();

  /// The byte of the file at which the next member begins.
  [[nodiscard]] std::uint64_t position() const { return position_; }

  /// Throws bad_input that names the file and the member that begins at `position`. `what` is what
  /// is wrong with it: "is damaged".
  [[noreturn]] void fail(std::uint64_t position, const std::string& what) const;

 private:
  [[nodiscard]] std::span<const std::byte> unread() const {
    return std::span(buffer_).subspan(begin_);
  }
  bool read_more();
  void skip_padding();
  [[nodiscard]] const char* kind_name() const;

  std::string path_;
  deflate_wrapper kind_;
  std::ifstream file_;
  std::vector<std::byte> buffer_;
  std::size_t begin_ = 0;  // of the unread bytes in the buffer
  std::uint64_t position_ = 0;
};

}  // namespace codag::datasets
