// The list of generators: one line each.
#include <array>
#include <cstring>
#include <vector>

#include "datasets/generator/columns.hpp"
#include "datasets/generator/generator.hpp"
#include "datasets/generator/synthetic.hpp"
#include "datasets/manifest.hpp"
#include "datasets/ssb/column_generator.hpp"
#include "datasets/symbol_manifest.hpp"

namespace codag::datasets {
namespace {

// A whole block is generated even if `out` is shorter, so that the length changes no value.
template <class T, void (*fill)(random&, std::uint64_t, std::span<T>)>
void write_block(random& r, std::uint64_t block, std::span<std::byte> out) {
  std::vector<T> values(generator_block_bytes / sizeof(T));
  fill(r, block, values);
  std::memcpy(out.data(), values.data(), out.size());
}

template <class T, void (*fill)(random&, std::uint64_t, std::span<T>)>
generator paper_column(std::string_view name) {
  const manifest_entry& entry = manifest_column(name);
  return {.name = entry.name,
          .description = entry.long_name,
          .type = entry.type,
          .prepare = [](const column_request&) -> block_writer { return write_block<T, fill>; }};
}

template <class T, void (*fill)(random&, std::uint64_t, std::span<T>)>
generator symbol_column_of(std::string_view name) {
  const symbol_entry& entry = symbol_column(name);
  generator g = paper_column<T, fill>(entry.column);
  g.name = entry.name;
  g.description = entry.description;
  return g;
}

}  // namespace

std::span<const generator> generators() {
  static const std::array all = {paper_column<std::uint64_t, fill_mc0>("MC0"),
                                 paper_column<float, fill_mc3>("MC3"),
                                 paper_column<std::int8_t, fill_tpc>("TPC"),
                                 paper_column<std::int8_t, fill_tpt>("TPT"),
                                 paper_column<std::uint32_t, fill_cd2>("CD2"),
                                 paper_column<std::uint64_t, fill_tc2>("TC2"),
                                 paper_column<std::uint8_t, fill_hrg>("HRG"),
                                 symbol_column_of<std::int8_t, fill_tpc_symbols>("TPC_symbols"),
                                 symbol_column_of<std::uint32_t, fill_cd2_symbols>("CD2_symbols"),
                                 symbol_column_of<std::uint64_t, fill_tc2_symbols>("TC2_symbols"),
                                 symbol_column_of<std::uint8_t, fill_hrg_symbols>("HRG_symbols"),
                                 ascending_generator(),
                                 compressed_generator(),
                                 csv_digits_generator(),
                                 dna_generator(),
                                 doubles_generator(),
                                 encoded_bytes_generator(),
                                 entropy_generator(),
                                 ids_generator(),
                                 json_lines_generator(),
                                 matrix_market_generator(),
                                 mixture_generator(),
                                 mostly_zero_generator(),
                                 normal_generator(),
                                 null_bitmap_generator(),
                                 runs_generator(),
                                 sorted_generator(),
                                 source_code_generator(),
                                 ssb::column_generator(),
                                 timestamps_generator(),
                                 uniform_generator(),
                                 utf8_text_generator(),
                                 uuids_generator(),
                                 web_log_generator(),
                                 wikipedia_text_generator(),
                                 zipf_generator(),
                                 zipf_ranks_generator()};
  return all;
}

}  // namespace codag::datasets
