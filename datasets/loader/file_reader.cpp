#include "datasets/loader/file_reader.hpp"

#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>

#include "datasets/dataset.hpp"
#include "datasets/input_file.hpp"
#include "datasets/loader/deflate_wrapper.hpp"

namespace codag::datasets {
namespace {

constexpr std::size_t buffer_bytes = 1u << 16;
constexpr std::size_t most_per_call = 1u << 30;  // zlib counts in 32 bits

}  // namespace

/// zlib's decoder and where it is. zlib checks the header and the trailer of each member.
struct file_reader::gzip_decoder {
  gzip_decoder() {
    constexpr int gzip_window_bits = 15 + 16;
    if (inflateInit2(&stream, gzip_window_bits) != Z_OK) throw std::bad_alloc();
  }
  ~gzip_decoder() { inflateEnd(&stream); }
  gzip_decoder(const gzip_decoder&) = delete;
  gzip_decoder& operator=(const gzip_decoder&) = delete;

  z_stream stream{};
  bool in_member = false;
  std::uint64_t member = 0;  // the byte of the file at which it begins
};

file_reader::file_reader(const std::filesystem::path& path, unpacking asked)
    : path_(path.string()), buffer_(buffer_bytes) {
  require_input_file(path, "give the path of a file");
  file_.open(path, std::ios::binary);
  if (!file_)
    throw bad_input(path_ + ": cannot be opened (" + std::strerror(errno) +
                    "); check the path and its permissions");
  refill();
  if (asked == unpacking::by_magic &&
      recognise_wrapper(std::span(buffer_).first(end_)) == deflate_wrapper::gzip)
    gzip_ = std::make_unique<gzip_decoder>();
}

file_reader::~file_reader() = default;

void file_reader::fail_at_member(const std::string& what) const {
  throw bad_input(path_ + ": byte " + std::to_string(gzip_->member) +
                  ": the gzip member that begins here " + what +
                  "; fetch the file again, or give the format raw for its bytes as they are");
}

/// Reads the next buffer. Returns false at the end of the file.
bool file_reader::refill() {
  file_.read(reinterpret_cast<char*>(buffer_.data()), static_cast<std::streamsize>(buffer_.size()));
  if (file_.bad())
    throw bad_input(path_ + ": cannot be read (" + std::strerror(errno) + "); check the disk");
  begin_ = 0;
  end_ = static_cast<std::size_t>(file_.gcount());
  read_bytes_ += end_;
  return end_ > 0;
}

std::size_t file_reader::read(std::span<std::byte> out) {
  return gzip_ == nullptr ? read_plain(out) : read_gzip(out);
}

std::vector<std::byte> file_reader::read_up_to(std::uint64_t most) {
  std::vector<std::byte> bytes;
  bool ended = false;
  while (!ended && bytes.size() < most) {
    const std::size_t at = bytes.size();
    bytes.resize(at + std::min<std::uint64_t>(buffer_bytes, most - at));
    const std::size_t asked = bytes.size() - at;
    const std::size_t got = read(std::span(bytes).subspan(at));
    bytes.resize(at + got);
    ended = got < asked;
  }
  return bytes;
}

std::size_t file_reader::read_plain(std::span<std::byte> out) {
  std::size_t done = 0;
  while (done < out.size() && (begin_ < end_ || refill())) {
    const std::size_t bytes = std::min(out.size() - done, end_ - begin_);
    std::memcpy(out.data() + done, buffer_.data() + begin_, bytes);
    begin_ += bytes;
    done += bytes;
  }
  return done;
}

std::size_t file_reader::read_gzip(std::span<std::byte> out) {
  z_stream& stream = gzip_->stream;
  std::size_t done = 0;
  while (done < out.size()) {
    if (begin_ == end_ && !refill()) {
      if (gzip_->in_member) fail_at_member("ends early");
      break;
    }
    if (!gzip_->in_member && buffer_[begin_] == std::byte{0}) {  // padding after a member
      ++begin_;
      continue;
    }
    if (!gzip_->in_member) {
      inflateReset(&stream);
      gzip_->in_member = true;
      gzip_->member = read_bytes_ - (end_ - begin_);
    }
    const std::size_t room = std::min(out.size() - done, most_per_call);
    stream.next_in = reinterpret_cast<Bytef*>(buffer_.data() + begin_);
    stream.avail_in = static_cast<uInt>(end_ - begin_);
    stream.next_out = reinterpret_cast<Bytef*>(out.data() + done);
    stream.avail_out = static_cast<uInt>(room);
    const int result = inflate(&stream, Z_NO_FLUSH);
    begin_ = end_ - stream.avail_in;
    done += room - stream.avail_out;
    if (result == Z_STREAM_END)
      gzip_->in_member = false;
    else if (result != Z_OK)
      fail_at_member(std::string("is damaged (") +
                     (stream.msg == nullptr ? "no stream" : stream.msg) + ")");
  }
  return done;
}

}  // namespace codag::datasets
