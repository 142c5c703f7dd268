#include "tests/fuzz/member_bytes.hpp"

#include <zlib.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "codag/codec/deflate/encoders.hpp"
#include "tests/fuzz/fail.hpp"

namespace codag::fuzz {
namespace {

using datasets::deflate_wrapper;

constexpr std::size_t most_output = 1 << 20;
constexpr std::uint8_t gzip_fields = 0x1f;

void append_little_endian(bytes& out, std::uint32_t value, unsigned count) {
  for (unsigned i = 0; i < count; ++i, value >>= 8) out.push_back(static_cast<std::byte>(value));
}

void append_big_endian(bytes& out, std::uint32_t value) {
  for (unsigned i = 4; i > 0; --i) out.push_back(static_cast<std::byte>(value >> 8 * (i - 1)));
}

void append_text(bytes& out, std::string_view text) {
  std::ranges::copy(std::as_bytes(std::span(text)), std::back_inserter(out));
}

const Bytef* bytef(std::span<const std::byte> in) {
  return reinterpret_cast<const Bytef*>(in.data());
}

/// What zlib decodes, as far as it comes.
bytes inflated(std::span<const std::byte> in) {
  static bytes room(most_output);
  z_stream stream{};
  if (inflateInit2(&stream, -15) != Z_OK) fail("no memory for zlib");
  stream.next_in = const_cast<Bytef*>(bytef(in));
  stream.avail_in = static_cast<uInt>(in.size());
  stream.next_out = reinterpret_cast<Bytef*>(room.data());
  stream.avail_out = static_cast<uInt>(room.size());
  inflate(&stream, Z_FINISH);
  inflateEnd(&stream);
  return {room.begin(), room.begin() + static_cast<std::ptrdiff_t>(stream.total_out)};
}

bytes deflated(std::string_view text, unsigned level) {
  bytes out;
  deflate::codec_with(*deflate::find_encoder("zlib"), {.level = level})
      .encode(std::as_bytes(std::span(text)), element_type::uint8, out);
  return out;
}

/// RFC 1952 section 2.3. The five low bits of `fields` are FLG's.
void append_gzip_header(bytes& out, std::uint8_t fields) {
  const std::size_t begin = out.size();
  append_text(out, "\x1f\x8b\x08");
  out.push_back(static_cast<std::byte>(fields & gzip_fields));
  append_little_endian(out, 0, 6);
  if ((fields & 4) != 0) append_text(out, std::string_view("\x03\0abc", 5));
  if ((fields & 8) != 0) append_text(out, std::string_view("name\0", 5));
  if ((fields & 16) != 0) append_text(out, std::string_view("\0", 1));
  if ((fields & 2) == 0) return;
  const auto header = std::span(out).subspan(begin);
  append_little_endian(out, static_cast<std::uint32_t>(crc32_z(0, bytef(header), header.size())),
                       2);
}

void append_member(bytes& file, deflate_wrapper kind, std::uint8_t fields,
                   std::span<const std::byte> stream) {
  const bytes out = inflated(stream);
  if (kind == deflate_wrapper::gzip)
    append_gzip_header(file, fields);
  else
    append_text(file, "\x78\x9c");
  file.insert(file.end(), stream.begin(), stream.end());
  if (kind == deflate_wrapper::gzip) {
    append_little_endian(file, static_cast<std::uint32_t>(crc32_z(0, bytef(out), out.size())), 4);
    append_little_endian(file, static_cast<std::uint32_t>(out.size()), 4);
  } else {
    append_big_endian(file, static_cast<std::uint32_t>(adler32_z(1, bytef(out), out.size())));
  }
}

bytes seed_of(std::initializer_list<bytes> streams, unsigned fields) {
  bytes seed = {std::byte{1}};
  for (const bytes& stream : streams) {
    seed.push_back(static_cast<std::byte>(fields));
    append_little_endian(seed, static_cast<std::uint32_t>(stream.size()), 2);
    seed.insert(seed.end(), stream.begin(), stream.end());
  }
  return seed;
}

}  // namespace

bytes member_file(input in, deflate_wrapper kind) {
  if (in.take_8() == 0) return {in.rest().begin(), in.rest().end()};
  bytes file;
  while (!in.rest().empty()) {
    const std::uint8_t fields = in.take_8();
    const std::size_t size = std::min<std::size_t>(in.take_16(), in.rest().size());
    append_member(file, kind, fields, in.rest().first(size));
    in = input(in.rest().subspan(size));
  }
  return file;
}

std::vector<bytes> member_seeds() {
  const std::string text(300, 'a');
  const bytes word = deflated("a word, a word", 9), run = deflated(text, 9),
              stored = deflated(text, 0), empty = deflated("", 9);
  std::vector<bytes> all;
  for (const unsigned fields : {0u, 1u, 2u, 4u, 8u, 16u, 30u, 31u}) {
    all.push_back(seed_of({word}, fields));
    all.push_back(seed_of({run, empty, stored}, fields));
  }
  all.push_back(seed_of({empty}, 0));
  for (const deflate_wrapper kind : {deflate_wrapper::gzip, deflate_wrapper::zlib})
    for (const bool followed : {false, true}) {
      bytes file = {std::byte{0}};
      for (const bytes& stream : {word, run}) append_member(file, kind, 0, stream);
      if (followed) append_text(file, "\x1f\x8c");
      all.push_back(std::move(file));
    }
  return all;
}

}  // namespace codag::fuzz
