// A comparison of two reports for a pull request: a summary in Markdown, and annotations.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "harness/compare/comparison.hpp"
#include "harness/screen/compare_words.hpp"

namespace codag::harness {

/// A line that counts the verdicts, a table of what is not the same, and the rest folded away.
std::string compare_markdown(const comparison& comparison, const compare_options& options,
                             const compared_names& names);

/// One GitHub workflow command per value that fails the gate and per case whose bytes are wrong
/// ("::error title=...::..."), and a warning per value that is unclear there and per result of the
/// base that was not compared.
std::string github_annotations(const comparison& comparison);

/// The entries of a GitLab code quality report, a JSON list: the values that fail the gate, and the
/// cases whose bytes are wrong.
nlohmann::ordered_json gitlab_code_quality(const comparison& comparison,
                                           const compared_names& names);

/// A line per value that fails the gate: case, measure, before and after; and one per case whose
/// bytes are wrong.
std::string gate_lines(const comparison& comparison);

}  // namespace codag::harness
