#include "tests/fuzz/fresh_chunk.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <vector>

#include "tests/support/zlib_deflate.hpp"

namespace codag::fuzz {
namespace {

/// A window as long as the longest column: to begin a stream then takes less time.
constexpr int raw_window_bits = static_cast<int>(test::zlib_wrapper::raw_4_kib);
static_assert(max_out_bytes <= 1 << -raw_window_bits);

/// Any number of at most `bits` bits.
std::uint64_t number_of_bits(unsigned bits, random_numbers& random) {
  return bits == 0 ? 0 : random() >> (64 - bits);
}

/// More values of one kind.
void append_values(std::vector<std::uint64_t>& values, unsigned type_bits, random_numbers& random) {
  const std::size_t count = 1 + random() % (random() % 4 == 0 ? 1000 : 60);
  const unsigned bits = static_cast<unsigned>(random() % (type_bits + 1));
  const std::uint64_t base =
      number_of_bits(static_cast<unsigned>(random() % (type_bits + 1)), random);
  const std::uint64_t step = number_of_bits(bits / 2, random) - number_of_bits(bits / 2, random);
  const std::uint64_t kind = random() % 7;
  const std::size_t before = values.size();
  const std::size_t distance = before == 0 ? 0 : 1 + random() % before;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t any = number_of_bits(bits, random);
    switch (kind) {
      case 0:  // one value
        values.push_back(base);
        break;
      case 1:  // a fixed step
        values.push_back(base + i * step);
        break;
      case 2:  // numbers of a width
        values.push_back(any);
        break;
      case 3:  // small numbers, of which few are large
        values.push_back(base + (random() % 20 == 0 ? any : any % 16));
        break;
      case 4:  // ascending
        values.push_back((i == 0 ? base : values.back()) + any % 16);
        break;
      case 5:  // a copy of what came before
        values.push_back(distance == 0 ? base : values[values.size() - distance]);
        break;
      default:  // some values much more often than others
        values.push_back(
            static_cast<std::uint64_t>(std::countr_zero(any | std::uint64_t{1} << 40)) *
            (base | 1));
    }
  }
}

bytes column_of(element_type type, random_numbers& random) {
  const std::size_t element = size_of(type), most = max_out_bytes / element;
  const std::size_t count = random() % 2 == 0 ? most : 1 + random() % most;
  std::vector<std::uint64_t> values;
  while (values.size() < count) append_values(values, static_cast<unsigned>(8 * element), random);
  bytes column(count * element);
  for (std::size_t i = 0; i < count; ++i)
    std::memcpy(column.data() + i * element, &values[i], element);
  return column;
}

/// A stream that is flushed, and then changes its settings, after some values, again and again:
/// stored, fixed and dynamic blocks follow each other.
bytes deflate_with_changes(const bytes& column, random_numbers& random) {
  z_stream stream{};
  deflateInit2(&stream, static_cast<int>(random() % 10), Z_DEFLATED, raw_window_bits,
               static_cast<int>(1 + random() % 9), Z_DEFAULT_STRATEGY);
  bytes out(2 * column.size() + 4096);
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  for (std::size_t at = 0; at < column.size();) {
    const std::size_t count = std::min(column.size() - at, 100 + random() % 1500);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(column.data() + at));
    stream.avail_in = static_cast<uInt>(count);
    constexpr int flushes[] = {Z_SYNC_FLUSH, Z_FULL_FLUSH, Z_PARTIAL_FLUSH, Z_BLOCK};
    ::deflate(&stream, flushes[random() % std::size(flushes)]);
    deflateParams(&stream, static_cast<int>(random() % 3 == 0 ? 0 : random() % 10),
                  random() % 4 == 0 ? Z_FIXED : Z_DEFAULT_STRATEGY);
    at += count;
  }
  ::deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

bytes deflate_by_zlib(const bytes& column, random_numbers& random) {
  if (random() % 3 == 0) return deflate_with_changes(column, random);
  constexpr int strategies[] = {
      Z_DEFAULT_STRATEGY, Z_DEFAULT_STRATEGY, Z_FILTERED, Z_HUFFMAN_ONLY, Z_RLE, Z_FIXED};
  return test::zlib_deflate(column, {.level = static_cast<int>(random() % 10),
                                     .strategy = strategies[random() % std::size(strategies)],
                                     .memory_level = static_cast<int>(1 + random() % 9),
                                     .wrapper = test::zlib_wrapper::raw_4_kib});
}

}  // namespace

chunk_bytes fresh_chunk(const codec& codec, element_type type, random_numbers& random) {
  const bytes column = column_of(type, random);
  chunk_bytes c{type, 0, static_cast<std::uint32_t>(column.size()), {}};
  if (codec.name == "deflate") {
    c.in = deflate_by_zlib(column, random);
  } else {
    codec.encode(column, type, c.in);
  }
  return c;
}

}  // namespace codag::fuzz
