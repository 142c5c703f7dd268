// HRG and HRG_symbols: the letters of a genome without line ends. Repeats are masked in lower case,
// earlier stretches are copied, and one gap of N was never sequenced.
#include <cstddef>
#include <string_view>

#include "datasets/generator/columns.hpp"
#include "datasets/generator/runless_writer.hpp"

namespace codag::datasets {
namespace {

// Fills `values` with letters. Each `max_mark_distance` of them have a byte among them that is no
// letter and has its highest bit set; with 0, none have.
void fill_letters(random& r, std::size_t max_mark_distance, std::span<std::uint8_t> values) {
  constexpr std::string_view unmasked = "ACGT", masked = "acgt";
  constexpr std::size_t gap_letters = 4368;  // 3.3 % of a block, for RLE v1's ratio
  constexpr std::size_t window = 30'000;     // Deflate's window less the longest copy
  constexpr std::uint8_t mark = 0xff;
  std::string_view alphabet = unmasked;
  const auto letter = [&] { return static_cast<std::uint8_t>(alphabet[r.below(4)]); };
  runless_writer<std::uint8_t> out(values);
  std::size_t gap_at = r.below(values.size() - gap_letters);
  std::size_t copy_at = window;
  std::size_t mark_at = max_mark_distance == 0 ? values.size() : 0;
  const auto put = [&](std::uint8_t v) {
    if (out.count() >= mark_at && !out.full()) {
      out.put(mark, letter);
      mark_at = out.count() + r.between(max_mark_distance - 100, max_mark_distance);
    }
    out.put(v == mark ? letter() : v, letter);  // a copy has no marks
  };
  while (!out.full()) {
    if (out.count() >= gap_at) {
      out.put_run('N', gap_letters);
      gap_at = values.size();
    }
    if (out.count() >= copy_at) {
      std::size_t from = out.count() - r.between(1000, window);
      for (std::uint64_t n = r.between(60, 120); n > 0; --n) put(values[from++]);
      copy_at = out.count() + r.between(1, 1333);
    }
    alphabet = alphabet == unmasked ? masked : unmasked;
    for (std::uint64_t n = r.between(1, 66); n > 0; --n) put(letter());
  }
}

}  // namespace

void fill_hrg(random& r, std::uint64_t, std::span<std::uint8_t> values) {
  fill_letters(r, 0, values);
}

void fill_hrg_symbols(random& r, std::uint64_t, std::span<std::uint8_t> values) {
  // A run of RLE v2 has up to 512 values. One wide value among them makes it store all in 8 bits.
  fill_letters(r, 505, values);
}

}  // namespace codag::datasets
