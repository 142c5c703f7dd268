// Concepts: where a decoder writes a chunk's symbols to (CODAG Table II, and more). The operations
// mean the same under every schedule.
#pragma once

#include <concepts>
#include <cstdint>

#include "codag/stream/source.hpp"

namespace codag {

// A symbol is one of: groups of literals, a run, a computed run, a copy. Operations that return
// bool return false, and write nothing, if the symbol would pass the chunk's end or read before
// its beginning. Collective over all threads that decode together: each makes the same calls with
// the same arguments.
//
// The schedule decides when the bytes arrive in memory. The schedule calls finish() after the
// decoder; a decoder never calls it.

/// Any output.
template <class O>
concept output = requires(O& out) {
  /// Comes before each symbol, and before reading a header that is not part of one. Returns the
  /// bytes that can still be written. The schedule may wait here for input and for space; it waits
  /// nowhere else.
  { out.begin_symbol() } -> std::same_as<std::uint32_t>;
};

/// Takes literals of T.
template <class O, class T>
concept literal_output = output<O> && requires(O& out, std::uint32_t count, T value,
                                               const T (&values)[4], std::uint32_t which) {
  /// Begins a group of `count` literals, or returns false if they do not fit. All of them are
  /// written before anything else happens to the output.
  { out.template begin_literals<T>(count) } -> std::same_as<bool>;
  /// Writes the group's next literal.
  { out.write_value(value) } -> std::same_as<void>;
  /// Writes the group's next literals: values[k] where `which` has the high bit of byte k set.
  { out.write_values(values, which) } -> std::same_as<void>;
};

/// Takes runs of T.
template <class O, class T>
concept run_output = output<O> && requires(O& out, T value, std::uint32_t length) {
  /// Writes `length` elements init, init + delta, init + 2 delta, ..., modulo 2^bits of T.
  { out.write_run(value, length, value) } -> std::same_as<bool>;
};

/// Takes runs of T that a warp computes together, by `run.write(thread, words, length, put)`, which
/// calls put(i, element) for each i below `length`.
template <class O, class T, class Run, class Words>
concept computed_run_output =
    words_by_index<Words> && output<O> &&
    requires(O& out, const Run& run, std::uint32_t length, const Words& words) {
      /// Writes `length` elements. `words` are those of the symbol; a schedule may pass the run its
      /// own.
      { out.template write_computed<T>(run, length, words) } -> std::same_as<bool>;
    };

/// Takes copies of earlier output.
template <class O>
concept copying_output = output<O> && requires(O& out, std::uint32_t offset, std::uint32_t length) {
  /// Writes `length` bytes that are read from `offset` bytes back. With offset < length, the last
  /// `offset` bytes repeat. False also if offset is 0 or reaches before the chunk.
  { out.memcpy(offset, length) } -> std::same_as<bool>;
};

}  // namespace codag
