// The columns of a run, each with its compressed forms.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "codag/chunked_column.hpp"
#include "codag/codec/codec.hpp"
#include "datasets/loader/members.hpp"
#include "harness/plan/case.hpp"

namespace codag::harness {

/// Holds the column of one dataset, the last: cases come dataset by dataset, and a column can be a
/// gibibyte. What it returns is valid until a case of another dataset. Its cases work on columns.
class column_store {
 public:
  /// `seed` is the generators'.
  explicit column_store(std::uint64_t seed) : seed_(seed) {}

  /// The case's column. Throws cannot_run if its file is not there, bad_input if the file is bad.
  const datasets::dataset& raw(const bench_case& c);

  /// The same compressed by the case's codec: the file's own form if it came compressed. Throws
  /// cannot_run if that is another codec's.
  const chunked_column& compressed(const bench_case& c, const codec& codec);

  /// What a reader of the case's numbers must know of its column, in one line; empty if nothing.
  std::string note(const bench_case& c);

 private:
  const datasets::compressed_dataset& loaded(const bench_case& c);

  std::uint64_t seed_;
  std::string key_;
  datasets::compressed_dataset loaded_;  // without a column unless the file came compressed
  std::map<std::pair<std::string, std::uint32_t>, chunked_column> compressed_;
};

}  // namespace codag::harness
