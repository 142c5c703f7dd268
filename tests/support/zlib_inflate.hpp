// zlib's decoder on a raw stream.
#pragma once

#include <zlib.h>

#include <cstddef>
#include <new>
#include <span>
#include <vector>

namespace codag::test {

/// The result of zlib's inflate on a raw stream, with a buffer of `room` bytes.
struct inflated {
  int result = 0;  ///< Z_STREAM_END, Z_DATA_ERROR, or Z_BUF_ERROR if input or room ran out
  std::vector<std::byte> out;
  std::size_t input_left = 0;
};

inline inflated zlib_inflate(std::span<const std::byte> in, std::size_t room) {
  inflated i;
  // Kept from call to call: most streams of the tests break long before they fill it. zlib refuses
  // a null pointer.
  static thread_local std::vector<std::byte> out;
  if (out.size() <= room) out.resize(room + 1);
  z_stream stream{};
  if (inflateInit2(&stream, -15) != Z_OK) throw std::bad_alloc();
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(in.data()));
  stream.avail_in = static_cast<uInt>(in.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(room);
  i.result = inflate(&stream, Z_FINISH);
  i.out.assign(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(stream.total_out));
  i.input_left = stream.avail_in;
  inflateEnd(&stream);
  return i;
}

}  // namespace codag::test
