// Columns whose RLE symbols are as long as the paper's Table V says: what each should reach, what
// it reaches, and which numbers of the paper's row it cannot have.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "datasets/manifest.hpp"

namespace codag::datasets {

/// A second column beside one of the paper's, which it differs from in its symbols.
struct symbol_entry {
  std::string_view name;    ///< "CD2_symbols"
  std::string_view column;  ///< the column's name in manifest(), of which it has the type: "CD2"
  std::string_view description;  ///< one line
  column_statistics reached;     ///< by 2 MiB
  /// How far each number may be from symbol_target, relative to it: slightly more than was
  /// achieved.
  column_statistics tolerance;
  /// The numbers of symbol_target that contradict the others, as `note` explains. The column does
  /// not follow them. The rest are null.
  std::array<double column_statistics::*, 2> not_followed = {};
  std::string_view note;
};

/// The columns in the paper's order.
std::span<const symbol_entry> symbol_manifest();

/// The column with that name. Throws std::out_of_range if there is none.
const symbol_entry& symbol_column(std::string_view name);

/// Table V's row of the entry's column, with RLE v1's symbol length read as bytes. For columns of
/// one byte per element this is the same row.
column_statistics symbol_target(const symbol_entry& entry);

}  // namespace codag::datasets
