#include "harness/run/load_column.hpp"

namespace codag::harness {

codec codec_of(const column_work& c) {
  const codec& codec = *find_codec(c.codec);
  return codec.with == nullptr ? codec : codec.with(c.encoder.values);
}

const datasets::dataset& loaded_values(column_store& columns, case_result& result) {
  const datasets::dataset& raw = columns.raw(result.what);
  result.type = raw.type;
  result.dataset_sha256 = raw.sha256;
  result.seed = raw.seed;
  result.table = raw.table;
  result.raw_bytes = raw.bytes.size();
  result.note = columns.note(result.what);
  return raw;
}

void describe_column(const chunked_column& column, case_result& result) {
  result.compressed_bytes = column.bytes.size();
  result.chunks = column.chunks.size();
  result.symbols = column.symbols;
}

const chunked_column& loaded_column(column_store& columns, const column_work& c, const codec& codec,
                                    case_result& result) {
  loaded_values(columns, result);
  const chunked_column& column = columns.compressed(result.what, codec);
  if (c.dataset.came_compressed())
    result.absent["encoder"] = "the file is compressed already";
  else
    result.encoder = codec.encoder;
  describe_column(column, result);
  return column;
}

}  // namespace codag::harness
