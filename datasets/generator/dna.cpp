// "dna": bases as the lines of a FASTA file, with a record per block. Most bases are independent, A
// and T more often than C and G. A tenth of the pieces repeat an earlier one with a few changes, as
// the repeats of genomes do. HRG is the paper's column of bases, which has no lines.
#include <algorithm>
#include <string>
#include <string_view>

#include "datasets/generator/synthetic.hpp"
#include "datasets/generator/text_column.hpp"

namespace codag::datasets {
namespace {

char any_base(random& r) {
  constexpr std::string_view bases = "AAACCGGTTT";
  return bases[r.below(bases.size())];
}

std::string draw_bases(random& r, std::size_t count) {
  std::string bases;
  while (bases.size() < count) {
    const std::uint64_t length = r.between(100, 1000);
    const bool repeats = bases.size() >= length && r.chance(100);
    const std::uint64_t from = repeats ? r.below(bases.size() - length + 1) : 0;
    for (std::uint64_t i = 0; i < length; ++i)
      bases += repeats && r.chance(950) ? bases[from + i] : any_base(r);
  }
  return bases;
}

std::string make_record(random& r, std::uint64_t block) {
  constexpr std::size_t line_bases = 60;
  std::string text = joined({">scaffold_", with_zeros(block, 8), "\n"});
  const std::string bases = draw_bases(r, generator_block_bytes);
  for (std::size_t at = 0; text.size() < generator_block_bytes; at += line_bases) {
    const std::size_t left = generator_block_bytes - text.size() - 1;
    text.append(bases, at, std::min(line_bases, left)) += '\n';
  }
  return text;
}

block_writer prepare_dna(const column_request&) {
  return write_text(make_record);
}

}  // namespace

generator dna_generator() {
  return {.name = "dna",
          .description = "bases as the lines of a FASTA file, some of them repeats",
          .type = element_type::uint8,
          .prepare = prepare_dna};
}

}  // namespace codag::datasets
