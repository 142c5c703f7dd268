#include "harness/measure/transfer/transfer.hpp"

#include <algorithm>
#include <vector>

#include "harness/measure/profiler_range.hpp"
#include "harness/measure/timing.hpp"

namespace codag::harness {

double transfer_facts::link_seconds(transfer_run run) const {
  const auto at_rate_of = [&](std::uint64_t bytes, transfer_run link) {
    const auto all = static_cast<double>(sizes.copied_by(link).both());
    return all > 0 ? static_cast<double>(bytes) / all * runs.at(link).median : 0;
  };
  const copied_bytes copied = sizes.copied_by(run);
  double seconds = std::max(at_rate_of(copied.in, transfer_run::link_in),
                            at_rate_of(copied.out, transfer_run::link_out));
  if (copied.in > 0 && copied.out > 0)
    seconds = std::max(seconds, at_rate_of(copied.both(), transfer_run::link_both));
  return seconds;
}

transfer_facts measure_transfer(transfer_workload& workload, const transfer_spec& spec,
                                const time_spec& time, const std::string& name) {
  transfer_facts facts{.sizes = workload.sizes(), .runs = {}, .not_copied_back = {}};
  facts.not_copied_back =
      spec.copy_back ? workload.why_no_values() : "the config's copy_back is false";
  const bool back = facts.not_copied_back.empty();
  const auto wrong = [](transfer_run run, const std::string& reason) {
    return wrong_transfer("in the transfer, " + std::string(to_string(run)) + ": " + reason);
  };
  const auto verify = [&](transfer_run run) {
    workload.choose(run);
    const verification v = in_range("verify", [&] { return workload.verify(); });
    if (!v.ok) throw wrong(run, v.reason);
  };
  verify(transfer_run::in);
  if (back) verify(transfer_run::in_out);
  std::vector<repetition> not_kept;  // a report has the rows of the case's own times only
  for (const transfer_run run : all_transfer_runs) {
    if (!back && (run == transfer_run::in_out || run == transfer_run::copy_out)) continue;
    workload.choose(run);
    // A piece that overtakes another may go wrong in some runs only.
    time_spec its_time = time;
    if (!makes_values(run)) its_time.verified = verified_samples::none;
    const std::string its(to_string(run));
    try {
      facts.runs.emplace(run, in_range("transfer " + its, [&] {
                           return sample_times(name + "/" + its, workload, false, its_time,
                                               not_kept);
                         }));
    } catch (const wrong_sample& e) {
      throw wrong(run, e.what());
    }
  }
  return facts;
}

}  // namespace codag::harness
