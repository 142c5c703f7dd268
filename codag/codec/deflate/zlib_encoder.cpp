#include <zlib.h>

#include <algorithm>
#include <new>
#include <stdexcept>

#include "codag/codec/deflate/library_encoders.hpp"

namespace codag::deflate {
namespace {

constexpr int value_of(strategy s) {
  return static_cast<int>(s);
}
static_assert(value_of(strategy::standard) == Z_DEFAULT_STRATEGY &&
              value_of(strategy::filtered) == Z_FILTERED &&
              value_of(strategy::huffman_only) == Z_HUFFMAN_ONLY &&
              value_of(strategy::rle) == Z_RLE && value_of(strategy::fixed) == Z_FIXED);

/// zlib's compressor for raw streams.
class compressor {
 public:
  explicit compressor(const encoder_settings& settings) : flush_bytes_(settings.flush_bytes) {
    constexpr int raw_window_bits = -15;
    if (deflateInit2(&stream_, static_cast<int>(settings.level), Z_DEFLATED, raw_window_bits,
                     static_cast<int>(settings.mem_level), value_of(settings.strategy)) != Z_OK)
      throw std::bad_alloc();
  }
  ~compressor() { deflateEnd(&stream_); }
  compressor(const compressor&) = delete;
  compressor& operator=(const compressor&) = delete;

  /// Appends one whole stream to `out`.
  void append(std::span<const std::byte> raw, std::vector<std::byte>& out) {
    const std::size_t begin = out.size();
    for (; flush_bytes_ != 0 && raw.size() > flush_bytes_; raw = raw.subspan(flush_bytes_))
      append_until(raw.first(flush_bytes_), Z_SYNC_FLUSH, begin, out);
    append_until(raw, Z_FINISH, begin, out);
    out.resize(begin + stream_.total_out);
  }

 private:
  /// Compresses `raw`, up to a flush or to the end of the stream that begins at `begin`. Behind it
  /// is room that is not used.
  void append_until(std::span<const std::byte> raw, int flush, std::size_t begin,
                    std::vector<std::byte>& out) {
    out.resize(begin + stream_.total_out + room_for(raw.size()));
    // zlib's type for bytes is Bytef. It takes its input as non-const, but only reads it.
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(raw.data()));
    stream_.avail_in = static_cast<uInt>(raw.size());
    stream_.next_out = reinterpret_cast<Bytef*>(out.data() + begin + stream_.total_out);
    stream_.avail_out = static_cast<uInt>(out.size() - begin - stream_.total_out);
    const int result = ::deflate(&stream_, flush);
    // A flush is complete if room is left (zlib's manual). To go on with more would flush twice.
    if (flush == Z_FINISH ? result != Z_STREAM_END : result != Z_OK || stream_.avail_out == 0)
      throw std::logic_error("zlib did not finish a Deflate stream in the room for it");
  }

  /// More than these bytes become. deflateBound is for streams without flushes, and up to
  /// zlib 1.2.13 a byte or two too small for a few bytes of level 0 with mem_level 9. Between two
  /// flushes, there are whole blocks, of which none is longer than a fixed block: at most 9 bits
  /// per byte, and 10 per block. Blocks have 127 symbols or more, but for the last one. The flush
  /// has 5 bytes at most.
  std::size_t room_for(std::size_t raw_bytes) {
    const std::size_t whole = deflateBound(&stream_, static_cast<uLong>(raw_bytes));
    return (flush_bytes_ == 0 ? whole : std::max(whole, raw_bytes + raw_bytes / 4)) + 64;
  }

  z_stream stream_{};
  std::uint32_t flush_bytes_;
};

}  // namespace

void append_with_zlib(std::span<const std::byte> raw, const encoder_settings& settings,
                      std::vector<std::byte>& out) {
  compressor(settings).append(raw, out);
}

}  // namespace codag::deflate
