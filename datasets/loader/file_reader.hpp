// Reading a file that may be gzip, a buffer at a time.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

namespace codag::datasets {

/// A file's bytes in order, decompressed if it begins with gzip's magic bytes.
class file_reader {
 public:
  /// Throws bad_input if there is no such file, or it cannot be read.
  explicit file_reader(const std::filesystem::path& path);
  ~file_reader();
  file_reader(const file_reader&) = delete;
  file_reader& operator=(const file_reader&) = delete;

  /// Fills `out` from the file and returns the bytes read: fewer than asked only at its end. Throws
  /// bad_input if the gzip data is damaged or ends early, or the file cannot be read on.
  std::size_t read(std::span<std::byte> out);

 private:
  struct stream;  // keeps zlib out of this header
  std::string path_;
  std::unique_ptr<stream> stream_;
};

}  // namespace codag::datasets
