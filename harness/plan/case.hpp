// A case: one cell of an experiment's product.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "codag/parameters.hpp"
#include "codag/parts.hpp"
#include "harness/config/config.hpp"
#include "harness/kernels/alu_case.hpp"
#include "harness/kernels/traffic.hpp"
#include "harness/kernels/variant_facts.hpp"
#include "harness/support/backend.hpp"

namespace codag::harness {

/// A value for each parameter that something declares. Standards are filled in.
struct resolved_parameters {
  std::vector<parameter> declared;
  parameter_values values;
};

/// What the kernels that work on a column have in common.
struct column_work {
  dataset_spec dataset;
  std::string codec;            ///< as registered: "deflate"
  std::string codec_name;       ///< in names: "deflate/level=6"
  resolved_parameters encoder;  ///< the codec's encoder settings
  std::string variant;          ///< in names: "block_per_chunk/warps=8", "cpu_reference"
  std::string kernel;           ///< as registered: "block_per_chunk"
  std::vector<part> parts;
  resolved_parameters launch;
  std::uint32_t chunk_bytes = 0;  ///< 0 if the dataset came compressed
};

/// A chunked column is decoded to its values.
struct decode_case : column_work {};
/// The same, by a kernel that hands tiles of values to a sink.
struct tile_case : column_work {};
/// A column's values are encoded.
struct encode_case : column_work {};
/// Memory traffic alone: what bounds every kernel.
struct traffic_case {
  traffic kind;
};

/// The kinds of work. A new family is one more alternative.
using work = std::variant<decode_case, tile_case, encode_case, traffic_case, alu_case>;

/// What is to be run. The name is unique in a report and stable between runs of one config.
struct bench_case {
  std::string name;  ///< "MC0/rle_v1/warp_per_chunk/all_threads/shared/128KiB"
  harness::backend backend = harness::backend::host;
  std::uint64_t size = 0;  ///< uncompressed bytes asked for; 0 for a micro-benchmark
  harness::work work;

  /// The work on a column; null if it is another kind of work.
  [[nodiscard]] const column_work* column() const;
  [[nodiscard]] const traffic_case* memory_traffic() const {
    return std::get_if<traffic_case>(&work);
  }
  [[nodiscard]] const alu_case* alu() const { return std::get_if<alu_case>(&work); }

  /// The kind of work as a report has it: a family's name, "traffic" or "microbenchmark".
  [[nodiscard]] std::string_view kind() const;
  /// "block_per_chunk/warps=8", "copy", "alu/all_threads".
  [[nodiscard]] std::string variant() const;
};

/// "block_per_chunk/128KiB"-style name of a chunk size: "members" for a file's own chunks.
std::string chunk_name(std::uint64_t chunk_bytes);

}  // namespace codag::harness
