// The two files of Gompresso's experiments: what they are, where to get them, and what the paper
// says of them.
#pragma once

#include <span>
#include <string_view>

namespace codag::datasets {

/// A file of Sitaridi et al., "Massively-Parallel Lossless Data Decompression", ICPP 2016, section
/// V, and the generator that stands in for it.
struct text_entry {
  std::string_view name;     ///< of the generator: "wikipedia_text"
  std::string_view file;     ///< "enwik9"
  std::string_view content;  ///< in one line
  double paper_gb;           ///< its size in GB (1e9 bytes)
  double paper_gzip_ratio;   ///< "gzip -6": uncompressed size over compressed size
  std::string_view source;   ///< who publishes it, and its URL
  std::string_view licence;
  std::string_view
      how_to_get;  ///< how to turn what the URL offers into a file that the loader reads
};

/// The files in the paper's order.
std::span<const text_entry> text_manifest();

}  // namespace codag::datasets
