// The paper's seven columns: what they are, where to get them, and what the paper says of them.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "codag/element_type.hpp"

namespace codag::datasets {

/// A row of the paper's Table V. A ratio is the compressed size over the uncompressed size, in
/// chunks of 128 KiB. Symbol lengths are means over the column.
struct column_statistics {
  double rle_v1_ratio = 0;
  double rle_v2_ratio = 0;
  double deflate_ratio = 0;           ///< zlib, level 9
  double rle_v1_symbol_elements = 0;  ///< elements per symbol: a run or one literal
  double deflate_symbol_bytes = 0;    ///< output bytes per literal or match
};

/// One of the paper's columns (Park et al., "CODAG", Tables IV and V).
struct manifest_entry {
  std::string_view name;        ///< "MC0"
  std::string_view long_name;   ///< "Mortgage Col 0"
  std::string_view category;    ///< "Analytics"
  element_type type;            ///< the type codag gives it
  std::string_view paper_type;  ///< Table IV's DType, as printed
  /// Table IV's size in GB of 2^30 bytes: CD2's 0.73 are the 195.8 million rows of one day of
  /// Criteo's logs at 4 bytes each, and TC2's 5.47 the graph's 1.47 billion edges at 4 bytes each.
  double paper_gb;
  std::string_view source;   ///< who publishes the data, and its URL
  std::string_view licence;  ///< what the publisher says about its use
  std::string_view
      how_to_get;           ///< how to turn what the URL offers into a file that the loader reads
  column_statistics paper;  ///< Table V's row
  std::string_view note;    ///< what the generator does not meet, and why; or empty
  /// The numbers of Table V that contradict others of their row, as `note` explains. No copy of the
  /// column is judged by them. The rest are null.
  std::array<double column_statistics::*, 3> doubtful = {};
  /// Bytes per value in `paper_gb`, if they are not those of `type`; otherwise 0.
  std::uint32_t paper_value_bytes = 0;
};

/// The columns in the paper's order.
std::span<const manifest_entry> manifest();

/// The column with that name. Throws bad_input, which lists the names, if there is none.
const manifest_entry& manifest_column(std::string_view name);

}  // namespace codag::datasets
