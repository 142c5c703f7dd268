#include "harness/run/prepare_case.hpp"

#include "codag/codec/deflate/encoders.hpp"
#include "harness/run/cuda_backend.hpp"
#include "harness/run/host_backend.hpp"

namespace codag::harness {
namespace {

/// A codec with the encoder that the config asks for.
codec codec_of(const config& config, const std::string& name) {
  if (name != "deflate") return *find_codec(name);
  return deflate::codec_with(*deflate::find_encoder(config.deflate.encoder), config.deflate.level);
}

}  // namespace

std::unique_ptr<workload> prepare_case(column_store& columns, const config& config,
                                       case_result& result) {
  const bench_case& c = result.what;
  if (c.alu) {
    auto alu = c.backend == "cuda" ? cuda::make_alu(*c.alu, config.seed)
                                   : host::make_alu(*c.alu, config.seed);
    result.operations = alu->operations();
    return alu;
  }
  if (c.variant == "copy") {
    result.raw_bytes = c.size;
    return c.backend == "cuda" ? cuda::make_copy(c.size) : make_cpu_copy(c.size);
  }
  const codec codec = codec_of(config, c.codec);
  const datasets::dataset& raw = columns.raw(c);
  result.type = raw.type;
  result.dataset_sha256 = raw.sha256;
  result.dataset_source = raw.source;
  result.seed = raw.seed;
  result.raw_bytes = raw.bytes.size();
  const chunked_column& column = columns.compressed(c, codec);
  if (c.dataset.came_compressed())
    result.absent["encoder"] = "the file came compressed";
  else
    result.encoder = codec.encoder;
  result.note = columns.note(c);
  result.compressed_bytes = column.bytes.size();
  result.chunks = column.chunks.size();
  result.symbols = column.symbols;
  const workload_input input{column, raw.bytes};
  return c.backend == "cpu"    ? make_cpu_workload(input, codec, c.variant)
         : c.backend == "cuda" ? cuda::make_workload(input, c)
                               : host::make_workload(input, c);
}

}  // namespace codag::harness
