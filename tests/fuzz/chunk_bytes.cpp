#include "tests/fuzz/chunk_bytes.hpp"

#include <algorithm>
#include <fstream>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>

#include "codag/codec/codec.hpp"
#include "tests/fuzz/hex.hpp"
#include "tests/support/columns.hpp"
#include "tests/support/kinds/column_of_every_kind.hpp"

namespace codag::fuzz {
namespace {

constexpr unsigned types = std::size(test::all_types);
constexpr unsigned alignments = 4;
constexpr std::size_t max_stored_bytes = 4096;

std::string read_data(const std::string& path) {
  std::ifstream file(CODAG_TEST_DATA "/" + path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The list of stored streams, or an empty one.
nlohmann::json read_list(const std::string& path) {
  const std::string text = read_data(path);
  if (text.empty()) {
    std::cerr << path << " is not on this machine, so there are no seeds from it\n";
    return nlohmann::json::object();
  }
  return nlohmann::json::parse(text);
}

/// Adds a seed, unless the stream is long.
void add(std::vector<bytes>& seeds, element_type type, std::size_t out_bytes, bytes in) {
  if (in.size() <= max_stored_bytes)
    seeds.push_back(write_chunk(
        {type, 0, static_cast<std::uint32_t>(std::min<std::size_t>(out_bytes, max_out_bytes)),
         std::move(in)}));
}

std::vector<bytes> stored_deflate_streams() {
  std::vector<bytes> seeds;
  for (const auto& s : read_list("deflate/streams.json")) {
    if (s["format"] != "raw") continue;
    const std::string stream = read_data(s["file"]);
    const auto in = std::as_bytes(std::span(stream));
    // A stream without an `out_len` is refused; it gets room to reach the fault.
    add(seeds, element_type::uint8, s.value("out_len", std::size_t{max_out_bytes}),
        {in.begin(), in.end()});
  }
  return seeds;
}

std::vector<bytes> stored_orc_vectors(std::string_view codec) {
  std::vector<bytes> seeds;
  const auto json = read_list("orc/rle_vectors.json");
  for (const char* list : {"vectors", "malformed"})
    for (const auto& v : json.value(list, nlohmann::json::array()))
      if (v["codec"] == codec)
        add(seeds, v["signed"].get<bool>() ? element_type::int64 : element_type::uint64,
            8 * v.value("count", std::size_t{max_out_bytes / 8}), from_hex(v["bytes_hex"]));
  return seeds;
}

/// Runs of three values whose varints have five bytes, as long as a chunk may be.
bytes runs_of_large_values() {
  std::vector<std::int32_t> values(max_out_bytes / sizeof(std::int32_t));
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<std::int32_t>(0x40000000 + i / 3 * 7919 % 4096 * 1000 + i % 3);
  const auto column = std::as_bytes(std::span(values));
  return {column.begin(), column.end()};
}

/// Seeds with a long chunk.
void add_long(std::vector<bytes>& seeds, element_type type, std::size_t out_bytes, bytes in) {
  // The size of the input chooses how many warps a chunk has (decoders.cpp).
  for (unsigned more = 0; more < 9; more += 3) {
    seeds.push_back(write_chunk({type, 0, static_cast<std::uint32_t>(out_bytes), in}));
    in.insert(in.end(), 3, std::byte{0});
  }
}

/// Seeds with the codec's encoding of a column.
void add_encoded(std::vector<bytes>& seeds, std::string_view codec, element_type type,
                 const bytes& column) {
  bytes in;
  find_codec(codec)->encode(column, type, in);
  add_long(seeds, type, column.size(), std::move(in));
}

/// rle_v2: short repeats and fixed deltas, of three bytes each. A section may begin among them.
void add_short_symbols(std::vector<bytes>& seeds) {
  bytes in;
  std::size_t out_bytes = 0;
  for (unsigned n = 0; out_bytes + 6 <= max_out_bytes; ++n, out_bytes += 6) {
    const auto value = static_cast<std::byte>(n % 100);
    in.insert(in.end(), {std::byte{0x00}, value});
    in.insert(in.end(), {std::byte{0xc0}, std::byte{2}, value, std::byte{2}});
  }
  add_long(seeds, element_type::uint8, out_bytes, std::move(in));
}

/// The codec's encoding of columns that are as long as a chunk may be: long enough for several
/// warps per chunk to find sections (chunk_sections.hpp).
std::vector<bytes> long_columns(std::string_view codec) {
  std::vector<bytes> seeds;
  for (const element_type type : {element_type::uint8, element_type::int32, element_type::int64})
    for (const auto& column : test::adversarial_columns(type, max_out_bytes / size_of(type), 1))
      if (column.name == "random" || column.name == "runs among literals")
        add_encoded(seeds, codec, type, column.bytes);
  add_encoded(seeds, codec, element_type::int32, runs_of_large_values());
  if (codec == "rle_v2") add_short_symbols(seeds);
  return seeds;
}

}  // namespace

chunk_bytes read_chunk(input in) {
  const unsigned kind = in.take_8();
  const std::uint32_t out_bytes = in.take_16() % (max_out_bytes + 1);
  return {test::all_types[kind % types],
          kind / types % alignments,
          out_bytes,
          {in.rest().begin(), in.rest().end()}};
}

bytes write_chunk(const chunk_bytes& c) {
  bytes b(3 + c.in.size());
  b[0] = static_cast<std::byte>(static_cast<unsigned>(c.type) + types * c.misaligned);
  b[1] = static_cast<std::byte>(c.out_bytes & 0xff);
  b[2] = static_cast<std::byte>(c.out_bytes >> 8);
  std::ranges::copy(c.in, b.begin() + 3);
  return b;
}

std::vector<bytes> encoded_columns(std::string_view codec) {
  constexpr std::size_t elements = 140;  // more than the longest run of rle_v1
  std::vector<bytes> seeds;
  for (const element_type type : test::all_types)
    for (const auto& column : test::adversarial_columns(type, elements, 1)) {
      bytes in;
      find_codec(codec)->encode(column.bytes, type, in);
      seeds.push_back(
          write_chunk({type, static_cast<unsigned>(seeds.size()) % alignments,
                       static_cast<std::uint32_t>(column.bytes.size()), std::move(in)}));
    }
  return seeds;
}

std::vector<bytes> stored_streams(std::string_view codec) {
  return codec == "deflate" ? stored_deflate_streams() : stored_orc_vectors(codec);
}

std::vector<chunk_bytes> chunks_of_every_kind(std::string_view codec) {
  std::vector<chunk_bytes> chunks;
  for (const element_type type : test::types_of_kinds(codec))
    for (auto& stored : test::chunks_of_every_kind(codec, type))
      chunks.push_back({type, static_cast<unsigned>(chunks.size()) % alignments,
                        static_cast<std::uint32_t>(stored.values * size_of(type)),
                        std::move(stored.in)});
  return chunks;
}

std::vector<bytes> chunk_seeds(std::string_view codec) {
  std::vector<bytes> seeds = encoded_columns(codec);
  if (codec == "rle_v1" || codec == "rle_v2")
    std::ranges::move(long_columns(codec), std::back_inserter(seeds));
  std::ranges::move(stored_streams(codec), std::back_inserter(seeds));
  for (const chunk_bytes& c : chunks_of_every_kind(codec))
    if (c.out_bytes <= max_out_bytes) seeds.push_back(write_chunk(c));
  return seeds;
}

}  // namespace codag::fuzz
