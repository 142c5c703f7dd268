#include "datasets/orc/orc_file.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <new>
#include <string_view>

#include "datasets/bad_input.hpp"
#include "datasets/input_file.hpp"
#include "datasets/orc/protobuf_reader.hpp"
#include "datasets/shown_text.hpp"

namespace codag::datasets {
namespace {

constexpr const char* fetch_again = "; check that the file is whole, or fetch it again";
constexpr std::string_view orc_magic = "ORC";
constexpr std::array<std::string_view, 7> compressions = {"none", "zlib", "Snappy", "LZO",
                                                          "LZ4",  "zstd", "Brotli"};
constexpr std::uint64_t no_compression = 0, zlib_compression = 1;
constexpr std::uint64_t most_block_bytes = 1 << 23;  // a block's header has 23 bits for its size
constexpr std::uint64_t present_stream_kind = 0, data_stream_kind = 1, struct_kind = 12;
constexpr std::uint64_t direct_encoding = 0, direct_v2_encoding = 2;

/// Appends what the raw Deflate stream holds, at most `most` bytes. Returns whether it could.
bool inflate_block(std::span<const std::byte> in, std::uint64_t most, std::vector<std::byte>& out) {
  z_stream stream{};
  if (inflateInit2(&stream, -15) != Z_OK) throw std::bad_alloc();
  const std::size_t had = out.size();
  out.resize(had + most);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(in.data()));
  stream.avail_in = static_cast<uInt>(in.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data() + had);
  stream.avail_out = static_cast<uInt>(most);
  const int result = inflate(&stream, Z_FINISH);
  out.resize(out.size() - stream.avail_out);
  inflateEnd(&stream);
  return result == Z_STREAM_END && stream.avail_in == 0;
}

}  // namespace

void orc_file::fail(const std::string& what) const {
  throw bad_input(path_ + ": " + what);
}

orc_file::orc_file(const std::filesystem::path& path) : path_(path.string()) {
  require_input_file(path, "give the path of a file");
  file_.open(path, std::ios::binary);
  if (!file_) fail("cannot be opened; check the path and its permissions");
  file_.seekg(0, std::ios::end);
  file_bytes_ = static_cast<std::uint64_t>(file_.tellg());
  try {
    read_tail();
  } catch (const bad_message&) {
    fail(std::string("its footer is damaged") + fetch_again);
  }
}

/// The file ends with the footer, the postscript, and one byte: the postscript's size.
void orc_file::read_tail() {
  const std::string no_orc = std::string("is not a whole ORC file") + fetch_again;
  if (file_bytes_ < orc_magic.size() + 1) fail(no_orc);
  const auto postscript_bytes = std::to_integer<std::uint64_t>(read(file_bytes_ - 1, 1).front());
  if (postscript_bytes >= file_bytes_) fail(no_orc);
  const std::uint64_t postscript_at = file_bytes_ - 1 - postscript_bytes;
  const std::vector<std::byte> postscript = read(postscript_at, postscript_bytes);
  std::uint64_t footer_bytes = 0;
  bool other_magic = false;  // old writers left the magic out
  for (protobuf_reader p(postscript); p.next();) {
    if (p.field() == 1) footer_bytes = p.number();
    if (p.field() == 2) compression_ = p.number();
    if (p.field() == 3) block_bytes_ = p.number();
    if (p.field() == 8000) other_magic = p.text() != orc_magic;
  }
  if (other_magic || footer_bytes > postscript_at) fail(no_orc);
  if (compression_ != no_compression && compression_ != zlib_compression)
    fail("its streams are compressed with " +
         (compression_ < compressions.size() ? std::string(compressions[compression_])
                                             : "an unknown codec") +
         "; write the file with zlib or without compression, or give \"format\": \"orc\"");
  if (block_bytes_ > most_block_bytes)
    fail("its compression blocks have " + std::to_string(block_bytes_) +
         " bytes, more than the format allows" + fetch_again);
  read_footer(read_decompressed(postscript_at - footer_bytes, footer_bytes));
}

void orc_file::read_footer(std::span<const std::byte> footer) {
  for (protobuf_reader p(footer); p.next();) {
    if (p.field() == 3) {
      stripe_place& s = stripes_.emplace_back();
      for (protobuf_reader q(p.bytes()); q.next();) {
        if (q.field() == 1) s.offset = q.number();
        if (q.field() == 2) s.index_bytes = q.number();
        if (q.field() == 3) s.data_bytes = q.number();
        if (q.field() == 4) s.footer_bytes = q.number();
        if (q.field() == 5) s.rows = q.number();
      }
    } else if (p.field() == 4) {
      column_type& t = types_.emplace_back();
      for (protobuf_reader q(p.bytes()); q.next();) {
        if (q.field() == 1) t.kind = q.number();
        if (q.field() == 2) q.append_numbers(t.children);
        if (q.field() == 3) t.names.emplace_back(q.text());
      }
    } else if (p.field() == 10) {
      fail("is encrypted; write it without encryption");
    }
  }
}

std::vector<std::byte> orc_file::read(std::uint64_t at, std::uint64_t bytes) {
  if (at > file_bytes_ || bytes > file_bytes_ - at)
    fail("byte " + std::to_string(at) + ": " + std::to_string(bytes) +
         " bytes are expected here, and the file has only " + std::to_string(file_bytes_) +
         fetch_again);
  std::vector<std::byte> result(bytes);
  file_.seekg(static_cast<std::streamoff>(at));
  file_.read(reinterpret_cast<char*>(result.data()), static_cast<std::streamsize>(bytes));
  if (!file_) fail("cannot be read; check the disk");
  return result;
}

/// A compressed section is a sequence of blocks. A block's header has three bytes, little-endian:
/// its size, shifted left by one bit, and in the lowest bit whether it is not compressed.
std::vector<std::byte> orc_file::read_decompressed(std::uint64_t at, std::uint64_t bytes) {
  std::vector<std::byte> stored = read(at, bytes);
  if (compression_ == no_compression) return stored;
  std::vector<std::byte> result;
  for (std::span<const std::byte> rest = stored; !rest.empty();) {
    const auto damaged = [&] {
      fail("byte " + std::to_string(at + bytes - rest.size()) +
           ": the compressed block that begins here is damaged" + fetch_again);
    };
    if (rest.size() < 3) damaged();
    const auto byte = [&](std::size_t i) { return std::to_integer<std::uint32_t>(rest[i]); };
    const std::uint32_t header = byte(0) | byte(1) << 8 | byte(2) << 16;
    const std::uint32_t block_bytes = header >> 1;
    if (block_bytes > rest.size() - 3) damaged();
    const auto block = rest.subspan(3, block_bytes);
    if ((header & 1) != 0)
      result.insert(result.end(), block.begin(), block.end());
    else if (!inflate_block(block, block_bytes_, result))
      damaged();
    rest = rest.subspan(3 + block_bytes);
  }
  return result;
}

orc_file::column orc_file::find_column(const std::string& name) const {
  if (types_.empty() || types_.front().kind != struct_kind)
    fail("holds no table with named columns; write its values as a column of a table");
  const column_type& table = types_.front();
  const std::size_t column_count = std::min(table.names.size(), table.children.size());
  if (const auto same = std::ranges::count(table.names, name); same > 1)
    fail("column " + in_quotes(name) + ": the table has " + std::to_string(same) +
         " columns of this name; rename all but one of them");
  std::string names;
  for (std::size_t i = 0; i < column_count; ++i) {
    if (table.names[i] == name) {
      if (table.children[i] >= types_.size()) throw bad_message();
      return {.number = table.children[i],
              .kind = static_cast<type_kind>(types_[table.children[i]].kind),
              .name = name};
    }
    if (i < 20) names += " " + in_quotes(table.names[i]);
  }
  fail("column " + in_quotes(name) + ": there is no such column; the table has" +
       (names.empty() ? " none" : names) + (column_count > 20 ? " and more" : ""));
}

/// The stream PRESENT has a bit per row, in bytes that are run-length coded: a header below 128
/// repeats the next byte 3 times more than it says, another one is minus the number of literals.
std::uint64_t orc_file::count_present(std::span<const std::byte> present, std::uint64_t rows,
                                      const std::string& place) const {
  std::uint64_t values = 0, row = 0;
  const auto take = [&](std::byte bits) {
    for (unsigned bit = 0x80; bit != 0 && row < rows; bit >>= 1, ++row)
      values += (std::to_integer<unsigned>(bits) & bit) != 0 ? 1 : 0;
  };
  while (row < rows) {
    const auto header = present.empty() ? 0u : std::to_integer<unsigned>(present.front());
    const bool repeats = header < 128;
    const std::size_t bytes = repeats ? 1 : 256 - header;
    if (present.size() <= bytes) fail(place + "its stream of NULLs ends early" + fetch_again);
    for (std::size_t i = 0; i < (repeats ? header + 3 : bytes); ++i)
      take(present[repeats ? 1 : 1 + i]);
    present = present.subspan(1 + bytes);
  }
  return values;
}

orc_file::data_stream orc_file::read_data(std::size_t number, const column& of) {
  const stripe_place& s = stripes_[number];
  const std::string place =
      "column " + in_quotes(of.name) + ": stripe " + std::to_string(number) + ": ";
  // Each of them is at most the file's size, or read() would have refused the sums before.
  if (std::max({s.offset, s.index_bytes, s.data_bytes, s.footer_bytes}) > file_bytes_)
    fail(place + "reaches past the end of the file" + fetch_again);
  const std::vector<std::byte> footer =
      read_decompressed(s.offset + s.index_bytes + s.data_bytes, s.footer_bytes);
  data_stream result;
  result.values = s.rows;
  std::uint64_t at = s.offset;
  std::uint64_t encoded_columns = 0;
  bool direct = false;
  for (protobuf_reader p(footer); p.next();) {
    if (p.field() == 1) {  // the streams, in the order of their bytes
      std::uint64_t stream_kind = 0, of_column = 0, bytes = 0;
      for (protobuf_reader q(p.bytes()); q.next();) {
        if (q.field() == 1) stream_kind = q.number();
        if (q.field() == 2) of_column = q.number();
        if (q.field() == 3) bytes = q.number();
      }
      if (bytes > file_bytes_ || at + bytes > file_bytes_)
        fail(place + "a stream reaches past the end of the file" + fetch_again);
      if (stream_kind == present_stream_kind && of_column == of.number)
        result.values = count_present(read_decompressed(at, bytes), s.rows, place);
      if (stream_kind == data_stream_kind && of_column == of.number)
        result.bytes = read_decompressed(at, bytes);
      at += bytes;
    } else if (p.field() == 2 && encoded_columns++ == of.number) {
      std::uint64_t encoding = 0;
      for (protobuf_reader q(p.bytes()); q.next();)
        if (q.field() == 1) encoding = q.number();
      direct = encoding == direct_encoding || encoding == direct_v2_encoding;
      result.version_2 = encoding == direct_v2_encoding;
    }
  }
  if (!direct) fail(place + "its integers are not encoded directly" + fetch_again);
  return result;
}

}  // namespace codag::datasets
