// Any bytes as a config: it is refused with one line, or its cases can be planned.
#include "harness/config/config.hpp"
#include "harness/plan/known_names.hpp"
#include "harness/plan/plan.hpp"
#include "tests/fuzz/json_edits.hpp"
#include "tests/fuzz/strangers_file.hpp"

namespace codag::fuzz::read_config {
namespace {

const std::vector<nlohmann::json>& documents() {
  static const std::vector<nlohmann::json> all = [] {
    std::vector<nlohmann::json> configs;
    for (const char* path :
         {"configs/quick.json", "configs/ci.json", "configs/spine.json", "configs/paper/fig7.json",
          "configs/paper/alu.json", "configs/paper/table5.json", "configs/paper/profile.json"})
      configs.push_back(repository_json(path));
    configs.push_back(nlohmann::json::parse(R"({
      "experiment": "all_keys", "description": "d", "size": "1MiB", "size_on_gpu": 1048576,
      "seed": 7, "chunk_bytes": ["4KiB", 8192], "backend": "host", "baseline": "cpu_reference",
      "datasets": ["MC0", {"name": "uniform", "type": "int16", "bit_width": [4, 8], "size": 4096},
        {"name": "entropy", "entropy": [1, 2.5]},
        {"name": "words", "path": "x/words", "type": "uint8", "size": "1kB"},
        {"path": "x.csv.gz", "type": "float32", "format": "csv", "csv_column": "fare",
         "csv_delimiter": "|", "csv_text": false},
        {"path": "y.csv", "type": "int64", "format": "csv", "csv_column": 3},
        {"path": "z.gz", "format": "gzip"}, {"path": "z.zz", "format": "zlib"}],
      "codecs": ["rle_v1", {"name": "deflate", "encoder": "zlib", "level": [1, 9], "strategy": "rle",
        "mem_level": [1, 9], "flush_bytes": "4KiB"}],
      "variants": ["cpu_reference", {"name": "block_per_chunk", "warps_per_block": [8, 16]}],
      "measurements": ["verify", "time", "counts", "stalls", "metrics", "energy", "transfer"],
      "time": {"warmup": 1, "min_samples": 3, "max_samples": 9, "max_noise": 0.1,
        "time_limit_s": 2, "throttle_threshold": 0.9, "cold": true, "hot": true},
      "energy": {"seconds": 1}, "transfer": {"piece_bytes": "1MiB", "streams": 3, "copy_back": true}, "stalls": {"period": 11},
      "metrics": ["pipes", "dram__bytes_read.sum"],
      "claims": [
        {"name": "a", "source": "s", "says": "t", "value": "/gbps", "left": {"codec": "rle_v1"},
         "right": {"variant": "block_per_chunk"}, "statistic": "geomean_ratio",
         "expected": {"about": 2, "tolerance": 0.1}},
        {"name": "b", "source": "s", "says": "t", "value": "/time/hot/median_s",
         "left": {"chunk_bytes": 4096, "schedule": "warp_per_chunk"}, "statistic": "mean",
         "expected": {"at_most": 1}}]})"));
    return configs;
  }();
  return all;
}

void try_input(input in) {
  static const harness::known_names known = harness::registry_names();
  const memory_file file(json_text(in, documents()));
  accepts([&] {
    const harness::config config = harness::read_config(file.path(), known);
    for (const harness::backend on : {harness::backend::cuda, harness::backend::host})
      harness::make_plan(config, on);
  });
}

std::vector<bytes> seeds() {
  return json_seeds(documents());
}

[[maybe_unused]] const bool added = add_target({"read_config", try_input, seeds});

}  // namespace
}  // namespace codag::fuzz::read_config
