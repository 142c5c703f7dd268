#include "codag/codec/smallest.hpp"

#include <exception>
#include <utility>

#include "codag/codec/bit_packing/words.hpp"

namespace codag::smallest {

std::uint64_t encode(std::span<const std::string_view> names, std::span<const std::byte> raw,
                     element_type type, std::vector<std::byte>& out) {
  std::vector<std::byte> smallest, next;
  std::uint64_t symbols = 0;
  for (std::uint32_t number = 0; number < names.size(); ++number) {
    next.assign(4 * header_words, std::byte{0});
    bit_packing::store_word(next, 0, number);
    const std::uint64_t written = find_codec(names[number])->encode(raw, type, next);
    if (!smallest.empty() && next.size() >= smallest.size()) continue;
    smallest.swap(next);
    symbols = written;
  }
  out.insert(out.end(), smallest.begin(), smallest.end());
  return symbols;
}

status decode(std::span<const std::string_view> names, std::span<const std::byte> in,
              element_type type, std::span<std::byte> out) {
  if (out.size() % size_of(type) != 0) return status::bad_chunk_table;
  if (in.size() % 4 != 0 || in.size() < 4 * header_words) return status::truncated_input;
  const std::uint32_t number = bit_packing::load_word(in, 0);
  if (number >= names.size()) return status::malformed_symbol;
  return find_codec(names[number])->decode(in.subspan(4 * header_words), type, out);
}

column compress(std::span<const std::string_view> names, std::span<const std::byte> raw,
                element_type type, std::uint32_t chunk_bytes, unsigned threads) {
  column smallest{.by = nullptr, .compressed = {}};
  std::exception_ptr too_large;
  for (const std::string_view name : names) try {
      const codec* by = find_codec(name);
      chunked_column next = codag::compress(*by, raw, type, chunk_bytes, threads);
      if (smallest.by == nullptr || next.bytes.size() < smallest.compressed.bytes.size())
        smallest = {by, std::move(next)};
    } catch (const chunk_too_large&) {
      too_large = std::current_exception();
    }
  if (smallest.by == nullptr) std::rethrow_exception(too_large);
  return smallest;
}

}  // namespace codag::smallest
