#include "datasets/loader/deflate_wrapper.hpp"

#include <zlib.h>

#include "codag/codec/deflate/deflate.hpp"

namespace codag::datasets {
namespace {

constexpr unsigned method_deflate = 8;  // the field CM of both wrappers

/// The bits of gzip's FLG (RFC 1952 section 2.3.1).
enum gzip_flag : unsigned { has_crc = 2, has_extra = 4, has_name = 8, has_comment = 16 };
constexpr unsigned reserved_gzip_flags = 0xe0;

unsigned byte_at(std::span<const std::byte> in, std::size_t i) {
  return std::to_integer<unsigned>(in[i]);
}

std::uint32_t little_endian(std::span<const std::byte> bytes) {
  std::uint32_t v = 0;
  for (std::size_t i = bytes.size(); i > 0; --i) v = v << 8 | byte_at(bytes, i - 1);
  return v;
}

std::uint32_t big_endian(std::span<const std::byte> bytes) {
  std::uint32_t v = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) v = v << 8 | byte_at(bytes, i);
  return v;
}

/// zlib's functions take bytes as Bytef*.
const Bytef* bytef(std::span<const std::byte> bytes) {
  return reinterpret_cast<const Bytef*>(bytes.data());
}

std::uint32_t crc32_of(std::span<const std::byte> bytes) {
  return static_cast<std::uint32_t>(crc32_z(crc32_z(0, nullptr, 0), bytef(bytes), bytes.size()));
}

/// Whether the first 2 bytes, CMF and FLG, are valid (RFC 1950 section 2.2).
bool valid_zlib_header(std::span<const std::byte> in) {
  const unsigned cmf = byte_at(in, 0), flg = byte_at(in, 1);
  const bool window_allowed = cmf >> 4 <= 7;  // 2^(CINFO + 8) bytes
  const bool preset_dictionary = (flg & 0x20) != 0;
  return (cmf & 0xf) == method_deflate && window_allowed && !preset_dictionary &&
         (cmf << 8 | flg) % 31 == 0;
}

status skip_zlib_header(std::span<const std::byte> in, std::size_t& bytes) {
  if (in.size() < 2) return status::truncated_input;
  bytes = 2;
  return valid_zlib_header(in) ? status::ok : status::malformed_symbol;
}

/// RFC 1952 section 2.3.
status skip_gzip_header(std::span<const std::byte> in, std::size_t& bytes) {
  if (in.size() < 4) return status::truncated_input;
  const unsigned flags = byte_at(in, 3);
  if (recognise_wrapper(in) != deflate_wrapper::gzip || byte_at(in, 2) != method_deflate ||
      (flags & reserved_gzip_flags) != 0)
    return status::malformed_symbol;
  bytes = 10;  // the time, the extra flags and the operating system are not checked
  if ((flags & has_extra) != 0) {
    if (in.size() < bytes + 2) return status::truncated_input;
    bytes += 2 + little_endian(in.subspan(bytes, 2));
  }
  for (const gzip_flag text : {has_name, has_comment}) {
    if ((flags & text) == 0) continue;
    while (bytes < in.size() && byte_at(in, bytes) != 0) ++bytes;
    ++bytes;
  }
  if ((flags & has_crc) != 0) {
    if (in.size() < bytes + 2) return status::truncated_input;
    if ((crc32_of(in.first(bytes)) & 0xffff) != little_endian(in.subspan(bytes, 2)))
      return status::malformed_symbol;
    bytes += 2;
  }
  return bytes <= in.size() ? status::ok : status::truncated_input;
}

}  // namespace

deflate_wrapper recognise_wrapper(std::span<const std::byte> in) {
  if (in.size() < 2) return deflate_wrapper::raw;
  if (byte_at(in, 0) == 0x1f && byte_at(in, 1) == 0x8b) return deflate_wrapper::gzip;
  return valid_zlib_header(in) ? deflate_wrapper::zlib : deflate_wrapper::raw;
}

status find_payload(std::span<const std::byte> in, deflate_wrapper kind, deflate_payload& found) {
  std::size_t header = 0;
  status s = status::ok;
  if (kind == deflate_wrapper::zlib) s = skip_zlib_header(in, header);
  if (kind == deflate_wrapper::gzip) s = skip_gzip_header(in, header);
  if (s != status::ok) return s;

  deflate::symbol_count count;
  if (s = deflate::count_symbols(in.subspan(header), count); s != status::ok) return s;
  found.stream = in.subspan(header, count.stream_bytes);
  found.output_bytes = count.output_bytes;
  found.symbols = count.total();
  const auto after = in.subspan(header + count.stream_bytes);
  const std::size_t trailer = kind == deflate_wrapper::gzip   ? 8
                              : kind == deflate_wrapper::zlib ? 4
                                                              : 0;
  if (after.size() < trailer) return status::truncated_input;
  found.rest = after.subspan(trailer);
  if (kind == deflate_wrapper::zlib) found.checksum = big_endian(after.first(4));
  if (kind == deflate_wrapper::gzip) {
    found.checksum = little_endian(after.first(4));
    const auto size_modulo_2_32 = static_cast<std::uint32_t>(count.output_bytes);
    if (little_endian(after.subspan(4, 4)) != size_modulo_2_32) return status::malformed_symbol;
  }
  return status::ok;
}

bool checksum_matches(const deflate_payload& found, deflate_wrapper kind,
                      std::span<const std::byte> out) {
  switch (kind) {
    case deflate_wrapper::zlib:
      return adler32_z(adler32_z(0, nullptr, 0), bytef(out), out.size()) == found.checksum;
    case deflate_wrapper::gzip:
      return crc32_of(out) == found.checksum;
    case deflate_wrapper::raw:
      break;
  }
  return true;
}

}  // namespace codag::datasets
