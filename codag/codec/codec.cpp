#include "codag/codec/codec.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "codag/codec/deflate/encoders.hpp"
#include "codag/codec/fastlanes/fastlanes.hpp"
#include "codag/codec/gompresso_bit/gompresso_bit.hpp"
#include "codag/codec/gompresso_byte/gompresso_byte.hpp"
#include "codag/codec/gpu_bp/gpu_bp.hpp"
#include "codag/codec/gpu_dfor/gpu_dfor.hpp"
#include "codag/codec/gpu_for/gpu_for.hpp"
#include "codag/codec/gpu_rfor/gpu_rfor.hpp"
#include "codag/codec/gpu_simdbp128/gpu_simdbp128.hpp"
#include "codag/codec/gpu_star/gpu_star.hpp"
#include "codag/codec/gpu_vbyte/gpu_vbyte.hpp"
#include "codag/codec/none/none.hpp"
#include "codag/codec/nsf/nsf.hpp"
#include "codag/codec/nsv/nsv.hpp"
#include "codag/codec/planner/planner.hpp"
#include "codag/codec/rle/rle.hpp"
#include "codag/codec/rle_v1/rle_v1.hpp"
#include "codag/codec/rle_v2/rle_v2.hpp"
#include "codag/codec/vle/vle.hpp"
#include "codag/parallel_for.hpp"

namespace codag {

namespace {

// A codec of this repository is one row here.
std::vector<codec>& rows() {
  static std::vector<codec> registry = {
      {"rle_v1", rle_v1::encode, rle_v1::decode},
      {"rle_v2", rle_v2::encode, rle_v2::decode},
      deflate::codec_with(*deflate::find_encoder(deflate::default_encoder)),
      {"vle", vle::encode, vle::decode},
      gpu_for::row(),
      gpu_dfor::row(),
      {"gpu_rfor", gpu_rfor::encode, gpu_rfor::decode},
      gpu_star::row(),
      {"none", none::encode, none::decode},
      {"nsf", nsf::encode, nsf::decode},
      {"nsv", nsv::encode, nsv::decode},
      {"rle", rle::encode, rle::decode},
      planner::row(),
      {"gpu_bp", gpu_bp::encode, gpu_bp::decode},
      {"gpu_vbyte", gpu_vbyte::encode, gpu_vbyte::decode},
      {"gpu_simdbp128", gpu_simdbp128::encode, gpu_simdbp128::decode},
      fastlanes::row(),
      gompresso_byte::row(),
      gompresso_bit::row(),
  };
  return registry;
}

}  // namespace

std::span<const codec> codecs() {
  return rows();
}

void add_codec(const codec& row) {
  if (find_codec(row.name) != nullptr)
    throw std::invalid_argument("a second codec is registered as " + std::string(row.name));
  rows().push_back(row);
}

const codec* find_codec(std::string_view name) {
  const auto registry = codecs();
  const auto row = std::ranges::find(registry, name, &codec::name);
  return row == registry.end() ? nullptr : &*row;
}

chunked_column compress(const codec& codec, std::span<const std::byte> raw, element_type type,
                        std::uint32_t chunk_bytes, unsigned threads) {
  if (raw.size() % size_of(type) != 0)
    throw std::invalid_argument("a column of " + std::to_string(raw.size()) +
                                " bytes is not a whole number of " + std::string(to_string(type)));
  if (chunk_bytes == 0 || chunk_bytes % 8 != 0 || chunk_bytes > max_whole_column_bytes)
    throw std::invalid_argument("chunk_bytes " + std::to_string(chunk_bytes) +
                                " is not a multiple of 8 up to " +
                                std::to_string(max_whole_column_bytes));

  const std::size_t count = (raw.size() + chunk_bytes - 1) / chunk_bytes;
  std::vector<std::vector<std::byte>> compressed(count);
  std::vector<std::uint64_t> symbols(count);
  parallel_for(count, threads, [&](std::size_t i) {
    const std::size_t begin = i * chunk_bytes;
    const auto original =
        raw.subspan(begin, std::min<std::size_t>(chunk_bytes, raw.size() - begin));
    symbols[i] = codec.encode(original, type, compressed[i]);
  });

  chunked_column column;
  column.type = type;
  column.chunk_bytes = chunk_bytes;
  column.raw_bytes = raw.size();
  std::size_t total = 0;
  for (const auto& one : compressed) total += one.size();
  column.bytes.reserve(total);
  const std::uint64_t most =
      chunk_bytes <= max_chunk_bytes ? max_chunk_bytes : std::uint64_t{2} * chunk_bytes;
  for (std::size_t i = 0; i < count; ++i) {
    if (compressed[i].size() > most)
      throw chunk_too_large("chunk " + std::to_string(i) + " compresses to over " +
                            std::to_string(most) + " bytes; use smaller chunks");
    const std::size_t begin = i * chunk_bytes;
    column.chunks.push_back({.in_offset = column.bytes.size(),
                             .out_offset = begin,
                             .in_bytes = static_cast<std::uint32_t>(compressed[i].size()),
                             .out_bytes = static_cast<std::uint32_t>(
                                 std::min<std::size_t>(chunk_bytes, raw.size() - begin))});
    column.bytes.insert(column.bytes.end(), compressed[i].begin(), compressed[i].end());
    column.symbols += symbols[i];
  }
  return column;
}

std::vector<status> decompress(chunk_decoder decode, const chunked_column& column,
                               std::span<std::byte> out, unsigned threads) {
  std::vector<status> statuses(column.chunks.size(), status::not_decoded);
  const std::span<const std::byte> in = column.bytes;
  parallel_for(column.chunks.size(), threads, [&](std::size_t i) {
    const chunk& c = column.chunks[i];
    const bool inside = c.in_offset <= in.size() && c.in_bytes <= in.size() - c.in_offset &&
                        c.out_offset <= out.size() && c.out_bytes <= out.size() - c.out_offset;
    statuses[i] = inside ? decode(in.subspan(c.in_offset, c.in_bytes), column.type,
                                  out.subspan(c.out_offset, c.out_bytes))
                         : status::bad_chunk_table;
  });
  return statuses;
}

std::vector<status> decompress_reference(const codec& codec, const chunked_column& column,
                                         std::span<std::byte> out, unsigned threads) {
  return decompress(codec.decode, column, out, threads);
}

}  // namespace codag
