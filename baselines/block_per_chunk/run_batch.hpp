// block_per_chunk's batch for codecs with runs and literals. Any warp can write any part of it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "codag/annotate.hpp"
#include "codag/chunked_column.hpp"
#include "codag/simt/simt.hpp"

namespace codag::baselines {

/// A unit of work for a writing warp: a run, a group of literals that are in the batch's
/// `literals`, or a run that the warp computes from the words in the ring.
template <class Element>
struct write_unit {
  using word = std::conditional_t<sizeof(Element) == 8, std::uint64_t, std::uint32_t>;
  static constexpr std::uint32_t literal = 1u << 31;
  static constexpr std::uint32_t computed = 1u << 30;
  static constexpr std::uint32_t flags = literal | computed;
  static_assert(max_chunk_bytes < computed, "no unit is as long as a flag");

  word init;             ///< a run's first value, or the index of the first literal
  word delta;            ///< a run's delta
  std::uint32_t left;    ///< elements from its destination to the chunk's end
  std::uint32_t length;  ///< elements; plus `literal` or `computed` if it is not a run
};

/// The computed runs of a batch, indexed by unit; nothing if the codec has none.
template <class Run, unsigned Units>
struct run_list {
  Run at[Units];
};
template <unsigned Units>
struct run_list<void, Units> {};

/// What the leader decodes in one turn and the block writes in the next.
template <class Element, class Decoder>
struct run_batch {
  static constexpr unsigned max_units = 256;
  /// If symbols have no literals: only the four that write_values() may store without keeping them.
  static constexpr unsigned max_literals =
      Decoder::max_symbol_values == 0
          ? 4
          : std::min(4096u, 8 * 1024 / static_cast<unsigned>(sizeof(Element)));
  static constexpr std::uint32_t symbol_literals = Decoder::max_symbol_values + 4;
  static_assert(symbol_literals <= max_literals && Decoder::max_symbol_units <= max_units,
                "an empty batch has room for any symbol");

  write_unit<Element> units[max_units];
  run_list<typename Decoder::computed_run, max_units> runs;
  Element literals[max_literals];
  std::uint32_t unit_count;
};

/// The leader's output: puts what it decodes into a run_batch.
template <class Element, class Decoder>
class run_batch_filler {
  using batch = run_batch<Element, Decoder>;
  using unit = write_unit<Element>;

 public:
  template <class T>
  CODAG_DEVICE bool write_run(T init, std::uint32_t length, T delta) {
    static_assert(sizeof(T) == sizeof(Element));
    return add_unit({init, delta, left_, length});
  }
  /// The warp that writes it reads the words in the ring: none of them is replaced before that.
  template <class T, class Run, class Words>
  CODAG_DEVICE bool write_computed(const Run& run, std::uint32_t length, const Words& /*words*/) {
    static_assert(sizeof(T) == sizeof(Element));
    if (!add_unit({0, 0, left_, length | unit::computed})) return false;
    batch_->runs.at[units_ - 1] = run;
    return true;
  }
  template <class T>
  CODAG_DEVICE bool begin_literals(std::uint32_t count) {
    static_assert(sizeof(T) == sizeof(Element));
    return add_unit({literals_, 0, left_, count | unit::literal});
  }
  template <class T>
  CODAG_DEVICE void write_value(T value) {
    static_assert(sizeof(T) == sizeof(Element));
    batch_->literals[literals_++] = value;
  }
  /// Without a branch: each value is stored, and one that is not wanted is overwritten by the next.
  template <class T>
  CODAG_DEVICE void write_values(const T (&values)[4], std::uint32_t which) {
    static_assert(sizeof(T) == sizeof(Element));
    for (unsigned k = 0; k < 4; ++k) {
      batch_->literals[literals_] = values[k];
      literals_ += which >> (8 * k + 7) & 1;
    }
  }

 protected:
  CODAG_DEVICE explicit run_batch_filler(std::uint32_t elements) : left_(elements) {}

  CODAG_DEVICE void open(batch& empty) {
    batch_ = &empty;
    units_ = literals_ = 0;
  }
  /// Completes the batch.
  CODAG_DEVICE batch& close() {
    batch_->unit_count = units_;
    return *batch_;
  }

  /// Whether the batch still takes a symbol of the largest kind.
  [[nodiscard]] CODAG_DEVICE bool fits_a_symbol() const {
    return units_ <= batch::max_units - Decoder::max_symbol_units &&
           literals_ <= batch::max_literals - batch::symbol_literals;
  }
  [[nodiscard]] CODAG_DEVICE std::uint32_t left() const { return left_; }

 private:
  /// Returns false, and adds nothing, if the unit would pass the chunk's end. No writer checks
  /// again.
  CODAG_DEVICE bool add_unit(const unit& added) {
    const std::uint32_t length = added.length & ~unit::flags;
    if (length > left_) return false;
    batch_->units[units_++] = added;
    left_ -= length;
    return true;
  }

  batch* batch_ = nullptr;
  std::uint32_t left_;          // elements that the chunk still has room for
  std::uint32_t units_ = 0;     // in this batch
  std::uint32_t literals_ = 0;  // in this batch
};

/// Writes the units first, first + step, ... of the batch by this warp, one lane per element.
/// Computed runs are computed from `words`.
template <class Thread, class Element, class Decoder, class Words>
CODAG_DEVICE void write_units(const Thread& t, const run_batch<Element, Decoder>& batch,
                              Element* out_end, std::uint32_t first, std::uint32_t step,
                              const Words& words) {
  using unit_type = write_unit<Element>;
  for (std::uint32_t s = first; s < batch.unit_count; s += step) {
    const unit_type unit = batch.units[s];
    const std::uint32_t length = unit.length & ~unit_type::flags;
    Element* to = out_end - unit.left;
    if constexpr (!std::is_void_v<typename Decoder::computed_run>) {
      if ((unit.length & unit_type::computed) != 0) {
        batch.runs.at[s].write(t, words, length,
                               [&](std::uint32_t i, Element value) { t.store(to + i, value); });
        continue;
      }
    }
    const bool literals = (unit.length & unit_type::literal) != 0;
    for (std::uint32_t i = t.lane(); i < length; i += simt::warp_size)
      t.store(to + i, literals ? batch.literals[unit.init + i]
                               : static_cast<Element>(unit.init + i * unit.delta));
  }
}

}  // namespace codag::baselines
