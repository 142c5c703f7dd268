#include "harness/run/prepare_case.hpp"

#include "codag/codec/codec.hpp"
#include "harness/kernels/registry.hpp"
#include "harness/workloads/workloads.hpp"

namespace codag::harness {
namespace {

/// The error for a codec that has no such variant.
cannot_run no_variant(const column_work& column) {
  return cannot_run("codec " + column.codec + " has no variant " + column.registered_variant +
                    "; `codag list variants` shows the variants");
}

/// The row of a case's kernel. Throws cannot_run if there is none, or if it does not support the
/// column's element type.
template <class Rows>
const auto& row_for(const Rows& rows, const column_work& column, element_type type) {
  const auto row = find_row(rows, column.codec, column.registered_variant);
  if (row == nullptr) throw no_variant(column);
  if (!row->facts.decodes(type))
    throw cannot_run(column.codec + " " + column.registered_variant +
                     " does not support elements of type " + std::string(to_string(type)));
  return *row;
}

/// Prepares a workload for each kind of work.
class preparer {
 public:
  preparer(column_store& columns, const config& config, case_result& result)
      : columns_(columns), config_(config), result_(result), what_(result.what) {}

  std::unique_ptr<workload> operator()(const decode_case& c) { return decode(c); }
  std::unique_ptr<workload> operator()(const tile_case& c) { return decode(c); }

  std::unique_ptr<workload> operator()(const encode_case& c) {
    const codec codec = codec_of(c);
    const chunked_column& expected = load(c, codec);
    const encode_input input{expected, columns_.raw(what_).bytes, codec.decode};
    const encode_kernel& row = row_for(encode_kernels(), c, expected.type);
    return what_.backend == backend::cuda ? cuda::make_encode(input, row, c.launch.values)
                                          : make_host_encode(input, row, c.launch.values);
  }

  std::unique_ptr<workload> operator()(const traffic_case& c) {
    result_.raw_bytes = what_.size;
    return what_.backend == backend::cuda ? cuda::make_traffic(c.kind, what_.size)
                                          : make_native_traffic(c.kind, what_.size);
  }

  std::unique_ptr<workload> operator()(const alu_case& c) {
    auto alu = what_.backend == backend::cuda ? cuda::make_alu(c, config_.seed)
                                              : make_host_alu(c, config_.seed);
    result_.operations = alu->operations();
    return alu;
  }

 private:
  std::unique_ptr<workload> decode(const column_work& c) {
    const codec codec = codec_of(c);
    const chunked_column& column = load(c, codec);
    const decode_input input{column, columns_.raw(what_).bytes};
    if (what_.backend == backend::cpu)
      return make_native_decode(input, row_for(native_decoders(), c, column.type));
    const column_kernel& row = row_for(column_kernels(), c, column.type);
    return what_.backend == backend::cuda ? cuda::make_decode(input, row, c.launch.values)
                                          : make_host_decode(input, row, c.launch.values);
  }

  /// The codec with the case's encoder parameters.
  static codec codec_of(const column_work& c) {
    const codec& codec = *find_codec(c.codec);
    return codec.with == nullptr ? codec : codec.with(c.encoder.values);
  }

  /// The compressed column. Its properties are stored in the result.
  const chunked_column& load(const column_work& c, const codec& codec) {
    const datasets::dataset& raw = columns_.raw(what_);
    result_.type = raw.type;
    result_.dataset_sha256 = raw.sha256;
    result_.dataset_source = raw.source;
    result_.seed = raw.seed;
    result_.raw_bytes = raw.bytes.size();
    const chunked_column& column = columns_.compressed(what_, codec);
    if (c.dataset.came_compressed())
      result_.absent["encoder"] = "the file is compressed already";
    else
      result_.encoder = codec.encoder;
    result_.note = columns_.note(what_);
    result_.compressed_bytes = column.bytes.size();
    result_.chunks = column.chunks.size();
    result_.symbols = column.symbols;
    return column;
  }

  column_store& columns_;
  const config& config_;
  case_result& result_;
  const bench_case& what_;
};

}  // namespace

std::unique_ptr<workload> prepare_case(column_store& columns, const config& config,
                                       case_result& result) {
  return std::visit(preparer(columns, config, result), result.what.work);
}

}  // namespace codag::harness
