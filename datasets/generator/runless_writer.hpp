// Writes values among which RLE v1 finds no run, for columns with one element per symbol.
#pragma once

#include <cstddef>
#include <span>

namespace codag::datasets {

/// Fills `values` from the front. T is a type of one byte. Values after the end are dropped.
template <class T>
class runless_writer {
 public:
  explicit runless_writer(std::span<T> values) : values_(values) {}

  [[nodiscard]] bool full() const { return count_ == values_.size(); }
  [[nodiscard]] std::size_t count() const { return count_; }

  /// Appends `value`. If it would be the third value of an arithmetic sequence, the first result of
  /// `draw` that would not be is appended instead. `draw` must give at least two different values.
  template <class Draw>
  void put(T value, const Draw& draw) {
    if (full()) return;
    while (makes_run(value)) value = draw();
    values_[count_++] = value;
  }

  /// Appends `value` `length` times.
  void put_run(T value, std::size_t length) {
    for (; length > 0 && !full(); --length) values_[count_++] = value;
  }

 private:
  [[nodiscard]] bool makes_run(T value) const {
    if (count_ < 2) return false;
    const int last = values_[count_ - 1];
    return value - last == last - values_[count_ - 2];
  }

  std::span<T> values_;
  std::size_t count_ = 0;
};

}  // namespace codag::datasets
