// A comparison of two reports for people: as text, as Markdown, and as annotations of a pull
// request.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "harness/compare/comparison.hpp"
#include "harness/screen/text_table.hpp"

namespace codag::harness {

/// The names of the two reports, as the user typed them.
struct compared_names {
  std::string base, now;
};

/// What differs between the runs, a line per value with its verdict, the means, what was not
/// compared and why, and a line that counts the verdicts. The claims are apart: claims_text().
/// Exact measures (counts) have lines only for what changed.
std::string compare_text(const comparison& comparison, const compare_options& options,
                         const compared_names& names, table_width width);

/// The same for a pull request: a line that counts the verdicts, a table of what is not the same,
/// and the rest folded away.
std::string compare_markdown(const comparison& comparison, const compare_options& options,
                             const compared_names& names);

/// The claims that any of the reports judges, a column per report: "A100 as printed, V100 as
/// printed, this GPU". `base` names the first report, and each comparison has the name of its new
/// one. Empty if there are no claims.
std::string claims_text(const std::string& base,
                        const std::vector<std::pair<std::string, comparison>>& comparisons,
                        table_width width);

/// One GitHub workflow command per value that fails the gate ("::error title=...::..."), and a
/// warning per value that is unclear there.
std::string github_annotations(const comparison& comparison);

/// The values that fail the gate as a GitLab code quality report (a JSON list).
std::string gitlab_code_quality(const comparison& comparison, const compared_names& names);

/// A line per value that fails the gate: case, measure, before and after.
std::string gate_lines(const comparison& comparison);

}  // namespace codag::harness
