// The "did you mean" part of an error: the known name that is nearest to a misspelt one.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace codag::harness {

/// The Levenshtein distance between a and b: the number of insertions, deletions and substitutions.
inline std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substitute = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, substitute});
    }
  }
  return row.back();
}

/// `; expected one of A, B; did you mean "B"?`. The question is left out if no known name is close.
inline std::string expected_names(std::string_view given, std::span<const std::string> known) {
  std::string text = "; expected one of ";
  const std::string* nearest = nullptr;
  for (const std::string& name : known) {
    text += (&name == known.data() ? "" : ", ") + name;
    if (nearest == nullptr || edit_distance(given, name) < edit_distance(given, *nearest))
      nearest = &name;
  }
  if (nearest != nullptr && edit_distance(given, *nearest) <= 1 + given.size() / 3)
    text += "; did you mean \"" + *nearest + "\"?";
  return text;
}

}  // namespace codag::harness
