#include "datasets/loader/file_reader.hpp"

#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "datasets/dataset.hpp"
#include "datasets/input_file.hpp"

namespace codag::datasets {

struct file_reader::stream {
  gzFile file = nullptr;
};

file_reader::file_reader(const std::filesystem::path& path)
    : path_(path.string()), stream_(std::make_unique<stream>()) {
  require_input_file(path, "give the path of a file");
  stream_->file = gzopen(path_.c_str(), "rb");
  if (stream_->file == nullptr)
    throw bad_input(path_ + ": cannot be opened (" + std::strerror(errno) +
                    "); check the path and its permissions");
  constexpr unsigned buffer_bytes = 1u << 18;
  gzbuffer(stream_->file, buffer_bytes);
}

file_reader::~file_reader() {
  if (stream_->file != nullptr) gzclose_r(stream_->file);
}

std::size_t file_reader::read(std::span<std::byte> out) {
  constexpr std::size_t most_per_call = 1u << 30;  // gzread returns an int
  std::size_t done = 0;
  while (done < out.size()) {
    const auto asked = static_cast<unsigned>(std::min(out.size() - done, most_per_call));
    const int got = gzread(stream_->file, out.data() + done, asked);
    int error = Z_OK;
    const char* message = gzerror(stream_->file, &error);
    // For a truncated gzip member zlib returns the bytes that are there, and Z_BUF_ERROR.
    if (error == Z_ERRNO)
      throw bad_input(path_ + ": cannot be read (" + std::strerror(errno) + "); check the disk");
    if (got < 0 || error != Z_OK)
      throw bad_input(path_ + ": the gzip data is damaged or ends early (" + message +
                      "); fetch the file again");
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  return done;
}

}  // namespace codag::datasets
