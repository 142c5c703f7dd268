// A comparison of reports as tables of text.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "harness/compare/comparison.hpp"
#include "harness/screen/compare_words.hpp"
#include "harness/screen/text_table.hpp"

namespace codag::harness {

/// What was not compared and why: a line per reason, with the first cases that it applies to, after
/// the word for it.
std::string not_compared_lines(const comparison& comparison, const std::string& verdict,
                               const std::string& verdict_if_disturbed);

/// What differs between the runs, a line per value with its verdict, the means, what was not
/// compared and why, and a line that counts the verdicts. The claims are apart: claims_text().
/// Exact measures (counts) have lines only for what changed.
std::string compare_text(const comparison& comparison, const compare_options& options,
                         const compared_names& names, table_width width);

/// The claims that any of the reports judges, a column per report: "A100 as printed, V100 as
/// printed, this GPU". `base` names the first report, and each comparison has the name of its new
/// one. Empty if there are no claims.
std::string claims_text(const std::string& base,
                        const std::vector<std::pair<std::string, comparison>>& comparisons,
                        table_width width);

}  // namespace codag::harness
