// Results made up for tests: no machine measured any of it.
#pragma once

#include <cstdint>
#include <string>

#include "harness/plan/plan.hpp"
#include "harness/report/case_result.hpp"

namespace codag::harness {

/// A case as the plan makes it, on a dataset that need not exist.
inline bench_case made_case(const std::string& dataset, const named_choice& variant, backend on,
                            std::uint64_t size = 1 << 20) {
  config c;
  c.size = size;
  c.datasets.resize(1);
  c.datasets[0].name = dataset;
  c.codecs = {"rle_v1"};
  c.variants = {variant};
  c.measurements = {measurement::verify};
  bench_case one = make_plan(c, backend::cuda).at(0);
  one.backend = on;
  return one;
}

/// An ok case whose hot samples all took so many seconds. Its column's ratio is 1/4.
inline case_result made_result(const std::string& dataset, const named_choice& variant, backend on,
                               double seconds, std::uint64_t size = 1 << 20) {
  case_result r;
  r.what = made_case(dataset, variant, on, size);
  r.status = case_status::ok;
  r.raw_bytes = size;
  r.compressed_bytes = size / 4;
  r.chunks = 8;
  r.symbols = 1000;
  r.hot.emplace();
  r.hot->seconds = {seconds};
  r.hot->sm_clock_mhz = {0};
  r.hot->median = seconds;
  r.hot->low = r.hot->high = seconds;
  r.hot->stopped_by = "max_samples";
  r.repetitions = {{r.what.name + "/hot", 1, seconds * 1e9, seconds * 1e9}};
  r.chunk_status = {{"ok", 8}};
  return r;
}

/// A transfer of 1 GB that was compressed to a quarter. Each run took a whole number of seconds.
inline transfer_facts made_transfer() {
  transfer_facts facts{.sizes = {.piece_bytes = 16 << 20,
                                 .pieces = 60,
                                 .streams = 2,
                                 .in = 250'000'000,
                                 .out = 1'000'000'000},
                       .runs = {},
                       .not_copied_back = {}};
  double seconds = 0;
  for (const transfer_run run : all_transfer_runs) {
    seconds += 1;
    facts.runs[run] = {.seconds = {seconds, seconds},
                       .sm_clock_mhz = {0, 0},
                       .median = seconds,
                       .low = seconds,
                       .high = seconds,
                       .noise_reached = run != transfer_run::in,
                       .stopped_by = "max_samples"};
  }
  return facts;
}

/// An ok row of memory traffic.
inline case_result made_traffic(traffic kind, backend on, double seconds,
                                std::uint64_t size = 1 << 20) {
  case_result r = made_result("none", "block_per_chunk", on, seconds, size);
  r.what = {.name = std::string(to_string(kind)) + "/" + std::to_string(size),
            .backend = on,
            .size = size,
            .work = traffic_case{kind}};
  r.compressed_bytes = r.chunks = r.symbols = 0;
  r.chunk_status.clear();
  return r;
}

}  // namespace codag::harness
