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
  constexpr std::size_t longest = 200;  // nobody mistypes a longer name, and finding out takes long
  std::string text = "; expected one of ";
  const std::string* nearest = nullptr;
  std::size_t least = 1 + given.size() / 3;
  for (const std::string& name : known) {
    text += (&name == known.data() ? "" : ", ") + name;
    if (given.size() > longest) continue;
    const std::size_t distance = edit_distance(given, name);
    if (distance > least || (distance == least && nearest != nullptr)) continue;
    least = distance;
    nearest = &name;
  }
  if (nearest != nullptr) text += "; did you mean \"" + *nearest + "\"?";
  return text;
}

}  // namespace codag::harness
