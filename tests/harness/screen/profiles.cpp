// What a person reads of stalls, metrics and energy in made_profiles.json, which was made up for
// this test. It is a report of schema version 1, which read_report upgrades.
#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <sstream>

#include "harness/report/case_json.hpp"
#include "harness/report/report_file.hpp"
#include "harness/screen/bars.hpp"
#include "harness/screen/energy_table.hpp"
#include "harness/screen/metrics_table.hpp"
#include "harness/screen/stalls_table.hpp"
#include "harness/screen/table.hpp"
#include "harness/screen/transfer_table.hpp"
#include "tests/harness/report/made_results.hpp"

namespace codag::harness {
namespace {

using nlohmann::json;

const char* const file = CODAG_SOURCE_DIR "/tests/harness/screen/made_profiles.json";

json made_cases() {
  return read_report(file)["codag"]["cases"];
}

TEST(bars, are_as_wide_as_asked_and_end_at_their_share) {
  EXPECT_EQ(bar(0, 4, bar_ink::hashes), "    ");
  EXPECT_EQ(bar(0.5, 4, bar_ink::hashes), "##  ");
  EXPECT_EQ(bar(7, 4, bar_ink::hashes), "####");
  EXPECT_EQ(bar(-1, 4, bar_ink::blocks), "    ");
  EXPECT_EQ(bar(0.5, 4, bar_ink::blocks), "██  ");
  EXPECT_EQ(bar(0.53, 4, bar_ink::blocks), "██▏ ");
  EXPECT_EQ(bar(1, 4, bar_ink::blocks), "████");
}

TEST(bars, percentages_are_short) {
  EXPECT_EQ(percent(0), "0.0%");
  EXPECT_EQ(percent(0.0994), "9.9%");
  EXPECT_EQ(percent(0.0996), "10%");
  EXPECT_EQ(percent(1), "100%");
}

TEST(bars, ink_is_the_locales) {
  const auto ink = [](const char* all, const char* ctype, const char* lang) {
    setenv("LC_ALL", all, 1);
    setenv("LC_CTYPE", ctype, 1);
    setenv("LANG", lang, 1);
    return ink_of_locale();
  };
  EXPECT_EQ(ink("", "", ""), bar_ink::hashes);
  EXPECT_EQ(ink("", "", "en_US.UTF-8"), bar_ink::blocks);
  EXPECT_EQ(ink("", "de_DE.utf8", "C"), bar_ink::blocks);
  EXPECT_EQ(ink("C", "en_US.UTF-8", "en_US.UTF-8"), bar_ink::hashes);
}

TEST(bars, a_table_never_passes_the_line) {
  for (const table_width width : {table_width(), table_width(60), table_width(10)})
    for (const std::size_t label : {4u, 38u, 60u, 95u, 300u}) {
      const std::size_t columns = bar_table::columns_beside(label, width);
      bar_table table(std::string(label, 'x'),
                      std::vector<std::string>(columns, "math_pipe_throttle"));
      table.add(std::string(label, 'y'), std::vector<bar_cell>(columns, {"100%", 1.0}));
      std::istringstream lines(table.str(bar_ink::hashes, width));
      for (std::string line; std::getline(lines, line);)
        EXPECT_LE(line.size(), width ? 60u : 100u) << line;
    }
}

TEST(bars, labels_align_by_their_width_and_are_printable) {
  bar_table table("", {"a\x1b"});
  table.add("größe", {{"1%", 0.5}});
  table.add("\x1b", {{"1%", 0.5}});
  const std::string text = table.str(bar_ink::hashes);
  EXPECT_NE(text.find("a\\x1b\n"), std::string::npos) << text;
  EXPECT_NE(text.find("größe  1% ###"), std::string::npos) << text;
  EXPECT_NE(text.find("\\x1b   1% ###"), std::string::npos) << text;
}

TEST(profiles, stalls) {
  EXPECT_EQ("\n" + stalls_table(made_cases(), bar_ink::hashes), R"(
Stall reasons of the sampled warps, as shares of all samples; 128KiB chunks

MC0 rle_v1       barrier     math...tle  not_...ted  wait        selected    long...ard  other
---------------------------------------------------------------------------------------------------
warp_per_chunk   1.0%         40% ##      30% ##      12% #       11% #      5.0%        0.5%
block_per_chunk   90% ####   0.2%        0.0%        5.0%        2.0%        2.9%        0.0%
a sample every 2048 cycles, 100000 per case, dropped 0
a launch took -1.0 to 0.4% longer than without profiling
)");
  const std::string blocks = stalls_table(made_cases(), bar_ink::blocks);
  EXPECT_NE(blocks.find("block_per_chunk   90% ████▌  0.2%"), std::string::npos) << blocks;
}

TEST(profiles, metrics) {
  EXPECT_EQ("\n" + metrics_table(made_cases(), bar_ink::hashes), R"(
Percent of the peak over elapsed or active cycles, and other metrics; 128KiB chunks

MC0 rle_v1                               warp_per_chunk                block_per_chunk
---------------------------------------------------------------------------------------------------
dram__bytes_read.sum                     1e+08                         1.1e+08
gpu__compute_memory_throughput, elapsed    35% ########                   9.9% ##
sm__inst_executed_pipe_alu, active         62% ##############              12% ##
sm__inst_executed_pipe_none.sum              -                               -
sm__throughput, elapsed                    71% ################            20% ####
passes per launch: 9; a launch took 810.0 to 850.0% longer than without profiling
sm__inst_executed_pipe_none.sum: this GPU has no such metric
)");
}

TEST(profiles, metrics_of_variants_that_do_not_fit_stand_below) {
  json cases = made_cases();
  json other = cases[0];
  other["variant"] = "warp_per_chunk/single_thread/registers";
  cases.push_back(other);
  const std::string table = metrics_table(cases, bar_ink::hashes);
  EXPECT_NE(table.find("warp_per_chunk/single_thread/registers\n"), std::string::npos) << table;
  EXPECT_NE(table.find("warp_per_chunk/all_threads/shared\n"), std::string::npos) << table;
}

TEST(profiles, energy) {
  EXPECT_EQ("\n" + energy_table(made_cases()), R"(
Joules per GB of output and average power of the GPU or CPU; launches back to back; 128KiB chunks

dataset      variant           J/GB    W  seconds              throttled by
---------------------------------------------------------------------------
MC0 rle_v1   warp_per_chunk   0.820  450      2.0              sw_power_cap
MC0 rle_v1   block_per_chunk  2.900  300      2.0                         -
TPC deflate  block_per_chunk  8.250  325      2.0  sw_power_cap hw_slowdown
)");
}

TEST(profiles, transfers) {
  json cases = made_cases();
  case_result moved = made_result("MC0", "block_per_chunk", backend::cuda, 1e-5);
  moved.transfer = made_transfer();
  cases[0]["transfer"] = case_json(moved)["transfer"];
  moved.transfer->runs.erase(transfer_run::in_out);
  moved.transfer->runs.erase(transfer_run::copy_out);
  cases[1]["transfer"] = case_json(moved)["transfer"];
  EXPECT_EQ("\n" + transfer_table(cases), R"(
GB/s of output with the compressed column in pinned host memory; 128KiB chunks
pieces of 16 MiB on 2 streams; no PCIe: in one launch, from the GPU's memory
raw in: the uncompressed column is copied; speed-up: of in over raw in
of link: share of the time that the copies take at the link's bandwidth

dataset     variant          no PCIe    in  in, out  raw in  speed-up  in of link  in, out of link
--------------------------------------------------------------------------------------------------
MC0 rle_v1  warp_per_chunk       1.0  ~0.5      0.3     0.1     3.50x      ~87.5%           375.0%
MC0 rle_v1  block_per_chunk      1.0  ~0.5        -     0.1     3.50x      ~87.5%                -

Milliseconds of each stage alone, piece by piece, and GB/s that the link copies

dataset     variant           copy in    decode  copy out  link in  link out  link both
---------------------------------------------------------------------------------------
MC0 rle_v1  warp_per_chunk   4000.000  5000.000  6000.000      0.1       0.1        0.1
MC0 rle_v1  block_per_chunk  4000.000  5000.000         -      0.1       0.1        0.1
)");
}

TEST(profiles, hottest_lines) {
  EXPECT_EQ("\n" + hottest_lines(made_cases()), R"(
The hottest source lines: share of a case's samples, reasons

MC0/rle_v1/warp_per_chunk/all_threads/shared/128KiB
   40%  codag/stream/output_stream.hpp:120  math_pipe_throttle 75%, wait 20%  void codag...ng, long)
  9.0%  codag/codec/rle_v1/decoder.hpp:31  not_selected 100%  codag::status codag::rle_v1::decode()

MC0/rle_v1/block_per_chunk/128KiB
   90%  baselines/block_per_chunk.hpp:88  barrier 100%  void codag::block_per_chunk()
)");
}

TEST(profiles, reasons_that_take_no_column_are_other) {
  json cases = made_cases();
  for (const char* reason : {"membar", "drain", "gmma", "imc_miss", "sleeping"})
    cases[1]["stalls"]["reasons"][reason] = {
        {"samples", 1}, {"not_issued", 0}, {"share", 0.01}, {"not_issued_share", 0}};
  const std::string table = stalls_table(cases, bar_ink::hashes);
  EXPECT_EQ(table.find("membar"), std::string::npos) << table;
  EXPECT_NE(table.find("other"), std::string::npos) << table;
}

TEST(profiles, an_unknown_overhead_is_said) {
  json cases = made_cases();
  for (json& c : cases)
    if (!c["stalls"].is_null()) c["stalls"]["overhead"] = nullptr;
  const std::string table = stalls_table(cases, bar_ink::hashes);
  EXPECT_NE(table.find("unknown without \"time\""), std::string::npos) << table;
}

TEST(profiles, without_any_nothing_is_shown) {
  json cases = made_cases();
  for (json& c : cases)
    for (const char* key : {"stalls", "metrics", "energy"}) c.erase(key);
  EXPECT_EQ(stalls_table(cases, bar_ink::hashes), "");
  EXPECT_EQ(metrics_table(cases, bar_ink::hashes), "");
  EXPECT_EQ(energy_table(cases), "");
  EXPECT_EQ(transfer_table(cases), "");
  EXPECT_EQ(hottest_lines(cases), "");
}

TEST(profiles, what_was_asked_for_and_not_had_is_said_once) {
  const std::string table = report_table(read_report(file));
  EXPECT_NE(table.find("stalls: none of 2 cases: no_permission: "), std::string::npos) << table;
  EXPECT_NE(table.find("energy: none of 1 case: no_permission: "), std::string::npos) << table;
}

TEST(profiles, what_native_code_alone_has_not_is_said) {
  json report = read_report(file);
  json& cases = report["codag"]["cases"];
  for (json& c : cases) {
    c["backend"] = "cpu";
    c["energy"] = nullptr;
    c["absent"]["energy"] = "no counter";
  }
  const std::string line = "energy: none of " + std::to_string(cases.size()) + " cases: no counter";
  EXPECT_NE(report_table(report).find(line), std::string::npos);
  cases[0]["backend"] = "cuda";
  EXPECT_EQ(report_table(report).find(line), std::string::npos) << "a GPU's energy was asked for";
}

// The roof's row copies memory: no profile of it is missed.
TEST(profiles, of_the_copy_row_none_is_missed) {
  json report = read_report(file);
  json copy = report["codag"]["cases"][0];
  copy["name"] = "copy/1GiB";
  copy["variant"] = "copy";
  copy["kind"] = "traffic";
  for (const char* key : {"stalls", "metrics", "energy"}) {
    copy[key] = nullptr;
    copy["absent"][key] = "no kernel of ours";
  }
  report["codag"]["cases"].push_back(copy);
  const std::string table = report_table(report);
  EXPECT_EQ(table.find("no kernel of ours"), std::string::npos) << table;
}

}  // namespace
}  // namespace codag::harness
