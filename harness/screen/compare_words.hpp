// The words and numbers that every form of a comparison shares.
#pragma once

#include <string>
#include <vector>

#include "harness/compare/comparison.hpp"

namespace codag::harness {

/// The names of the two reports, as the user typed them.
struct compared_names {
  std::string base, now;
};

/// A value with four significant digits, or all digits of a whole number.
std::string number_text(double value);
/// "0.993", or "-" if there is no ratio.
std::string ratio_text(const compared_value& value);
/// "0.990 to 0.996"; empty for a ratio without noise. "too few samples" if there is no interval.
std::string interval_text(const compared_value& value);
/// "slower", or "slower, fails the gate", or "slower, drifted: the code is the same".
std::string verdict_text(const compared_value& value);
/// "throughput 96.50 -> 87.73 GB/s (ratio 0.909)", with the note on the clock.
std::string change_text(const compared_value& value);

/// How many values have each verdict.
std::string summary_text(const comparison& comparison);
/// What "same" means.
std::string rule_text(const compare_options& options);
/// Where the drift between runs is another than it seems: how the calibration differs from the
/// runs, how many cases ran the same machine code, how many values it lacks, and how many are
/// noisier than the gate. A line each.
std::vector<std::string> drift_lines(const comparison& comparison, const compare_options& options);
/// Whether the gate is passed; empty if there is none.
std::string gate_text(const comparison& comparison, const compare_options& options);

/// Calls `use` with every value and its case.
template <class F>
void each_value(const comparison& comparison, const F& use) {
  for (const compared_case& one : comparison.cases)
    for (const compared_value& value : one.values) use(one, value);
}

}  // namespace codag::harness
