// Reads a file, which may be gzip, buffer by buffer.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

namespace codag::datasets {

/// The bytes of a file in order, decompressed if the file begins with gzip's magic bytes.
class file_reader {
 public:
  /// Throws bad_input if the file does not exist or cannot be read.
  explicit file_reader(const std::filesystem::path& path);
  ~file_reader();
  file_reader(const file_reader&) = delete;
  file_reader& operator=(const file_reader&) = delete;

  /// Fills `out` and returns the number of bytes read, which is smaller than `out` only at the end
  /// of the file. Throws bad_input if the gzip data is damaged or truncated, or reading fails.
  std::size_t read(std::span<std::byte> out);

 private:
  struct stream;  // keeps zlib out of this header
  std::string path_;
  std::unique_ptr<stream> stream_;
};

}  // namespace codag::datasets
