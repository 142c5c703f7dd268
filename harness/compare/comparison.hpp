// The comparison of two reports, case by case.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "harness/compare/calibration.hpp"
#include "harness/compare/differences.hpp"
#include "harness/compare/measure.hpp"
#include "harness/compare/verdict.hpp"

namespace codag::harness {

/// What a gate judges: the time, or the clock cycles of cases that run on the SM's clock.
enum class gate_basis { time, cycles };

struct compare_options {
  std::vector<measure> measures;
  double least_effect = 0.01;  ///< a smaller change is "same": 0.01 for 1 %
  std::optional<double> gate;  ///< a change for the worse beyond this fails; 0.05 for 5 %
  gate_basis gate_on = gate_basis::time;
  std::optional<harness::calibration> calibration;  ///< none: assumed_drift()
  bool strict = false;       ///< a gate passes only if it judged every case of the base
  bool judge_ratio = false;  ///< the ratio of a case whose compressed size differs is compared
};

/// The drift between runs that is assumed without a calibration, as a share of the value.
double assumed_drift(const measure& measure, const nlohmann::json& row);

/// What a gate says of a value.
enum class gate_verdict {
  none,           ///< it is not judged: there is no gate, or neither value would be the better one
  other_machine,  ///< it is not judged: samples of another GPU model or CPU say nothing of a change
  passed,
  unclear,  ///< neither worse beyond the gate nor surely within it
  /// Worse beyond the gate, though both runs launched the same machine code on the same model of
  /// GPU: the runs have drifted, or the launches differ in their arguments.
  drifted,
  failed,  ///< worse beyond the gate
};

/// A measure of a case in both reports.
struct compared_value {
  harness::measure measure;
  observation base, now;
  std::optional<interval> ratio;  ///< now over base; null if the base is 0 and the new value is not
  harness::verdict verdict = verdict::unclear;
  std::string note;  ///< how the clock explains a change; empty if it does not matter
  /// Whether both were measured by one model of the processors that decide them. An exact number
  /// has none.
  bool of_one_machine = true;
  double drift = 0;         ///< how far two runs of one program may differ
  bool calibrated = false;  ///< the calibration has the drift; otherwise it is assumed
  gate_verdict at_gate = gate_verdict::none;
  bool in_cycles = false;  ///< the gate judged it in clock cycles
  bool blind = false;  ///< the drift is larger than the gate: only what is beyond the drift is seen

  /// Whether one of two such values is the better one. If not, they are the same or differ.
  [[nodiscard]] bool has_direction() const { return measure.better != better::neither; }
  /// Whether the gate has come to a conclusion or tried to.
  [[nodiscard]] bool is_judged() const { return at_gate >= gate_verdict::passed; }
};

struct compared_case {
  std::string name, base_name, codec, variant;
  std::vector<compared_value> values;  ///< of the measures that both rows have
  std::string why_not;                 ///< why something was not compared; empty if everything was
  bool missing = false;                ///< the base has a result that was not compared
  bool wrong = false;  ///< the new case failed, and the base's did not, or failed in another way
  std::optional<bool> same_code;  ///< same_launches(); null if a row does not tell
  bool is_traffic = false;        ///< memory traffic alone, which no mean includes
};

/// The geometric mean of the ratios of some cases.
struct mean_ratio {
  std::string measure, codec, variant;  ///< codec and variant are empty for the mean of all cases
  double ratio = 1;
  std::size_t cases = 0;
};

/// A claim that one of the reports or both judge.
struct compared_claim {
  std::string name;
  double printed = 0;    ///< the paper's number
  std::string hardware;  ///< the GPU that it was measured on; empty if the claim does not say
  std::optional<double> base, now;
};

/// What a gate says. `nothing_compared` and `incomplete` have neither passed nor failed.
enum class gate_outcome { passed, failed, nothing_compared, incomplete };

struct comparison {
  std::vector<run_difference> differences;
  std::vector<compared_case> cases;
  std::vector<mean_ratio> means;
  std::vector<compared_claim> claims;
  /// How the calibration's runs were others than these, a line each.
  std::vector<std::string> calibration_notes;
  /// How many compared rows were disturbed, which their runs allowed.
  std::size_t allowed_disturbances = 0;

  /// How many values have the verdict, of those of which one can be better.
  [[nodiscard]] std::size_t count(verdict verdict) const;
  /// How many of the other values differ.
  [[nodiscard]] std::size_t count_differing() const;
  /// How many cases have the same machine code, or another; cases that do not tell count in
  /// neither.
  [[nodiscard]] std::size_t count_code(bool same) const;
  /// Whether a value is worse beyond the gate, or bytes are wrong.
  [[nodiscard]] bool fails_gate() const;
  /// Whether a value is unclear at the gate, has drifted or is of another machine, or a result of
  /// the base was not compared.
  [[nodiscard]] bool unclear_at_gate() const;
  /// `incomplete` only with `strict`: what is unclear or was not compared has not passed.
  [[nodiscard]] gate_outcome at_gate(bool strict) const;
  /// Whether the gate judged any value.
  [[nodiscard]] bool is_judged() const;
};

/// Compares two reports ("codag"). A verdict on a time is on the time; a note says what the clock
/// has to do with it, if both are of one model of GPU.
comparison compare_reports(const nlohmann::json& base, const nlohmann::json& now,
                           const compare_options& options);

/// The measures that are compared if none is named: throughput, and before it the counts of
/// interpreted kernels if the base ran on the host backend.
std::vector<measure> default_measures(const nlohmann::json& base);

}  // namespace codag::harness
