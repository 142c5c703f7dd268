#include "datasets/loader/members.hpp"

#include <zlib.h>

#include <new>
#include <span>

#include "datasets/digest.hpp"
#include "datasets/loader/member_reader.hpp"

namespace codag::datasets {
namespace {

/// Whether zlib decodes the raw stream `in` to exactly `out`.
bool inflates_to(std::span<const std::byte> in, std::span<std::byte> out) {
  z_stream stream{};
  if (inflateInit2(&stream, -15) != Z_OK) throw std::bad_alloc();
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(in.data()));
  stream.avail_in = static_cast<uInt>(in.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int result = inflate(&stream, Z_FINISH);
  inflateEnd(&stream);
  return result == Z_STREAM_END && stream.avail_in == 0 && stream.avail_out == 0;
}

/// Appends a member as the next chunk, and makes room for its output at the end of the column.
void append(const deflate_payload& member, compressed_dataset& to) {
  chunked_column& column = to.column;
  column.chunks.push_back({.in_offset = column.bytes.size(),
                           .out_offset = column.raw_bytes,
                           .in_bytes = static_cast<std::uint32_t>(member.stream.size()),
                           .out_bytes = static_cast<std::uint32_t>(member.output_bytes)});
  column.bytes.insert(column.bytes.end(), member.stream.begin(), member.stream.end());
  column.raw_bytes += member.output_bytes;
  column.symbols += member.symbols;
  to.raw.bytes.resize(column.raw_bytes);
}

}  // namespace

compressed_dataset load_members(const member_options& options) {
  compressed_dataset result;
  dataset& raw = result.raw;
  raw.name = options.name.empty() ? options.path.filename().string() : options.name;
  raw.type = element_type::uint8;
  raw.source = options.path.string();
  result.column.chunk_bytes = 0;

  member_reader file(options.path, options.kind);
  bool whole_file = true;
  while (whole_file && file.at_member()) {
    const std::uint64_t position = file.position();
    const deflate_payload member = file.take();
    const std::uint64_t had = raw.bytes.size();
    whole_file = member.output_bytes <= options.max_bytes - had;
    if (!whole_file && had == 0)
      file.fail(position, "holds " + std::to_string(member.output_bytes) +
                              " bytes; set the size of the dataset to at least that");
    if (!whole_file || member.output_bytes == 0) continue;
    append(member, result);
    const auto out = std::span(raw.bytes).subspan(had);
    if (!inflates_to(member.stream, out)) file.fail(position, "is damaged; fetch the file again");
    if (!checksum_matches(member, options.kind, out))
      file.fail(position, "does not match its checksum; fetch the file again");
  }
  if (raw.bytes.empty())
    throw bad_input(raw.source + ": holds no values; give a file with at least one");
  result.single_stream = whole_file && result.column.chunks.size() == 1;
  raw.sha256 = sha256(raw.bytes);
  return result;
}

}  // namespace codag::datasets
