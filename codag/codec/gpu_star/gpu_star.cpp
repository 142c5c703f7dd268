#include "codag/codec/gpu_star/gpu_star.hpp"

#include <utility>

#include "codag/codec/bit_packing/words.hpp"

namespace codag::gpu_star {

std::uint64_t encode(std::span<const std::byte> raw, element_type type,
                     std::vector<std::byte>& out) {
  std::vector<std::byte> smallest, next;
  std::uint64_t symbols = 0;
  for (std::uint32_t number = 0; number < format_names.size(); ++number) {
    next.assign(4 * header_words, std::byte{0});
    bit_packing::store_word(next, 0, number);
    const std::uint64_t written = find_codec(format_names[number])->encode(raw, type, next);
    if (!smallest.empty() && next.size() >= smallest.size()) continue;
    smallest.swap(next);
    symbols = written;
  }
  out.insert(out.end(), smallest.begin(), smallest.end());
  return symbols;
}

status decode(std::span<const std::byte> in, element_type type, std::span<std::byte> out) {
  if (out.size() % size_of(type) != 0) return status::bad_chunk_table;
  if (in.size() % 4 != 0 || in.size() < 4 * header_words) return status::truncated_input;
  const std::uint32_t number = bit_packing::load_word(in, 0);
  if (number >= format_names.size()) return status::malformed_symbol;
  return find_codec(format_names[number])->decode(in.subspan(4 * header_words), type, out);
}

smallest_column compress(std::span<const std::byte> raw, element_type type,
                         std::uint32_t chunk_bytes, unsigned threads) {
  smallest_column smallest{.by = nullptr, .column = {}};
  for (const std::string_view name : format_names) {
    const codec* by = find_codec(name);
    chunked_column column = codag::compress(*by, raw, type, chunk_bytes, threads);
    if (smallest.by == nullptr || column.bytes.size() < smallest.column.bytes.size())
      smallest = {by, std::move(column)};
  }
  return smallest;
}

}  // namespace codag::gpu_star
