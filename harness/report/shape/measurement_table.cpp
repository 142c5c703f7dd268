#include "harness/report/shape/report_table.hpp"

namespace codag::harness::shape {
namespace {

using enum base;

type pass(const char* of) {
  return one_of({of});
}

type share() {
  return at_most(1, number);
}

type reasons() {
  return map_of(text);
}

type stop_reason() {
  return one_of({"min_samples", "min_time", "max_samples", "time_limit", "noise"});
}

std::vector<field> samples() {
  return {
      {"median_s", number, must, "median of the samples, in seconds"},
      {"samples_s", list_of(number), must, "every kept sample, in order"},
      {"low_s", real, null | unread},
      {"high_s", real, null | unread,
       "the median's 95 % interval from [order statistics](measuring.md) (Conover, *Practical "
       "Nonparametric Statistics*, 3.2), or null"},
      {"relative_noise", real, null | unread, "half of its width over the median"},
      {"verified_samples", amount, optional | unread,
       "samples, the last one included, whose whole output was compared"},
      {"sm_clock_mhz", list_of(real, null | unread), null_read | missing_read,
       "the SM clock during each sample"},
      {"discarded_throttled", amount, unread,
       "samples discarded because the clock was below `throttle_threshold` of the [allowed "
       "clock](measuring.md)"},
      {"held_samples", amount, optional | unread,
       "samples for which the GPU [waited](measuring.md) until everything had been enqueued; 0 on "
       "a CPU"},
      {"warmup_launches", amount, optional | unread,
       "untimed launches before the first sample; fewer than `warmup` if `time_limit_s` cut them"},
      {"stopped_by", stop_reason(), unread,
       "what decided on the number of samples: `min_samples`, `min_time`, `max_samples` or "
       "`time_limit`"},
      {"noise_reached", truth, unread, "whether the interval is at most `max_noise` wide"}};
}

std::vector<field> samples_without_clock() {
  return without({"sm_clock_mhz", "discarded_throttled", "held_samples"}, samples());
}

type transfer_run() {
  return named("transfer_run",
               object_of(as_in(samples_without_clock(),
                               {{"warmup_launches", amount, unread},
                                {"noise_reached", truth},
                                {"copied_bytes", count, must,
                                 "bytes that cross the link, in both directions together"},
                                {"gbps", rate, null | optional},
                                {"gbps_low", number, null | optional | unread},
                                {"gbps_high", number, null | optional | unread,
                                 "if it decodes: 10^9 bytes of output per second"},
                                {"link_gbps", rate, null | optional},
                                {"link_gbps_low", number, null | optional | unread},
                                {"link_gbps_high", number, null | optional | unread,
                                 "if it only copies: 10^9 copied bytes per second"},
                                {"link_share", number, null | optional,
                                 "only of `in` and `in_out`: the share of the time that the copies "
                                 "take at the link's full bandwidth"}})));
}

std::vector<field> kernel() {
  return {{"grid", count},
          {"block", count},
          {"registers_per_thread", count},
          {"shared_bytes_per_block", count},
          {"local_bytes_per_thread", count},
          {"resident_blocks_per_multiprocessor", number, unread},
          {"occupancy", number, unread}};
}

}  // namespace

type launch() {
  const type one = object_of(as_in(
      kernel(), {{"name", name},
                 {"share", share(), must, "of the launch's time, [measured apart](measuring.md)"},
                 {"code", with_pattern("^[0-9a-f]{16}$", name), null,
                  "the digest of its [machine code](comparing.md#machine-code)"}}));
  std::vector<field> all = with(unread, kernel());
  all.push_back({"kernels", at_least(1, list_of(closed(one))), optional,
                 "all of them in order, each with these keys. Also"});
  all.push_back({"absent", reasons(), optional | unread});
  return closed(object_of(std::move(all)));
}

type times() {
  const type series = named("samples", object_of(samples()));
  return object_of({{"cold", series, null, "the L2 cache is flushed before each sample"},
                    {"hot", series, null}});
}

type energy() {
  return named(
      "energy",
      object_of(
          {{"pass", pass("energy"), unread | described_elsewhere},
           {"source",
            one_of({"total_energy_counter", "power_samples", "rapl_packages",
                    "rapl_packages_and_memory"}),
            unread,
            "`total_energy_counter`, or `power_samples` on a GPU without that counter; "
            "`rapl_packages` or `rapl_packages_and_memory` of a CPU"},
           {"launches", at_least(1, amount), unread, "how many ran back to back"},
           {"seconds", number, null_read, "all of them together"},
           {"average_watts", number, null_read,
            "of the whole GPU, or of the CPU packages, during that time, idle power included"},
           {"joules", number, unread, "`average_watts` times `seconds`"},
           {"joules_per_gb", number, null,
            "per 10^9 bytes of output of all launches; null for a micro-benchmark"},
           {"throttle_reasons", list_of(name), null,
            "what limited the clock during the launches, by NVML's names: `gpu_idle`, "
            "`applications_clocks_setting`, `sw_power_cap`, `hw_slowdown`, `sync_boost`, "
            "`sw_thermal_slowdown`, `hw_thermal_slowdown`, `hw_power_brake_slowdown`, "
            "`display_clock_setting`"},
           {"absent", reasons(), unread | described_elsewhere}}));
}

type transfer() {
  return named(
      "transfer",
      object_of({{"pass", pass("transfer"), unread | described_elsewhere},
                 {"piece_bytes", at_least(1, count)},
                 {"pieces", count},
                 {"streams", at_least(1, count), must,
                  "the most bytes of output in a piece; how many pieces and streams there were"},
                 {"none", transfer_run(), null_read},
                 {"in", transfer_run(), null_read},
                 {"in_out", transfer_run(), null},
                 {"copy_in", transfer_run(), null_read},
                 {"decode", transfer_run(), null_read},
                 {"copy_out", transfer_run(), null},
                 {"link_in", transfer_run(), null_read},
                 {"link_out", transfer_run(), null_read},
                 {"link_both", transfer_run(), null_read,
                  "the [runs](measuring.md#transfers). `in_out` and `copy_out` are null if the "
                  "values were not copied back"},
                 {"speedup_over_raw_copy", number, null, "the time of `link_in` over that of `in`"},
                 {"absent", reasons(), unread | described_elsewhere}}));
}

type latency() {
  return named("latency",
               object_of(as_in(with(optional | unread, samples_without_clock()),
                               {{"samples_s", list_of(number)},
                                {"stopped_by", stop_reason(), unread},
                                {"pass", pass("latency"), unread | described_elsewhere},
                                {"p50_s", number},
                                {"p99_s", number, null,
                                 "the seconds that half of the launches and 99 in 100 of them do "
                                 "not exceed; `p99_s` is null for fewer than 100 launches"},
                                {"absent", reasons(), unread | described_elsewhere}})));
}

type stalls() {
  const type reason =
      object_of({{"samples", amount},
                 {"not_issued", amount, must, "samples in cycles without an issue"},
                 {"share", share()},
                 {"not_issued_share", share(), null, "each over its sum over all reasons"}});
  const type line = object_of({{"file", text},
                               {"line", count},
                               {"function", text, must, "the kernel"},
                               {"samples", amount},
                               {"share", share()},
                               {"reasons", map_of(amount), must, "samples"}});
  return named(
      "stalls",
      object_of(
          {{"pass", pass("stalls"), unread | described_elsewhere},
           {"period_cycles", at_least(32, amount), must,
            "cycles between two samples of a multiprocessor"},
           {"launches", at_least(1, amount), unread, "launches that were sampled"},
           {"samples", amount, must, "the sum over `reasons`"},
           {"dropped", amount, must, "samples that the GPU lost"},
           {"kernel_seconds", number, unread, "the mean duration of a launch while it was sampled"},
           {"overhead", real, null, "its ratio to the hot median, minus 1"},
           {"reasons", map_of(reason), must, "per stall reason, without CUPTI's prefix"},
           {"lines", at_most(20, list_of(line)), null, "the 20 hottest source lines"},
           {"absent", any, optional | unread | described_elsewhere}}));
}

type metrics() {
  return named(
      "metrics",
      object_of(
          {{"pass", pass("metrics"), unread | described_elsewhere},
           {"replay", text, unread, "`kernel`: the kernel is run again on restored memory"},
           {"passes", at_least(1, amount), must, "how often, in all"},
           {"verified_after", truth, unread, "whether the output was correct afterwards"},
           {"kernel_seconds", number, null | unread, "`gpu__time_duration.sum`"},
           {"overhead", real, null, "its ratio to the hot median, minus 1"},
           {"kernels", at_least(2, count), optional,
            "only of a launch of several kernels: how many. The values are those of the longest"},
           {"kernel_share", share(), optional, "its part of the time of all of them"},
           {"values", map_of(real, null), must,
            "metric -> value, by CUPTI's names and in its units; null if the chip lacks it"},
           {"absent", reasons(), optional | described_elsewhere}}));
}

}  // namespace codag::harness::shape
