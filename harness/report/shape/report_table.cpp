#include "harness/report/shape/report_table.hpp"

#include "harness/report/report_file.hpp"

namespace codag::harness::shape {
namespace {

using enum base;

type context() {
  return object_of(with(unread, {{"date", text},
                                 {"host_name", text},
                                 {"num_cpus", amount},
                                 {"mhz_per_cpu", real},
                                 {"caches", list},
                                 {"executable", text},
                                 {"library_build_type", one_of({"debug", "release"})},
                                 {"json_schema_version", exactly(1)}}));
}

type benchmark() {
  return named(
      "benchmark",
      object_of({{"name", name, must, "the case's name with `/cold` or `/hot`"},
                 {"real_time", real, unread, "the mean of the repetition's samples"},
                 {"run_name", any, unread},
                 {"run_type", one_of({"iteration"}), unread},
                 {"repetitions", any, unread},
                 {"repetition_index", any, unread},
                 {"threads", any, unread},
                 {"iterations", amount, unread},
                 {"cpu_time", real, unread},
                 {"time_unit", one_of({"ns"}), unread},
                 {"family_index", count, missing_read},
                 {"per_family_instance_index", any, unread, "Google Benchmark's"},
                 {"bytes_per_second", real, optional | unread, "not of an interpreted kernel"},
                 {"items_per_second", real, optional | unread,
                  "instead, of a micro-benchmark: its operations"},
                 {"label", text, optional | unread,
                  "only of an interpreted kernel: that the time is the interpreter's"},
                 {"error_occurred", truth, optional | unread},
                 {"error_message", text, optional | unread,
                  "only of a case that is not `ok`: its one row"}}));
}

/// A case of the config that did not run, by the keys that a claim's filter may name.
type left_out_case() {
  return object_of({{"name", name},
                    {"dataset", object_of({{"name", name}}), null},
                    {"kind", name},
                    {"codec", name},
                    {"variant", name},
                    {"backend", name},
                    {"chunk_bytes", count},
                    {"asked_bytes", count},
                    {"parts", map_of(text)},
                    {"parameters", map_of(setting)}});
}

type selection() {
  return object_of({{"filter", name, null},
                    {"case", name, null, "the options; null in a merged report"},
                    {"cases", count, must, "how many"},
                    {"of", count, must, "how many the config has"},
                    {"left_out", list_of(left_out_case()), optional,
                     "the others, so that a claim that needs them is not judged without them; "
                     "earlier reports lack it"}});
}

type roof() {
  return list_of(object_of({{"name", text},
                            {"backend", one_of({"cuda", "cpu"})},
                            {"bytes", amount},
                            {"status", text},
                            {"gbps", real, null},
                            {"gbps_low", real, null},
                            {"gbps_high", real, null},
                            {"traffic_gbps", real, null}}));
}

/// What is read of a config by --reuse. configs/schema.json is its schema.
type config() {
  type any_keys = map_of(any, unread);
  any_keys.fields = with(optional | described_elsewhere,
                         {{"measurements", list_of(name)}, {"metrics", list_of(name)}});
  return any_keys;
}

type under_codag() {
  return named(
      "codag",
      object_of(
          {{"schema_version", exactly(report_schema_version), unread,
            std::to_string(report_schema_version) +
                ", raised when a key changes its meaning or is removed. [Version 1](#version-1) is "
                "still read"},
           {"experiment", name, must, "the config's name"},
           {"config", config(), must,
            "the whole config, as read; `--reuse` compares its `measurements` and `metrics`"},
           {"backend", one_of({"cuda", "host"}), must,
            "`cuda`, or `host` (a SIMT interpreter on the CPU)"},
           {"baseline", name, must, "the variant behind `speedup_over_baseline`"},
           {"size", amount},
           {"seed", amount, must,
            "bytes per column and the generators' seed, as run (`--size` overrides the config)"},
           {"selection", selection(), null | optional, "null, or what chose a part of the cases"},
           {"complete", truth, must, "false until the run has ended"},
           {"roof", roof(), unread, "a summary of the memory-traffic rows"},
           {"provenance", provenance()},
           {"cases", list_of(case_row()), must, "below"},
           {"claims", list_of(claims()), missing_read},
           {"targets", list_of(targets()), optional,
            "a [verdict](#a-verdict) each, once the run has ended"}}));
}

}  // namespace

const type& report() {
  static const type all =
      named("report", object_of({{"context", context()},
                                 {"benchmarks", list_of(benchmark()), must, "Google Benchmark's"},
                                 {"codag", under_codag(), must, "everything else"}}));
  return all;
}

}  // namespace codag::harness::shape
