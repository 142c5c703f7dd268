// The Star Schema Benchmark's tables and the queries' answers as CSV files, for a database to load
// and to compare.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "datasets/ssb/csv_folder.hpp"

namespace codag::datasets::ssb {

/// The names of the tables and queries, each of which is a file.
[[nodiscard]] std::vector<std::string> csv_names();

/// Writes lineorder.csv, date.csv, customer.csv, supplier.csv and part.csv to the folder, and
/// q1.1.csv to q4.3.csv: the answers, a line per group that has rows. The first line of a file has
/// the names of the columns. Strings are written, not their codes. The tables are those of the
/// generator "ssb" with this seed, for a lineorder of `bytes` per column. The folder was
/// made with csv_names(), and the caller calls keep(). Throws bad_input if a file cannot be
/// written, and what generate() throws.
void write_csv(csv_folder& folder, std::uint64_t bytes, std::uint64_t seed);

}  // namespace codag::datasets::ssb
