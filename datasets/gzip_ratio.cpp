#include "datasets/gzip_ratio.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <stdexcept>

namespace codag::datasets {

double gzip_ratio(std::span<const std::byte> bytes) {
  constexpr int level = 6, raw_deflate = -15, memory = 8;  // zlib.h: the standards of gzip
  z_stream stream{};
  if (deflateInit2(&stream, level, Z_DEFLATED, raw_deflate, memory, Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::runtime_error("zlib has no memory for a stream");
  std::array<Bytef, 1 << 16> out;
  std::uint64_t compressed = 0;
  for (int state = Z_OK; state != Z_STREAM_END;) {
    if (stream.avail_in == 0 && !bytes.empty()) {
      const auto part =
          bytes.first(std::min<std::size_t>(bytes.size(), std::numeric_limits<uInt>::max()));
      stream.next_in = reinterpret_cast<z_const Bytef*>(const_cast<std::byte*>(part.data()));
      stream.avail_in = static_cast<uInt>(part.size());
      bytes = bytes.subspan(part.size());
    }
    stream.next_out = out.data();
    stream.avail_out = static_cast<uInt>(out.size());
    state = ::deflate(&stream, bytes.empty() ? Z_FINISH : Z_NO_FLUSH);
    compressed += out.size() - stream.avail_out;
  }
  const auto raw = static_cast<double>(stream.total_in);
  deflateEnd(&stream);
  return raw / static_cast<double>(compressed);
}

}  // namespace codag::datasets
