// A comparison of two reports for a pull request: a summary in Markdown, and annotations.
#pragma once

#include <string>

#include "harness/compare/comparison.hpp"
#include "harness/screen/compare_words.hpp"

namespace codag::harness {

/// A line that counts the verdicts, a table of what is not the same, and the rest folded away.
std::string compare_markdown(const comparison& comparison, const compare_options& options,
                             const compared_names& names);

/// One GitHub workflow command per value that fails the gate ("::error title=...::..."), and a
/// warning per value that is unclear there.
std::string github_annotations(const comparison& comparison);

/// The values that fail the gate as a GitLab code quality report (a JSON list).
std::string gitlab_code_quality(const comparison& comparison, const compared_names& names);

/// A line per value that fails the gate: case, measure, before and after.
std::string gate_lines(const comparison& comparison);

}  // namespace codag::harness
