// Reads a file, which may be gzip, buffer by buffer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace codag::datasets {

/// Whether a file that begins with gzip's magic bytes is decompressed.
enum class unpacking { by_magic, never };

/// The bytes of a file in order, decompressed as asked.
class file_reader {
 public:
  /// Throws bad_input if the file does not exist or cannot be read.
  explicit file_reader(const std::filesystem::path& path, unpacking asked = unpacking::by_magic);
  ~file_reader();
  file_reader(const file_reader&) = delete;
  file_reader& operator=(const file_reader&) = delete;

  /// Fills `out` and returns the number of bytes read, which is smaller than `out` only at the end
  /// of the file. Throws bad_input if reading fails, or if the gzip data is damaged or truncated or
  /// something other than zero bytes follows it. Members that it does not reach are not checked.
  std::size_t read(std::span<std::byte> out);

  /// The next bytes, at most `most`. Memory is taken as they come, whatever a header promises.
  std::vector<std::byte> read_up_to(std::uint64_t most);

 private:
  struct gzip_decoder;  // keeps zlib out of this header
  bool refill();
  std::size_t read_plain(std::span<std::byte> out);
  std::size_t read_gzip(std::span<std::byte> out);
  [[noreturn]] void fail_at_member(const std::string& what) const;

  std::string path_;
  std::ifstream file_;
  std::vector<std::byte> buffer_;
  std::size_t begin_ = 0, end_ = 0;     // unread bytes of the buffer
  std::uint64_t read_bytes_ = 0;        // of the file, up to end_
  std::unique_ptr<gzip_decoder> gzip_;  // null: the file is not gzip
};

}  // namespace codag::datasets
