#include "datasets/gzip.hpp"

#include <zlib.h>

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace codag::datasets {
namespace {

constexpr int window_of_gzip = 15 + 16;  // zlib.h: the largest window, in gzip's wrapper

/// zlib reads through a pointer that is not const.
Bytef* bytes_of(std::string_view text) {
  return reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
}

/// Gives a stream its next input, of which it counts no more than an uInt holds.
void feed(z_stream& stream, std::string_view& rest) {
  if (stream.avail_in > 0) return;
  const std::string_view now = rest.substr(0, std::numeric_limits<uInt>::max());
  stream.next_in = bytes_of(now);
  stream.avail_in = static_cast<uInt>(now.size());
  rest.remove_prefix(now.size());
}

/// Runs `step` on room for more output at the end of `out`. Returns the step's result.
template <class Step>
int grow(z_stream& stream, std::string& out, const Step& step) {
  constexpr std::size_t room = 1u << 18;
  const std::size_t had = out.size();
  out.resize(had + room);
  stream.next_out = reinterpret_cast<Bytef*>(out.data() + had);
  stream.avail_out = room;
  const int result = step();
  out.resize(had + room - stream.avail_out);
  return result;
}

}  // namespace

bool is_gzip(std::string_view bytes) {
  return bytes.starts_with("\x1f\x8b");
}

std::optional<std::string> gunzip(std::string_view packed, std::uint64_t max_bytes) {
  z_stream stream{};
  if (inflateInit2(&stream, window_of_gzip) != Z_OK)
    throw std::runtime_error("zlib has no memory for a stream");
  std::string text;
  std::string_view rest = packed;
  bool whole = false;
  for (int result = Z_OK; result == Z_OK && !whole && text.size() <= max_bytes;) {
    feed(stream, rest);
    result = grow(stream, text, [&] { return ::inflate(&stream, Z_NO_FLUSH); });
    if (result != Z_STREAM_END) continue;
    whole = stream.avail_in == 0 && rest.empty();
    result = inflateReset(&stream);  // another member follows, unless it was the last one
  }
  inflateEnd(&stream);
  if (!whole && text.size() <= max_bytes) return std::nullopt;
  return text;
}

std::string gzip(std::string_view text) {
  z_stream stream{};
  constexpr int memory = 9;
  if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, window_of_gzip, memory,
                   Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::runtime_error("zlib has no memory for a stream");
  std::string packed;
  for (int result = Z_OK; result == Z_OK;) {
    feed(stream, text);
    const int flush = text.empty() ? Z_FINISH : Z_NO_FLUSH;
    result = grow(stream, packed, [&] { return ::deflate(&stream, flush); });
  }
  deflateEnd(&stream);
  return packed;
}

}  // namespace codag::datasets
