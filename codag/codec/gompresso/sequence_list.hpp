// The sequences that a parse makes, and where the group of each begins.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "codag/codec/gompresso/sequence.hpp"
#include "codag/codec/gompresso/settings.hpp"

namespace codag::gompresso {

class sequence_list {
 public:
  explicit sequence_list(const settings& s)
      : eliminate_(s.eliminate_dependencies), max_literals_(s.max_literals) {}

  /// Where the literals of the next sequence begin: after the last one.
  [[nodiscard]] std::size_t end() const { return end_; }

  /// Where the source of a match has to end: warpHWM in Fig. 4, the end of the last whole group.
  /// Without dependency elimination, a source may end anywhere before `raw_bytes`.
  [[nodiscard]] std::size_t source_end(std::size_t raw_bytes) const {
    return eliminate_ ? high_water_mark_ : raw_bytes;
  }

  /// Appends the bytes up to `at` as literals, and then a match. A literal string that is too long
  /// for a sequence becomes several. Returns whether a group has ended.
  bool add(std::size_t at, std::uint32_t length, std::uint32_t distance) {
    const std::size_t mark = high_water_mark_;
    while (at - end_ > most_literals()) push(most_literals(), 0, 0);
    push(static_cast<std::uint32_t>(at - end_), length, distance);
    return high_water_mark_ != mark;
  }

  /// Appends the literals before `at` that fill whole sequences. Returns whether a group has ended.
  bool add_literals(std::size_t at) {
    const std::size_t mark = high_water_mark_;
    while (at - end_ >= most_literals()) push(most_literals(), 0, 0);
    return high_water_mark_ != mark;
  }

  /// The literals that the next sequence may have.
  [[nodiscard]] std::uint32_t most_literals() const {
    return eliminate_ && high_water_mark_ == 0 ? first_literals : max_literals_;
  }

  std::vector<sequence> take() { return std::move(sequences_); }

 private:
  void push(std::uint32_t literals, std::uint32_t length, std::uint32_t distance) {
    sequences_.push_back({literals, length, distance});
    end_ += sequences_.back().bytes();
    if (sequences_.size() % group_sequences == 0) high_water_mark_ = end_;
  }

  bool eliminate_;  // no match may copy what its own group writes
  std::uint32_t max_literals_;
  std::vector<sequence> sequences_;
  std::size_t end_ = 0, high_water_mark_ = 0;
};

}  // namespace codag::gompresso
