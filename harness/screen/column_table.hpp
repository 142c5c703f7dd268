// The generated columns compared with the paper's: what `codag datasets` prints.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace codag::harness {

/// Generates each column of the manifest, `bytes_per_column` long, measures it, and compares it
/// with Table V: a table for a terminal, then the notes. "-" stands for a codec that this build
/// lacks.
std::string statistics_table(std::uint64_t bytes_per_column, std::uint64_t seed);

/// The same facts as JSON: {"bytes_per_column", "seed", "columns": [{"name", "long_name",
/// "category", "type", "paper_type", "paper_gb", "source", "licence", "how_to_get", "sha256",
/// "generated":
/// {...}, "paper": {...}, "note"}]}. Both statistics have the keys of column_statistics; a value is
/// null if this build lacks the codec.
nlohmann::json statistics_json(std::uint64_t bytes_per_column, std::uint64_t seed);

}  // namespace codag::harness
