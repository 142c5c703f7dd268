// What runs before a star query's scan: clearing, and filling the look-up arrays. Crystal's perfect
// hash tables (Shanbhag, Madden and Yu, "A Study of the Fundamental Performance Characteristics of
// GPUs and CPUs for Database Analytics", SIGMOD 2020, section 4.3): a key is its own hash.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/query/star_query.hpp"
#include "codag/simt/simt.hpp"

namespace codag::query {

/// Sets words of memory to 0: the sums, the counts of refused tiles and the look-up arrays.
struct clear_words {
  static constexpr const char* name = "clear_words";
  static constexpr unsigned max_threads = 256, min_blocks = 1;
  static constexpr std::uint32_t words_per_thread = 8;
  struct shared_storage {};

  std::uint64_t* words;
  std::uint64_t count;

  [[nodiscard]] constexpr simt::launch_shape shape() const {
    constexpr std::uint64_t per_block = std::uint64_t{max_threads} * words_per_thread;
    const std::uint64_t blocks = (count + per_block - 1) / per_block;
    return {blocks == 0 ? 1 : static_cast<std::uint32_t>(blocks), max_threads};
  }

  template <class Thread>
  CODAG_DEVICE void operator()(const Thread& t, shared_storage& /*shared*/) const {
    const std::uint64_t begin = std::uint64_t{t.block()} * max_threads * words_per_thread;
    for (std::uint32_t i = 0; i < words_per_thread; ++i) {
      const std::uint64_t at = begin + i * max_threads + t.thread_index();
      if (at < count) t.store(words + at, std::uint64_t{0});
    }
  }
};

/// Fills the look-up arrays of all dimensions, which have been cleared. A thread takes one row.
/// Keys of a dimension are different; a key outside the array is left out.
struct build_lookups {
  static constexpr const char* name = "build_lookups";
  static constexpr unsigned max_threads = 256, min_blocks = 1;
  struct shared_storage {};

  star_query query;

  [[nodiscard]] constexpr simt::launch_shape shape() const {
    std::uint64_t rows = 0;
    for (std::uint32_t d = 0; d < query.dimension_count; ++d) rows += query.dimensions[d].rows;
    const std::uint64_t blocks = (rows + max_threads - 1) / max_threads;
    return {blocks == 0 ? 1 : static_cast<std::uint32_t>(blocks), max_threads};
  }

  template <class Thread>
  CODAG_DEVICE void operator()(const Thread& t, shared_storage& /*shared*/) const {
    std::uint64_t row = std::uint64_t{t.block()} * max_threads + t.thread_index();
    for (std::uint32_t i = 0; i < query.dimension_count; ++i) {
      const dimension& d = query.dimensions[i];
      if (row < d.rows) return build(t, d, row);
      row -= d.rows;
    }
  }

 private:
  template <class Thread>
  static CODAG_DEVICE void build(const Thread& t, const dimension& d, std::uint64_t row) {
    if (d.where != nullptr && !d.in.holds(t.load(d.where + row))) return;
    const std::uint32_t at =
        static_cast<std::uint32_t>(t.load(d.keys + row)) - static_cast<std::uint32_t>(d.first_key);
    if (at >= d.key_count) return;
    const std::uint32_t number = d.group == nullptr
                                     ? 0
                                     : (static_cast<std::uint32_t>(t.load(d.group + row)) -
                                        static_cast<std::uint32_t>(d.group_least)) *
                                           d.group_stride;
    t.store(d.lookup + at, number + 1);
  }
};

}  // namespace codag::query
