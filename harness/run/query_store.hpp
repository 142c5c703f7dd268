// The tables of a run's queries, with their columns' compressed forms and the queries' answers.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "codag/chunked_column.hpp"
#include "codag/codec/codec.hpp"
#include "datasets/dataset.hpp"
#include "datasets/ssb/dimensions.hpp"
#include "datasets/ssb/queries.hpp"
#include "harness/plan/case.hpp"
#include "harness/report/case_result.hpp"
#include "harness/workloads/query_input.hpp"

namespace codag::harness {

/// Holds the tables of the most recent size only. Columns are generated and compressed when a query
/// asks for them. References stay valid until a case of another size.
class query_store {
 public:
  /// `seed` is the generators' seed.
  explicit query_store(std::uint64_t seed) : seed_(seed) {}

  /// The case's query with its columns compressed by `codec`, and its answer. The result gets what
  /// is to be reported about them. Call it only for cases that are queries.
  query_input input(const codec& codec, case_result& result);

 private:
  /// A column as it is stored, and the codec that did it: the chosen one, if the case's codec
  /// chooses among others.
  struct stored_column {
    std::string_view codec;
    chunked_column column;
  };

  void load_tables(std::uint64_t bytes);
  const datasets::dataset& raw(datasets::ssb::fact column);
  std::span<const std::int32_t> values(datasets::ssb::fact column);
  const stored_column& stored(datasets::ssb::fact column, const column_work& c, const codec& codec);
  const std::vector<std::int64_t>& answer(const datasets::ssb::benchmark_query& query);
  query_dimension dimension_of(const datasets::ssb::benchmark_query& query,
                               const datasets::ssb::step& join) const;

  std::uint64_t seed_;
  std::uint64_t bytes_ = 0;  ///< of a column of the fact table; 0: nothing is loaded
  std::unique_ptr<datasets::ssb::dimensions> dimensions_;
  std::map<datasets::ssb::fact, datasets::dataset> raw_;
  std::map<std::tuple<datasets::ssb::fact, std::string, std::uint32_t>, stored_column> stored_;
  std::map<std::string_view, std::vector<std::int64_t>> answers_;
};

}  // namespace codag::harness
