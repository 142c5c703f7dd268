#include "harness/ab/ab_json.hpp"

#include "harness/report/provenance.hpp"

namespace codag::harness {
namespace {

using nlohmann::ordered_json;

ordered_json text_or_null(const std::string& text) {
  return text.empty() ? ordered_json() : ordered_json(text);
}

ordered_json program_json(const program_file& file, const program_facts& facts) {
  return {{"path", file.path}, {"sha256", file.sha256}, {"built", ordered_json(facts.built)}};
}

ordered_json burst_json(const burst& b) {
  return {{"seconds", b.seconds},
          {"sm_clock_mhz", b.sm_clock_mhz > 0 ? ordered_json(b.sm_clock_mhz) : ordered_json()}};
}

ordered_json round_json(const ab_round& r) {
  const auto bursts = [](const std::array<burst, 2>& both) {
    return ordered_json::array({burst_json(both[0]), burst_json(both[1])});
  };
  return {
      {"first", r.base_first ? "base" : "new"}, {"base", bursts(r.base)}, {"new", bursts(r.now)}};
}

ordered_json case_json(const ab_case& c, const ab_options& options) {
  const bool judged = c.status == ab_status::ok;
  ordered_json rounds = ordered_json::array(), ratio, band, verdict, base, now;
  for (const ab_round& r : c.rounds) rounds.push_back(round_json(r));
  if (judged) {
    ratio = {{"value", c.ratio.median}, {"low", c.ratio.low}, {"high", c.ratio.high}};
    band = band_of(c, options);
    verdict = to_string(c.verdict, time_of_programs());
    base = burst_json(c.base);
    now = burst_json(c.now);
  }
  return {{"name", c.name},
          {"status", to_string(c.status)},
          {"reason", c.reason},
          {"times", text_or_null(c.times)},
          {"verdict", std::move(verdict)},
          {"ratio", std::move(ratio)},
          {"band", std::move(band)},
          {"base", std::move(base)},
          {"new", std::move(now)},
          {"rounds", std::move(rounds)}};
}

}  // namespace

ordered_json ab_json(const ab_result& result, const ab_query& query) {
  ordered_json cases = ordered_json::array(), verdicts;
  for (const ab_case& c : result.cases) cases.push_back(case_json(c, result.options));
  for (const verdict v : {verdict::same, verdict::better, verdict::worse, verdict::unclear})
    verdicts[std::string(to_string(v, time_of_programs()))] = result.count(v);
  return {{"codag_ab", ab_json_version},
          {"time", utc_now()},
          {"command_line", query.command_line},
          {"config", query.config},
          {"backend", result.base.backend},
          {"gpu", text_or_null(result.base.gpu)},
          {"gpu_uuid", text_or_null(result.base.gpu_uuid)},
          {"base", program_json(query.base, result.base)},
          {"new", program_json(query.now, result.now)},
          {"rounds", result.options.rounds},
          {"most_rounds", result.options.most_rounds},
          {"seed", result.options.seed},
          {"least_effect", result.options.band},
          {"confidence", result.options.confidence},
          {"seconds", result.seconds},
          {"cases", std::move(cases)},
          {"only_in_base", result.only_in_base},
          {"only_in_new", result.only_in_new},
          {"verdicts", std::move(verdicts)}};
}

}  // namespace codag::harness
