#include "datasets/statistics.hpp"

#include <zlib.h>

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <vector>

#include "codag/chunked_column.hpp"
#include "codag/codec/codec.hpp"
#include "codag/parallel_for.hpp"
#include "datasets/deflate_symbols.hpp"

namespace codag::datasets {
namespace {

constexpr double absent = std::numeric_limits<double>::quiet_NaN();

double quotient(std::uint64_t a, std::uint64_t b) {
  return b == 0 ? absent : static_cast<double>(a) / static_cast<double>(b);
}

std::vector<std::byte> raw_deflate(std::span<const std::byte> raw) {
  constexpr int raw_window_bits = -15, default_memory_level = 8;
  z_stream stream{};
  if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, raw_window_bits, default_memory_level,
                   Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::runtime_error("zlib has no memory for a Deflate stream");
  std::vector<std::byte> out(deflateBound(&stream, raw.size()));
  // zlib takes bytes as Bytef, and its input as non-const although it only reads it.
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(raw.data()));
  stream.avail_in = static_cast<uInt>(raw.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int result = deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  if (result != Z_STREAM_END) throw std::runtime_error("zlib did not finish a Deflate stream");
  return out;
}

struct deflate_totals {
  std::uint64_t bytes = 0;
  std::uint64_t symbols = 0;
};

deflate_totals measure_deflate(std::span<const std::byte> raw, unsigned threads) {
  const std::size_t count = (raw.size() + default_chunk_bytes - 1) / default_chunk_bytes;
  std::vector<deflate_totals> chunks(count);
  parallel_for(count, threads, [&](std::size_t i) {
    const std::size_t begin = i * default_chunk_bytes;
    const std::size_t bytes = std::min<std::size_t>(default_chunk_bytes, raw.size() - begin);
    const std::vector<std::byte> compressed = raw_deflate(raw.subspan(begin, bytes));
    chunks[i] = {compressed.size(), count_deflate_symbols(compressed).total()};
  });
  deflate_totals sum;
  for (const deflate_totals& c : chunks) {
    sum.bytes += c.bytes;
    sum.symbols += c.symbols;
  }
  return sum;
}

}  // namespace

column_statistics measure_statistics(const dataset& data, unsigned threads) {
  column_statistics result{absent, absent, absent, absent, absent};
  const std::uint64_t raw_bytes = data.bytes.size();
  if (const codec* rle = find_codec("rle_v1")) {
    const chunked_column column =
        compress(*rle, data.bytes, data.type, default_chunk_bytes, threads);
    result.rle_v1_ratio = quotient(column.bytes.size(), raw_bytes);
    result.rle_v1_symbol_elements = quotient(raw_bytes / size_of(data.type), column.symbols);
  }
  if (const codec* rle = find_codec("rle_v2")) {
    const chunked_column column =
        compress(*rle, data.bytes, data.type, default_chunk_bytes, threads);
    result.rle_v2_ratio = quotient(column.bytes.size(), raw_bytes);
  }
  const deflate_totals deflated = measure_deflate(data.bytes, threads);
  result.deflate_ratio = quotient(deflated.bytes, raw_bytes);
  result.deflate_symbol_bytes = quotient(raw_bytes, deflated.symbols);
  return result;
}

}  // namespace codag::datasets
