#include <zlib.h>

#include <new>

#include "baselines/cpu/deflate_libraries.hpp"

namespace codag::baselines {
namespace {

/// zlib's decompressor for raw streams.
class decompressor {
 public:
  decompressor() {
    constexpr int raw_window_bits = -15;
    if (inflateInit2(&stream_, raw_window_bits) != Z_OK) throw std::bad_alloc();
  }
  ~decompressor() { inflateEnd(&stream_); }
  decompressor(const decompressor&) = delete;
  decompressor& operator=(const decompressor&) = delete;

  status decode(std::span<const std::byte> in, std::span<std::byte> out) {
    inflateReset(&stream_);
    // zlib's type for bytes is Bytef. It takes its input as non-const, but only reads it.
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(in.data()));
    stream_.avail_in = static_cast<uInt>(in.size());
    Bytef beyond = 0;  // zlib refuses a null pointer, but an empty chunk may have one
    stream_.next_out = out.empty() ? &beyond : reinterpret_cast<Bytef*>(out.data());
    stream_.avail_out = static_cast<uInt>(out.size());
    int result = inflate(&stream_, Z_FINISH);
    if (result == Z_BUF_ERROR && stream_.avail_out == 0) {
      // The chunk is full and the stream continues. Either it writes more, or its end is cut off.
      stream_.next_out = &beyond;
      stream_.avail_out = 1;
      result = inflate(&stream_, Z_FINISH);
      if (stream_.avail_out == 0) return status::output_overflow;
    }
    if (result == Z_BUF_ERROR) return status::truncated_input;
    if (result == Z_MEM_ERROR) throw std::bad_alloc();
    if (result != Z_STREAM_END) return status::malformed_symbol;
    if (stream_.total_out < out.size()) return status::truncated_input;
    return stream_.avail_in == 0 ? status::ok : status::trailing_input;
  }

 private:
  z_stream stream_{};
};

}  // namespace

status decode_with_zlib(std::span<const std::byte> in, element_type /*type*/,
                        std::span<std::byte> out) {
  // One per thread: an allocation per chunk would be part of the measured time.
  thread_local decompressor zlib;
  return zlib.decode(in, out);
}

}  // namespace codag::baselines
