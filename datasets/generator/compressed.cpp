// "compressed": a ZIP archive, whose members another compressor has already made small. A member
// has the header of the format, with a name, and then random bytes: no compressor is called, so
// that the bytes are those of every machine. The bytes of a real member are nearly as random. The
// archive has no directory at its end, and its checksums are random, too.
#include <string>
#include <string_view>

#include "datasets/generator/synthetic.hpp"
#include "datasets/generator/text_column.hpp"

namespace codag::datasets {
namespace {

/// `value` as a little-endian number of `bytes` bytes.
std::string little_endian(std::uint64_t value, std::size_t bytes) {
  std::string text(bytes, '\0');
  for (char& c : text) {
    c = static_cast<char>(value & 255);
    value >>= 8;
  }
  return text;
}

std::string random_bytes(random& r, std::size_t bytes) {
  std::string text(bytes, '\0');
  for (char& c : text) c = static_cast<char>(r.next() >> 56);
  return text;
}

/// The local file header (APPNOTE.TXT, section 4.3.7) of a member of `bytes` bytes, which Deflate
/// made three times smaller.
std::string member_header(random& r, std::uint64_t number, std::uint64_t bytes) {
  const std::string name = joined({"export/part-", with_zeros(number, 8), ".csv"});
  const std::string time = little_endian(r.below(1 << 16), 2), crc = random_bytes(r, 4);
  constexpr std::uint64_t version = 20, deflate = 8, date = 45 << 9 | 3 << 5 | 1;  // 1 March 2025
  return joined({"PK\3\4", little_endian(version, 2), little_endian(0, 2),
                 little_endian(deflate, 2), time, little_endian(date, 2), crc,
                 little_endian(bytes, 4), little_endian(3 * bytes, 4),
                 little_endian(name.size(), 2), little_endian(0, 2), name});
}

/// The last member of a block ends with the block.
std::string make_members(random& r, std::uint64_t block) {
  constexpr std::size_t header_bytes = 30 + std::string_view("export/part-00000000.csv").size();
  constexpr std::size_t least = 1000, most = 30'000;
  std::string text;
  for (std::uint64_t number = block * 128; text.size() < generator_block_bytes; ++number) {
    const std::size_t room = generator_block_bytes - text.size() - header_bytes;
    std::size_t bytes = r.between(least, most);
    if (room < bytes + header_bytes + least) bytes = room;
    text += member_header(r, number, bytes);
    text += random_bytes(r, bytes);
  }
  return text;
}

block_writer prepare_compressed(const column_request&) {
  return write_text(make_members);
}

}  // namespace

generator compressed_generator() {
  return {.name = "compressed",
          .description = "a ZIP archive: headers of members, and random bytes as their contents",
          .type = element_type::uint8,
          .prepare = prepare_compressed};
}

}  // namespace codag::datasets
