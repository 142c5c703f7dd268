// Finding the members of a gzip or zlib file, one behind the other.
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

/// Reads a file member by member. It holds the member that it is at and little more.
class member_reader {
 public:
  /// Throws bad_input if there is no such file, or it cannot be read.
  member_reader(const std::filesystem::path& path, deflate_wrapper kind);

  /// Whether another member begins. Throws bad_input if something else does.
  bool at_member();

  /// The member that begins here, undecoded; it is good until the next call of anything. Throws
  /// bad_input if it is damaged, ends early, or is too large for a chunk.
  deflate_payload take();

  /// Where the member that take() gives next begins, in bytes of the file.
  [[nodiscard]] std::uint64_t position() const { return position_; }

  /// Throws bad_input: the file, the member that begins at `position`, and what it does.
  [[noreturn]] void fail(std::uint64_t position, const std::string& what) const;

 private:
  [[nodiscard]] std::span<const std::byte> unread() const {
    return std::span(buffer_).subspan(begin_);
  }
  bool read_more();
  [[nodiscard]] const char* kind_name() const;

  std::string path_;
  deflate_wrapper kind_;
  std::ifstream file_;
  std::vector<std::byte> buffer_;
  std::size_t begin_ = 0;  // of what is unread in the buffer
  std::uint64_t position_ = 0;
};

}  // namespace codag::datasets
