// The columns of a run with their compressed forms.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "codag/chunked_column.hpp"
#include "codag/codec/codec.hpp"
#include "datasets/cache/cache.hpp"
#include "datasets/loader/members.hpp"
#include "harness/plan/case.hpp"
#include "harness/run/query_store.hpp"

namespace codag::harness {

/// Holds the column of the most recent dataset only: cases are ordered by dataset, and a column can
/// take a gibibyte. References to it stay valid until a case of another dataset. Call the functions
/// only for cases that work on columns.
class column_store {
 public:
  /// `seed` is the generators' seed.
  explicit column_store(std::uint64_t seed) : seed_(seed), queries_(seed) {}

  /// The case's column. Throws cannot_run if its file is optional and cannot be read, and bad_input
  /// if a file is missing or invalid.
  const datasets::dataset& raw(const bench_case& c);

  /// The column compressed by the case's codec, or the file's own compressed form if it came
  /// compressed. Throws cannot_run if that form belongs to another codec.
  const chunked_column& compressed(const bench_case& c, const codec& codec);

  /// Decodes that with the codec's reference decoder, once per column, and compares the values.
  /// Throws std::runtime_error if they differ. Encoders are compared with it.
  void check_round_trip(const bench_case& c, const codec& codec);

  /// The column in a format of a peer's own, which `make` compresses if it is not here yet.
  const chunked_column& compressed_by_peer(const bench_case& c,
                                           const std::function<chunked_column()>& make);

  /// The tables of the queries.
  query_store& queries() { return queries_; }

  /// A one-line remark about the column that readers of the case's numbers need; empty if there is
  /// none.
  std::string note(const bench_case& c);

  /// Why columns are compressed again that the cache should have, in one line; empty if none was.
  /// It is the first of several reasons, so that a run says one line.
  [[nodiscard]] const std::string& cache_problem() const { return cache_.first_problem; }

 private:
  const datasets::compressed_dataset& loaded(const bench_case& c);

  std::uint64_t seed_;
  query_store queries_;
  std::string key_;
  datasets::compressed_dataset loaded_;  // has a column only if the file came compressed
  std::map<std::pair<std::string, std::uint32_t>, chunked_column> compressed_;
  std::set<std::pair<std::string, std::uint32_t>> round_trips_;  ///< columns that were checked
  datasets::cache_stats cache_;
};

}  // namespace codag::harness
