#include "harness/screen/compare_words.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "harness/screen/text_table.hpp"

namespace codag::harness {
namespace {

std::string counted_values(std::size_t n) {
  return std::to_string(n) + (n == 1 ? " value" : " values");
}

}  // namespace

std::string number_text(double value) {
  if (value == std::floor(value) && value < 1e15) return fixed(value, 0);
  if (value < 1e-3) {
    char text[32];
    std::snprintf(text, sizeof(text), "%.3e", value);
    return text;
  }
  const int digits = static_cast<int>(std::floor(std::log10(value)));
  return fixed(value, std::max(0, 3 - digits));
}

std::string ratio_text(const compared_value& v) {
  return v.ratio ? fixed(v.ratio->median, 3) : "-";
}

std::string interval_text(const compared_value& v) {
  if (!v.ratio || v.ratio->low == v.ratio->high) return "";
  if (!std::isfinite(v.ratio->high)) return "too few samples";
  return fixed(v.ratio->low, 3) + " to " + fixed(v.ratio->high, 3);
}

std::string verdict_text(const compared_value& v) {
  std::string text(to_string(v.verdict, v.measure));
  if (v.at_gate == gate_verdict::failed) text += ", fails the gate";
  if (v.at_gate == gate_verdict::drifted) text += ", drifted: the code is the same";
  if (v.at_gate == gate_verdict::other_machine) text += ", not judged: another GPU or CPU";
  return text;
}

std::string change_text(const compared_value& v) {
  return v.measure.name + " " + number_text(v.base.value.value) + " -> " +
         number_text(v.now.value.value) + (v.measure.unit.empty() ? "" : " " + v.measure.unit) +
         (v.ratio ? " (ratio " + ratio_text(v) + ")" : "") + (v.note.empty() ? "" : "; " + v.note);
}

std::string summary_text(const comparison& c) {
  std::size_t values = 0, not_compared = 0;
  for (const compared_case& one : c.cases) {
    values += one.values.size();
    not_compared += one.why_not.empty() ? 0 : 1;
  }
  // "faster" and "better" are the same verdict, for different measures.
  const bool speed = std::ranges::all_of(c.cases, [](const compared_case& one) {
    return std::ranges::all_of(one.values, [](const compared_value& v) {
      return v.measure.is_timed() || !v.has_direction();
    });
  });
  std::string text = counted_values(values) + ": " + std::to_string(c.count(verdict::same)) +
                     " same, " + std::to_string(c.count(verdict::better)) +
                     (speed ? " faster, " : " better, ") + std::to_string(c.count(verdict::worse)) +
                     (speed ? " slower, " : " worse, ") +
                     std::to_string(c.count(verdict::unclear)) + " unclear";
  if (const std::size_t differing = c.count_differing(); differing > 0)
    text += ", " + std::to_string(differing) + " differ";
  if (not_compared > 0)
    text += "; " + std::to_string(not_compared) +
            (not_compared == 1 ? " case was not compared" : " cases were not compared");
  return text;
}

std::string rule_text(const compare_options& options) {
  std::string text = "same: the 95 % interval of the ratio is within +-" +
                     number_text(options.least_effect * 100) + " %";
  text += options.calibration
              ? ", or within the drift between runs that the calibration measured"
              : ", or within the drift between runs, assumed to be 1 % on a GPU and 5 % "
                "elsewhere (no --calibration)";
  return text;
}

std::vector<std::string> drift_lines(const comparison& c, const compare_options& options) {
  std::vector<std::string> lines = c.calibration_notes;
  if (const std::size_t same = c.count_code(true), other = c.count_code(false); same + other > 0)
    lines.push_back("machine code: the same in " + std::to_string(same) + " and another in " +
                    std::to_string(other) + " of " + std::to_string(c.cases.size()) + " cases");
  std::size_t assumed = 0, blind = 0;
  double least = 0, most = 0;
  each_value(c, [&](const compared_case&, const compared_value& v) {
    if (!v.calibrated && v.drift > 0) {
      least = assumed == 0 ? v.drift : std::min(least, v.drift);
      most = std::max(most, v.drift);
      ++assumed;
    }
    blind += v.blind ? 1 : 0;
  });
  const auto percent = [](double share) { return number_text(share * 100) + " %"; };
  if (options.calibration && assumed > 0)
    lines.push_back("not in the calibration: " + counted_values(assumed) +
                    ", whose runs are assumed to differ by up to " +
                    (least < most ? percent(least) + " or " : "") + percent(most));
  if (c.allowed_disturbances > 0)
    lines.push_back(
        "disturbed, which --disturbed allow had judged: " + std::to_string(c.allowed_disturbances) +
        " of " + std::to_string(c.cases.size()) + " cases");
  if (blind > 0)
    lines.push_back("the gate of " + percent(*options.gate) + " is blind to " +
                    counted_values(blind) +
                    ": two runs of one program may differ by more, so a smaller change is unclear");
  return lines;
}

std::string gate_text(const comparison& c, const compare_options& options) {
  if (!options.gate) return {};
  std::string limit = number_text(*options.gate * 100) + " %";
  if (options.gate_on == gate_basis::cycles) {
    std::size_t judged = 0, in_cycles = 0;
    each_value(c, [&](const compared_case&, const compared_value& v) {
      judged += v.is_judged() ? 1 : 0;
      in_cycles += v.in_cycles ? 1 : 0;
    });
    limit += " in clock cycles";
    if (in_cycles < judged)
      limit += " (" + std::to_string(in_cycles) + " of " + counted_values(judged) +
               "; the others have no clock)";
  }
  const std::string incomplete = "values are unclear at the gate or were not compared";
  switch (c.at_gate(options.strict)) {
    case gate_outcome::failed:
      return "gate " + limit + ": failed";
    case gate_outcome::nothing_compared:
      return "gate " + limit + ": nothing to compare";
    case gate_outcome::incomplete:
      return "gate " + limit + ": not passed, because " + incomplete;
    case gate_outcome::passed:
      break;
  }
  return "gate " + limit + ": passed" + (c.unclear_at_gate() ? ", but " + incomplete : "");
}

}  // namespace codag::harness
