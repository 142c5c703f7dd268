// How often each kind of symbol, block or token of a codec occurs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace codag::test {

using kind_list = std::vector<std::string>;

/// Counts the kinds of one codec's list. A kind that is not in the list is a mistake of the test,
/// and throws std::out_of_range.
class kind_counts {
 public:
  explicit kind_counts(const kind_list& kinds) {
    for (const std::string& kind : kinds) counts_[kind] = 0;
  }

  void note(const std::string& kind) { ++counts_.at(kind); }
  void note_if(bool occurs, const std::string& kind) {
    if (occurs) note(kind);
  }

  [[nodiscard]] const std::map<std::string, std::uint64_t>& counts() const { return counts_; }
  [[nodiscard]] kind_list missing() const {
    kind_list kinds;
    for (const auto& [kind, count] : counts_)
      if (count == 0) kinds.push_back(kind);
    return kinds;
  }

 private:
  std::map<std::string, std::uint64_t> counts_;
};

/// The `i`-th byte of a chunk that a reference decoder has accepted.
inline unsigned byte_at(std::span<const std::byte> in, std::size_t i) {
  return std::to_integer<unsigned>(in[i]);
}

/// One list after the other.
inline kind_list joined(kind_list first, const kind_list& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

/// "width 3" for each number from `least` to `most`.
inline kind_list numbered(const std::string& before, unsigned least, unsigned most,
                          const std::string& after = "") {
  kind_list kinds;
  for (unsigned i = least; i <= most; ++i) kinds.push_back(before + std::to_string(i) + after);
  return kinds;
}

}  // namespace codag::test
