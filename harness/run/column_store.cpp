#include "harness/run/column_store.hpp"

#include <stdexcept>

#include "harness/measure/verification.hpp"
#include "harness/measure/workload.hpp"
#include "harness/run/load_dataset.hpp"

namespace codag::harness {

const datasets::compressed_dataset& column_store::loaded(const bench_case& c) {
  const std::string key = c.column()->dataset.name + "/" + std::to_string(c.size);
  if (key != key_) {
    compressed_.clear();
    round_trips_.clear();
    key_.clear();
    loaded_ = {};
    loaded_ = load_dataset(c.column()->dataset, c.size, seed_);
    key_ = key;
  }
  return loaded_;
}

const datasets::dataset& column_store::raw(const bench_case& c) {
  return loaded(c).raw;
}

const chunked_column& column_store::compressed(const bench_case& c, const codec& codec) {
  if (c.column()->dataset.came_compressed()) {
    const datasets::compressed_dataset& file = loaded(c);
    if (codec.name != file.codec)
      throw cannot_run(c.column()->dataset.path + ": is compressed with " +
                       (file.codec == "deflate" ? "Deflate" : std::string(file.codec)) +
                       " already; for " + std::string(codec.name) + " give \"format\": \"" +
                       (file.raw.table ? "orc\", which compresses its values again"
                                       : "auto\" and a type, which compresses its bytes again"));
    return file.column;
  }
  const auto key = std::pair(c.column()->codec_name, c.column()->chunk_bytes);
  const auto found = compressed_.find(key);
  if (found != compressed_.end()) return found->second;
  return compressed_
      .emplace(key, datasets::load_or_compress(raw(c), codec, c.column()->chunk_bytes, cache_))
      .first->second;
}

void column_store::check_round_trip(const bench_case& c, const codec& codec) {
  const chunked_column& column = compressed(c, codec);
  if (!round_trips_.emplace(c.column()->codec_name, c.column()->chunk_bytes).second) return;
  std::vector<std::byte> decoded(column.raw_bytes);
  const std::vector<status> statuses = decompress_reference(codec, column, decoded);
  if (const verification v = check(raw(c).bytes, decoded, statuses); !v.ok)
    throw std::runtime_error("the reference encoder's output does not decode to the values: " +
                             v.reason);
}

const chunked_column& column_store::compressed_by_peer(
    const bench_case& c, const std::function<chunked_column()>& make) {
  if (c.column()->dataset.came_compressed())
    throw cannot_run(c.column()->dataset.path +
                     ": is compressed already, so a peer's own format cannot be compared on it");
  raw(c);  // forgets the columns of another dataset
  const auto key =
      std::pair(c.column()->codec_name + "/" + c.column()->variant, c.column()->chunk_bytes);
  const auto found = compressed_.find(key);
  return found != compressed_.end() ? found->second
                                    : compressed_.emplace(key, make()).first->second;
}

std::string column_store::note(const bench_case& c) {
  if (const auto& table = raw(c).table; table && table->nulls.value_or(0) > 0)
    return std::to_string(*table->nulls) + " of the column's first " +
           std::to_string(*table->rows) + " rows are NULL; the values leave them out";
  if (!loaded(c).single_stream) return {};
  return c.column()->dataset.path +
         " is a single stream and therefore one chunk, which one warp or block decodes; there is "
         "no "
         "parallelism between chunks";
}

}  // namespace codag::harness
