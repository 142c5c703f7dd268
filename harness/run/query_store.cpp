#include "harness/run/query_store.hpp"

#include "codag/codec/smallest.hpp"
#include "datasets/digest.hpp"
#include "datasets/generator/generator.hpp"
#include "datasets/ssb/answer.hpp"
#include "datasets/ssb/calendar.hpp"
#include "datasets/ssb/column_generator.hpp"

namespace codag::harness {
namespace ssb = datasets::ssb;
namespace {

query::role role_of(ssb::role role) {
  switch (role) {
    case ssb::role::select:
      return query::role::select;
    case ssb::role::factor:
      return query::role::factor;
    case ssb::role::join:
      return query::role::probe;
    case ssb::role::add:
      return query::role::add;
    case ssb::role::subtract:
      break;
  }
  return query::role::subtract;
}

}  // namespace

void query_store::load_tables(std::uint64_t bytes) {
  if (bytes == bytes_) return;
  bytes_ = 0;
  raw_.clear();
  stored_.clear();
  answers_.clear();
  dimensions_ = std::make_unique<ssb::dimensions>(
      bytes / sizeof(std::int32_t), datasets::column_seed(ssb::generator_name, seed_));
  bytes_ = bytes;
}

const datasets::dataset& query_store::raw(ssb::fact column) {
  const auto found = raw_.find(column);
  if (found != raw_.end()) return found->second;
  return raw_
      .emplace(column, datasets::generate(ssb::generator_name, bytes_, seed_,
                                          {static_cast<std::uint64_t>(column)}))
      .first->second;
}

std::span<const std::int32_t> query_store::values(ssb::fact column) {
  const datasets::dataset& data = raw(column);
  return {reinterpret_cast<const std::int32_t*>(data.bytes.data()),
          data.bytes.size() / sizeof(std::int32_t)};
}

const query_store::stored_column& query_store::stored(ssb::fact column, const column_work& c,
                                                      const codec& codec) {
  const auto key = std::tuple(column, c.codec_name, c.chunk_bytes);
  const auto found = stored_.find(key);
  if (found != stored_.end()) return found->second;
  const datasets::dataset& data = raw(column);
  stored_column made;
  if (!codec.among.empty()) {
    auto kept = smallest::compress(codec.among, data.bytes, data.type, c.chunk_bytes);
    made = {kept.by->name, std::move(kept.compressed)};
  } else {
    made = {find_codec(codec.name)->name, compress(codec, data.bytes, data.type, c.chunk_bytes)};
  }
  return stored_.emplace(key, std::move(made)).first->second;
}

const std::vector<std::int64_t>& query_store::answer(const ssb::benchmark_query& query) {
  const auto found = answers_.find(query.name);
  if (found != answers_.end()) return found->second;
  return answers_
      .emplace(query.name, ssb::answer(query, *dimensions_,
                                       [this](ssb::fact column) { return values(column); }))
      .first->second;
}

query_dimension query_store::dimension_of(const ssb::benchmark_query& query,
                                          const ssb::step& join) const {
  const ssb::table table = ssb::table_of(join.column);
  query_dimension made{.keys = dimensions_->keys_of(table),
                       .where = {},
                       .group = {},
                       .in = join.in,
                       .group_least = 0,
                       .group_stride = 0,
                       .first_key = 1,
                       .key_count = static_cast<std::uint32_t>(dimensions_->keys_of(table).size())};
  if (table == ssb::table::date) {
    made.first_key = ssb::first_date_key;
    made.key_count = ssb::last_date_key - ssb::first_date_key + 1;
  }
  if (join.where) made.where = (*dimensions_)[*join.where];
  if (join.group) {
    made.group = (*dimensions_)[*join.group];
    made.group_least = ssb::facts_of(*join.group).least;
    made.group_stride = query.stride_of(*join.group);
  }
  return made;
}

query_input query_store::input(const codec& codec, case_result& result) {
  const query_case& c = *result.what.query();
  const ssb::benchmark_query& query = *ssb::find_query(c.query);
  load_tables(result.what.size);
  query_input made;
  std::string digests;
  result.query =
      query_facts{.name = c.query, .rows = 0, .groups = query.group_count(), .columns = {}};
  for (const ssb::step& step : query.steps) {
    const datasets::dataset& data = raw(step.column);
    const stored_column& column = stored(step.column, c, codec);
    made.rows = values(step.column).size();
    made.steps.push_back({.name = ssb::name_of(step.column),
                          .does = role_of(step.role),
                          .in = step.in,
                          .dimension = static_cast<std::uint32_t>(made.dimensions.size()),
                          .codec = column.codec,
                          .column = &column.column});
    if (step.role == ssb::role::join) made.dimensions.push_back(dimension_of(query, step));
    digests += data.sha256;
    result.raw_bytes += data.bytes.size();
    result.compressed_bytes += column.column.bytes.size();
    result.chunks += column.column.chunks.size();
    result.symbols += column.column.symbols;
    result.query->columns.push_back({.name = std::string(ssb::name_of(step.column)),
                                     .codec = std::string(column.codec),
                                     .compressed_bytes = column.column.bytes.size()});
  }
  made.expected = answer(query);
  result.query->rows = made.rows;
  result.type = element_type::int32;
  result.dataset_sha256 = datasets::sha256(std::as_bytes(std::span(digests)));
  result.seed = seed_;
  return made;
}

}  // namespace codag::harness
