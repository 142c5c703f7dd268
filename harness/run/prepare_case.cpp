#include "harness/run/prepare_case.hpp"

#include <algorithm>

#include "codag/codec/codec.hpp"
#include "codag/codec/gpu_dfor/gpu_dfor.hpp"
#include "codag/query/star_query.hpp"
#include "harness/config/sizes.hpp"
#include "harness/kernels/registry.hpp"
#include "harness/report/earlier_names.hpp"
#include "harness/run/load_column.hpp"
#include "harness/run/prepare_peer.hpp"
#include "harness/workloads/query_input.hpp"
#include "harness/workloads/workloads.hpp"

namespace codag::harness {
namespace {

/// The error for a codec that has no such variant, or none of that name any more.
cannot_run no_variant(const column_work& column) {
  const std::string& variant = column.registered_variant;
  const auto now = name_now(column.codec, variant);
  return cannot_run("codec " + column.codec + " has no variant " + variant +
                    (now ? "; its name is " + *now + " now" : where_variants_are()));
}

/// Throws cannot_run if the codec has no variant of that name. A case that asks for one is skipped,
/// also if its dataset cannot be read.
void require_variant(const column_work& column) {
  const auto is_it = [&](const variant_facts* v) {
    return v->codec == column.codec && v->variant == column.registered_variant;
  };
  if (!std::ranges::any_of(all_variants(), is_it)) throw no_variant(column);
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

/// The blocks of a set of gpu_dfor that is a query's tile.
constexpr std::uint64_t query_set_blocks = query::tile_rows / gpu_dfor::block_values;

/// Prepares a workload for each kind of work.
class preparer {
 public:
  preparer(column_store& columns, const config& config, case_result& result,
           const std::function<void()>& before_peer)
      : columns_(columns),
        config_(config),
        result_(result),
        what_(result.what),
        before_peer_(before_peer) {}

  std::unique_ptr<workload> operator()(const decode_case& c) { return decode(c); }
  std::unique_ptr<workload> operator()(const tile_case& c) { return decode(c); }

  std::unique_ptr<workload> operator()(const damage_case& c) {
    // A run tries damaged chunks in the peer's own process (peer_worker.cpp).
    throw cannot_run(!c.peer->absent.empty()
                         ? c.peer->absent
                         : "a case about damaged chunks can only be run with a report");
  }

  std::unique_ptr<workload> operator()(const encode_case& c) {
    if (c.peer) return prepare_peer_compression(columns_, config_, result_, before_peer_);
    if (c.dataset.came_compressed())
      throw cannot_run("the file came compressed, and " + c.variant +
                       " encodes values; name a file of values");
    const codec codec = codec_of(c);
    const chunked_column& expected = load(c, codec);
    if (c.whole_column && expected.chunks.size() > 1)
      throw cannot_run(c.variant + " makes a single chunk of a column, which has at most " +
                       size_name(max_whole_column_bytes) + "; choose a smaller --size");
    columns_.check_round_trip(what_, codec);
    const encode_input input{expected, columns_.raw(what_).bytes, codec, c.encoder.values};
    if (what_.backend == backend::cpu)
      return make_native_encode(input, row_for(native_encoders(), c, expected.type),
                                c.launch.values);
    const encode_kernel& row = row_for(encode_kernels(), c, expected.type);
    if (row.why_not_settings != nullptr)
      if (const std::string why = row.why_not_settings(c.encoder.values); !why.empty())
        throw cannot_run(why);
    return what_.backend == backend::cuda ? cuda::make_encode(input, row, c.launch.values)
                                          : make_host_encode(input, row, c.launch.values);
  }

  std::unique_ptr<workload> operator()(const query_case& c) {
    const query_kernel& row = row_for(query_kernels(), c, element_type::int32);
    // 0: the codec has no sets.
    const std::uint64_t set_blocks = value_of(c.encoder.declared, c.encoder.values, "set_blocks");
    if (set_blocks != 0 && set_blocks != query_set_blocks && !decompresses_first(row))
      throw cannot_run("a query's tile is a set: set_blocks has to be " +
                       std::to_string(query_set_blocks) + ", except with decompress_first");
    const codec codec = codec_of(c);
    result_.encoder = codec.encoder;
    const query_input input = columns_.queries().input(codec, result_);
    return what_.backend == backend::cuda ? cuda::make_query(input, row, c.launch.values)
                                          : make_host_query(input, row, c.launch.values);
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
    if (c.peer) return prepare_peer(columns_, config_, result_, before_peer_);
    const codec codec = codec_of(c);
    const chunked_column& column = load(c, codec);
    const decode_input input{column, columns_.raw(what_).bytes};
    if (what_.backend == backend::cpu)
      return make_native_decode(input, row_for(native_decoders(), c, column.type));
    const column_kernel& row = row_for(column_kernels(), c, column.type);
    return what_.backend == backend::cuda ? cuda::make_decode(input, row, c.launch.values)
                                          : make_host_decode(input, row, c.launch.values);
  }

  /// The compressed column. Its properties are stored in the result.
  const chunked_column& load(const column_work& c, const codec& codec) try {
    return loaded_column(columns_, c, codec, result_);
  } catch (...) {
    require_variant(c);
    throw;
  }

  column_store& columns_;
  const config& config_;
  case_result& result_;
  const bench_case& what_;
  const std::function<void()>& before_peer_;
};

}  // namespace

std::unique_ptr<workload> prepare_case(column_store& columns, const config& config,
                                       case_result& result,
                                       const std::function<void()>& before_peer) {
  return std::visit(preparer(columns, config, result, before_peer), result.what.work);
}

}  // namespace codag::harness
