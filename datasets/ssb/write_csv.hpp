// The Star Schema Benchmark's tables and the queries' answers as CSV files, for a database to load
// and to compare.
#pragma once

#include <cstdint>
#include <filesystem>

namespace codag::datasets::ssb {

/// Writes lineorder.csv, date.csv, customer.csv, supplier.csv and part.csv to the folder, which is
/// made if it is not there, and q1.1.csv to q4.3.csv: the answers, a line per group that has rows.
/// The first line of a file has the names of the columns. Strings are written, not their codes. The
/// tables are those of the generator "ssb" with this seed, for a lineorder of `bytes` per column.
/// Throws bad_input if a file is there already or cannot be written, and what generate() throws.
void write_csv(const std::filesystem::path& folder, std::uint64_t bytes, std::uint64_t seed);

}  // namespace codag::datasets::ssb
