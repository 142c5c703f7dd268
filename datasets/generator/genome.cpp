// HRG: the letters of a genome without line ends. Repeats are masked in lower case, earlier
// stretches are copied, and one gap of N was never sequenced.
#include <cstddef>
#include <string_view>

#include "datasets/generator/columns.hpp"
#include "datasets/generator/runless_writer.hpp"

namespace codag::datasets {

void fill_hrg(random& r, std::uint64_t, std::span<std::uint8_t> values) {
  constexpr std::string_view unmasked = "ACGT", masked = "acgt";
  constexpr std::size_t gap_letters = 4368;  // 3.3 % of a block, for RLE v1's ratio
  constexpr std::size_t window = 30'000;     // Deflate's window less the longest copy
  std::string_view alphabet = unmasked;
  const auto letter = [&] { return static_cast<std::uint8_t>(alphabet[r.below(4)]); };
  runless_writer<std::uint8_t> out(values);
  std::size_t gap_at = r.below(values.size() - gap_letters);
  std::size_t copy_at = window;
  while (!out.full()) {
    if (out.count() >= gap_at) {
      out.put_run('N', gap_letters);
      gap_at = values.size();
    }
    if (out.count() >= copy_at) {
      std::size_t from = out.count() - r.between(1000, window);
      for (std::uint64_t n = r.between(60, 120); n > 0; --n) out.put(values[from++], letter);
      copy_at = out.count() + r.between(1, 1333);
    }
    alphabet = alphabet == unmasked ? masked : unmasked;
    for (std::uint64_t n = r.between(1, 66); n > 0; --n) out.put(letter(), letter);
  }
}

}  // namespace codag::datasets
