#include "datasets/statistics.hpp"

#include <limits>

#include "codag/chunked_column.hpp"
#include "codag/codec/codec.hpp"

namespace codag::datasets {
namespace {

constexpr double absent = std::numeric_limits<double>::quiet_NaN();

double quotient(std::uint64_t a, std::uint64_t b) {
  return b == 0 ? absent : static_cast<double>(a) / static_cast<double>(b);
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
  if (const codec* deflate = find_codec("deflate")) {
    const chunked_column column =
        compress(*deflate, data.bytes, data.type, default_chunk_bytes, threads);
    result.deflate_ratio = quotient(column.bytes.size(), raw_bytes);
    result.deflate_symbol_bytes = quotient(raw_bytes, column.symbols);
  }
  return result;
}

}  // namespace codag::datasets
