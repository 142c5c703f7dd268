// A case: one cell of an experiment's product.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "codag/parameters.hpp"
#include "codag/parts.hpp"
#include "codag/phase.hpp"
#include "harness/config/config.hpp"
#include "harness/kernels/alu_case.hpp"
#include "harness/kernels/traffic.hpp"
#include "harness/kernels/variant_facts.hpp"
#include "harness/support/backend.hpp"
#include "harness/support/work_kind.hpp"

namespace codag::harness {

/// A value for each declared parameter, with the defaults filled in.
struct resolved_parameters {
  std::vector<parameter> declared;
  parameter_values values;
};

/// The common part of all work on a column.
struct column_work {
  dataset_spec dataset;
  std::string codec;               ///< the registered name: "deflate"
  std::string codec_name;          ///< the name with its parameters: "deflate/level=6"
  resolved_parameters encoder;     ///< the codec's encoder settings
  std::string variant;             ///< with parameters: "block_per_chunk/warps=8"
  std::string registered_variant;  ///< the registered name: "block_per_chunk"
  std::vector<part> parts;
  resolved_parameters launch;
  std::uint32_t chunk_bytes = 0;  ///< 0 if the dataset came compressed
  partial_work partial{};         ///< what it does if that is a part of the work only
  bool whole_column = false;      ///< the variant makes a single chunk, of at most chunk_bytes
  /// The peer that decodes; null if the variant is our own.
  std::shared_ptr<const peer_spec> peer{};
  std::size_t peer_decoder = 0;  ///< index into the peer's decoders
};

/// Decodes a chunked column to its values.
struct decode_case : column_work {};
/// Decodes a chunked column with a kernel that passes tiles of values to a sink.
struct tile_case : column_work {};
/// Encodes a column's values.
struct encode_case : column_work {};
/// Runs a query on compressed columns of the dataset's tables. The dataset's name ends with the
/// query's: "ssb/q1.1".
struct query_case : column_work {
  std::string query;  ///< "q1.1"
};
/// Records what a peer does with damaged chunks.
struct damage_case : column_work {};
/// Measures memory traffic alone, which bounds every kernel.
struct traffic_case {
  traffic kind;
};

/// The kinds of work. A new family of kernels adds an alternative.
using work = std::variant<decode_case, tile_case, encode_case, query_case, damage_case,
                          traffic_case, alu_case>;

/// A benchmark case: what to run. The name is unique in a report and stable between runs of the
/// same config.
struct bench_case {
  std::string name;  ///< "MC0/rle_v1/warp_per_chunk/all_threads/shared/128KiB"
  harness::backend backend = harness::backend::host;
  std::uint64_t size = 0;  ///< requested uncompressed bytes; 0 for a micro-benchmark
  harness::work work;

  /// The work on a column; null for other kinds of work.
  [[nodiscard]] const column_work* column() const;
  [[nodiscard]] const query_case* query() const { return std::get_if<query_case>(&work); }
  [[nodiscard]] const traffic_case* memory_traffic() const {
    return std::get_if<traffic_case>(&work);
  }
  [[nodiscard]] const alu_case* alu() const { return std::get_if<alu_case>(&work); }

  [[nodiscard]] work_kind kind() const;
  /// "block_per_chunk/warps=8", "copy", "alu/all_threads".
  [[nodiscard]] std::string variant() const;
};

/// The chunk size as a part of a case's name: "128KiB", or "members" for a file's own chunks.
std::string chunk_name(std::uint64_t chunk_bytes);

}  // namespace codag::harness
