// Reports and their rows, made for the tests of this folder.
#pragma once

#include <cmath>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace codag::harness::test {

using nlohmann::json;

/// A row of 10^9 bytes of output. `seconds` are its cold samples, `mhz` the clock of each.
inline json row(const std::string& name, const std::vector<double>& seconds, double mhz = 1980) {
  const std::vector<double> clocks(seconds.size(), mhz);
  return {
      {"name", name},
      {"kind", "decode"},
      {"backend", "cuda"},
      {"status", "ok"},
      {"reason", ""},
      {"codec", "rle_v1"},
      {"variant", name.substr(name.find('/') + 1)},
      {"parts", {{"schedule", name.substr(name.find('/') + 1)}}},
      {"parameters", json::object()},
      {"encoder_parameters", json::object()},
      {"chunk_bytes", 131072},
      {"asked_bytes", 1000000000},
      {"raw_bytes", 1000000000},
      {"compressed_bytes", 1000},
      {"ratio", 0.5},
      {"dataset", {{"name", name.substr(0, name.find('/'))}, {"sha256", "a"}}},
      {"time", {{"cold", {{"samples_s", seconds}, {"sm_clock_mhz", clocks}}}, {"hot", nullptr}}},
      {"launch", {{"registers_per_thread", 48}, {"local_bytes_per_thread", 0}}},
      {"counts", nullptr},
      {"stalls", nullptr},
      {"metrics", nullptr},
      {"energy", nullptr}};
}

/// A report ("codag") of these rows.
inline json report(std::vector<json> rows) {
  return {{"experiment", "x"},
          {"backend", "cuda"},
          {"complete", true},
          {"size", 1000000000},
          {"seed", 1},
          {"config", {{"experiment", "x"}, {"time", {{"max_noise", 0.005}}}}},
          {"provenance",
           {{"gpu", {{"name", "NVIDIA H200"}, {"power_limit_watts", 700}}},
            {"host", {{"name", "a"}}},
            {"compiler", {{"name", "GNU"}}},
            {"libraries", {{"zlib", "1.3"}}},
            {"source", {{"revision", "abc"}, {"dirty", false}}},
            {"codag_version", "0.1.0"}}},
          {"claims", json::array()},
          {"cases", std::move(rows)}};
}

/// Times of one run as a GPU has them: `median` times a late share that is never negative.
inline std::vector<double> samples(std::mt19937_64& random, double median, double noise,
                                   std::size_t n) {
  std::exponential_distribution<double> late(std::log(2.0));  // its median is 1
  std::vector<double> all(n);
  for (double& v : all) v = median * (1 + noise * (late(random) - 1));
  return all;
}

}  // namespace codag::harness::test
