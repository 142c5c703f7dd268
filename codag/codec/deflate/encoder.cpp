#include <zlib.h>

#include <new>
#include <stdexcept>
#include <string>

#include "codag/codec/deflate/deflate.hpp"

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
    // zlib takes bytes as Bytef, and its input as non-const although it only reads it.
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

std::uint64_t encode_at_level(std::span<const std::byte> raw, int level,
                              std::vector<std::byte>& out) {
  if (level < 0 || level > 9)
    throw std::invalid_argument("zlib has no level " + std::to_string(level));
  const std::size_t begin = out.size();
  compressor(level).append(raw, out);
  symbol_count count;
  if (count_symbols(std::span(out).subspan(begin), count) != status::ok)
    throw std::logic_error("zlib wrote a Deflate stream that cannot be read");
  return count.total();
}

std::uint64_t encode(std::span<const std::byte> raw, element_type /*type*/,
                     std::vector<std::byte>& out) {
  return encode_at_level(raw, Z_BEST_COMPRESSION, out);
}

}  // namespace codag::deflate
