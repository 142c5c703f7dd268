#include "harness/report/damage_outcome.hpp"
#include "harness/report/shape/report_table.hpp"

namespace codag::harness::shape {
namespace {

using enum base;

/// An object whose keys are identifiers: parts or parameters.
type settings(base what) {
  return with_pattern("^[a-z_]+$", map_of(what, unread));
}

type dataset() {
  const type table = closed(object_of({{"column", text},
                                       {"column_type", text},
                                       {"rows", at_least(1, amount), optional},
                                       {"nulls", amount, optional, "where known"}}));
  return object_of({{"name", name},
                    {"parameters", settings(setting), unread, "of its generator, from the config"},
                    {"type", text, unread, "of an element"},
                    {"sha256", name, must, "of the uncompressed bytes"},
                    {"source", text, missing_read, "`generated`, or the file's absolute path"},
                    {"seed", amount, unread},
                    {"table", table, optional | unread,
                     "only of a [Parquet or ORC column](datasets.md#parquet-and-orc)"}});
}

type peer() {
  return object_of(with(
      unread, {{"library", text},
               {"name", text, null},
               {"version", text, null, "null if it is absent"},
               {"changes", text, must, "what was done to the chunks outside the timed part"}}));
}

type query() {
  const type column =
      object_of({{"name", name},
                 {"codec", name, must, "of `gpu_star` and `planner` the one that they chose"},
                 {"compressed_bytes", count}});
  return object_of(
      {{"name", name},
       {"rows", at_least(1, count), must, "of the fact table"},
       {"scale", number, must, "the scale factor"},
       {"groups", at_least(1, count), must, "how many it may have"},
       {"columns", list_of(column), must, "that it reads; the row's sizes are their sums"}});
}

type damage() {
  type outcomes = map_of(count);
  outcomes.choices.assign(damage_outcome_names.begin(), damage_outcome_names.end());
  return outcomes;
}

type disturbed() {
  return closed(object_of(
      {{"seen", at_least(1, list_of(name)), must, "a phrase each"},
       {"takes", at_least(1, count), must, "how often samples were taken; the report has the last"},
       {"allowed", truth, must, "true with `--disturbed allow`: these samples are judged"}}));
}

const std::vector<field>& what_ran() {
  static const std::vector<field> all = {
      {"name", name, must,
       "unique, and the same in every run of a config: `MC0/rle_v1/block_per_chunk/128KiB`",
       "What ran"},
      {"kind", one_of({"decode", "tile", "encode", "query", "damage", "traffic", "microbenchmark"}),
       must,
       "`decode` (chunks to values), `tile` (the same, tile by tile, into a sink), `encode` "
       "(values to chunks, by an encoder or by a peer, whose variant ends with `/compress`), "
       "`query` (compressed columns to an [aggregate](tiles.md#queries)), `damage` (a peer with "
       "[damaged chunks](peers.md#damaged-chunks)), `traffic` (of memory), `microbenchmark`"},
      {"dataset", dataset(), null, "null for traffic and micro-benchmarks. Otherwise"},
      {"codec", name, must,
       "with the encoder settings that the config chose: `deflate/level=6`. Empty for traffic and "
       "micro-benchmarks"},
      {"variant", name, must,
       "the kernel or decoder, with the launch parameters that the config chose: "
       "`block_per_chunk/warps=8`. [`cpu_reference`, `cpu_zlib` and "
       "`cpu_libdeflate`](measuring.md) run on all CPU cores; `cpu_vle` encodes on one core or on "
       "all. Traffic is `copy`, `read` or `write`"},
      {"parts", settings(text), must,
       "part -> value, as the kernel declares it or its launch chose it by the data. This "
       "repository's schedules have `schedule`, `decoding`, `input_buffer` and `prefetch_warp` "
       "(`yes` or `no`). Deflate by lanes has `writer`, who wrote the chunks: `warp`, `block`, "
       "`rest` (decodes what the others left), or several (`warp and block`). CPU decoders and "
       "traffic have no parts"},
      {"parameters", settings(setting), must,
       "launch parameter -> number or name, chosen by the config or the default: "
       "`warps_per_block`; `ring_bytes`, the size of each chunk's input buffer; of the "
       "micro-benchmark `operations_per_access`: dependent integer operations on each word that a "
       "warp reads"},
      {"encoder_parameters", settings(setting), unread,
       "the encoder's settings; for `deflate`: `encoder`, `level`, `strategy`, `mem_level` and "
       "`flush_bytes`; earlier reports have the first two. Empty if the codec has none"},
      {"differs_in", list_of(text), null | unread,
       "the keys of `parts` and `parameters` whose values differ from the baseline's"},
      {"backend", one_of({"cuda", "host", "cpu"}), must,
       "`cuda`, `host` (interpreted) or `cpu` (native code on the CPU cores)"},
      {"chunk_bytes", count, must,
       "bytes per chunk; 0 for the chunks of a compressed file, and the column's size if the "
       "encoder makes a single chunk"},
      {"asked_bytes", count, must, "bytes per column that the config asked for"},
      {"peer", peer(), optional, "only in a peer's rows"},
      {"query", query(), optional, "only of the kind `query`"},
      {"launch", launch(), null | missing_read,
       "only of CUDA kernels; of the one that takes most of the time"},
      {"workspace_bytes", count, optional,
       "only of rows that are `ok`: the memory that codag gives a launch beside input and output; "
       "not what a library allocates"}};
  return all;
}

const std::vector<field>& how_it_ended() {
  static const std::vector<field> all = {
      {"status", one_of({"ok", "failed_verify", "skipped", "all_throttled", "error"}), must,
       "`ok`, `failed_verify`, `skipped`, `all_throttled` or `error`. Only `ok` has a throughput",
       "How it ended"},
      {"reason", text, must, "why it is not `ok`"},
      {"chunk_status", map_of(amount), unread,
       "decoder status -> number of chunks, from the first verified launch, or from the one that "
       "was wrong"},
      {"damage", damage(), optional, "only of the kind `damage`: damaged chunks per outcome"},
      {"disturbed", disturbed(), optional, "only in [disturbed](measuring.md#disturbances) rows"},
      {"clock_reasons", list_of(name), optional,
       "only of a GPU with NVML: why its clock was reduced meanwhile, by the names of "
       "`throttle_reasons` (below)"},
      {"note", text, unread, "what a reader must know (the file is a single stream), or empty"},
      {"absent", map_of(text, unread), must,
       "key -> why it is null. The keys `cold`, `hot` and `sm_clock_mhz` are those of `time`"}};
  return all;
}

const std::vector<field>& sizes() {
  static const std::vector<field> all = {
      {"raw_bytes", amount, must, "", "Sizes"},
      {"compressed_bytes", amount},
      {"chunks", amount, unread},
      {"symbols", amount, unread, "the column's sizes; a symbol is a run, a literal or a copy"},
      {"average_symbol_elements", real, null | unread},
      {"average_symbol_bytes", real, null | unread, "elements and bytes of output per symbol"},
      {"ratio", number, null, "compressed over uncompressed bytes: smaller is better"},
      {"encoder", text, null | unread,
       "what compressed the column, if the codec has several encoders: `zlib 1.2.13, level 9`; "
       "null for a file that came compressed"}};
  return all;
}

const std::vector<field>& measurements() {
  static const std::vector<field> all = {
      {"time", times(), must, "each [below](#timecold-timehot)", "Measurements"},
      {"gbps", rate, null,
       "10^9 uncompressed bytes per second, from the median of the cold samples, or of the hot "
       "ones if there are no cold ones. Interpreted kernels have none"},
      {"gbps_low", rate, null},
      {"gbps_high", rate, null, "from the ends of the median's 95 % interval"},
      {"traffic_gbps", rate, null,
       "10^9 bytes per second that the case itself has to move: compressed plus uncompressed "
       "bytes; of a query, compressed bytes; of traffic, bytes read plus bytes written. Null for a "
       "case that times a part of the work"},
      {"roof_share", number, null,
       "`traffic_gbps` over the highest of the traffic rows of the same backend and size ([the "
       "roof](measuring.md#the-roof))"},
      {"roof_note", text, optional | unread, "only if it is above 1: how that can be"},
      {"speedup_over_baseline", number, null,
       "`gbps` over the baseline's on the same dataset, size, codec and chunk size"},
      {"counts", map_of(amount), null,
       "the host backend's exact counts of one launch: `block_barriers`, `warp_barriers`, "
       "`shuffles`, `votes`, `atomics`; `load_instructions` and `store_instructions` per warp; "
       "`load_sectors` and `store_sectors` of 32 bytes; `load_lanes` and `store_lanes`, the sums "
       "of the active lanes. Of kernels that resolve back-references in rounds "
       "([gompresso.md](gompresso.md)) also `groups` and `rounds`, the sum over all groups"},
      {"energy", energy(), null | missing_read},
      {"transfer", transfer(), null | optional},
      {"latency", latency(), null | optional},
      {"stalls", stalls(), null | optional},
      {"metrics", metrics(), null | optional, "only if the config asks for them: below"},
      {"operations", amount, optional | unread},
      {"giga_operations_per_second", real, null | optional | unread},
      {"giga_operations_per_second_low", real, null | optional | unread},
      {"giga_operations_per_second_high", real, null | optional | unread,
       "only of a micro-benchmark: [operations](measuring.md#the-alu-micro-benchmark) of all warps "
       "in one run, and 10^9 of them per second, as `gbps`"}};
  return all;
}

/// What a row has, or must not have, because of its kind.
std::vector<fields_of_kind> by_kind() {
  field no_dataset = {"dataset", nothing, unread};
  field a_dataset = {"dataset", object};
  a_dataset.refusal = "is null, and only memory traffic and microbenchmarks have none";
  return {{"microbenchmark",
           {no_dataset,
            {"operations", amount, unread},
            {"giga_operations_per_second", rate, null},
            {"giga_operations_per_second_low", real, null | unread},
            {"giga_operations_per_second_high", real, null | unread},
            {"parts", object_of({{"decoding", name}})},
            {"parameters", object_of({{"operations_per_access", at_least(1, count)}})}}},
          {"traffic", {no_dataset}},
          {"", {a_dataset}}};
}

}  // namespace

type case_row() {
  std::vector<field> all;
  for (const auto& group : {what_ran(), how_it_ended(), sizes(), measurements()})
    all.insert(all.end(), group.begin(), group.end());
  type row = named("case", object_of(std::move(all)));
  row.by_kind = by_kind();
  return row;
}

}  // namespace codag::harness::shape
