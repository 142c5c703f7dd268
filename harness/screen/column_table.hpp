// The output of `codag datasets`: the generated columns compared with the paper's.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "harness/screen/text_table.hpp"

namespace codag::harness {

/// Generates each column of the manifest with `bytes_per_column` bytes, measures it, and compares
/// it with Table V. The result is a table for a terminal, followed by the notes, and a second table
/// with the texts and gzip's ratios. "-" stands for a codec that this build lacks.
std::string statistics_table(std::uint64_t bytes_per_column, std::uint64_t seed,
                             table_width width = {});

/// The same data as JSON: {"bytes_per_column", "seed", "columns": [{"name", "long_name",
/// "category", "type", "paper_type", "paper_gb", "source", "licence", "how_to_get", "sha256",
/// "generated": {...}, "paper": {...}, "note"}]}. Both statistics have the keys of
/// column_statistics; a value is null if this build lacks the codec. "texts" is a list as well, of
/// the keys of text_entry, "sha256", and "generated" and "paper" with "gzip_ratio".
nlohmann::json statistics_json(std::uint64_t bytes_per_column, std::uint64_t seed);

}  // namespace codag::harness
