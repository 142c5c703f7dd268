#include <zlib.h>

#include <new>
#include <stdexcept>

#include "codag/codec/deflate/library_encoders.hpp"

namespace codag::deflate {
namespace {

/// zlib's compressor for raw streams.
class compressor {
 public:
  explicit compressor(int level) {
    constexpr int raw_window_bits = -15, default_memory_level = 8;
    if (deflateInit2(&stream_, level, Z_DEFLATED, raw_window_bits, default_memory_level,
                     Z_DEFAULT_STRATEGY) != Z_OK)
      throw std::bad_alloc();
  }
  ~compressor() { deflateEnd(&stream_); }
  compressor(const compressor&) = delete;
  compressor& operator=(const compressor&) = delete;

  /// Appends one whole stream to `out`.
  void append(std::span<const std::byte> raw, std::vector<std::byte>& out) {
    const std::size_t begin = out.size();
    out.resize(begin + deflateBound(&stream_, raw.size()));
    // zlib's type for bytes is Bytef. It takes its input as non-const, but only reads it.
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(raw.data()));
    stream_.avail_in = static_cast<uInt>(raw.size());
    stream_.next_out = reinterpret_cast<Bytef*>(out.data() + begin);
    stream_.avail_out = static_cast<uInt>(out.size() - begin);
    if (::deflate(&stream_, Z_FINISH) != Z_STREAM_END)
      throw std::logic_error("zlib did not finish a Deflate stream within deflateBound");
    out.resize(begin + stream_.total_out);
  }

 private:
  z_stream stream_{};
};

}  // namespace

void append_with_zlib(std::span<const std::byte> raw, unsigned level, std::vector<std::byte>& out) {
  compressor(static_cast<int>(level)).append(raw, out);
}

}  // namespace codag::deflate
