// Concepts: what a decoder whose lanes parse different symbols reads from and writes to.
#pragma once

#include <concepts>
#include <cstdint>

#include "codag/stream/input.hpp"
#include "codag/stream/next_bytes.hpp"
#include "codag/stream/output.hpp"

namespace codag {

/// A chunk's next bytes, visible to all lanes of a warp at once. It is also an input, at the same
/// position: between two looks, the warp can decode any number of symbols sequentially, all lanes
/// making the same calls, and then look again.
template <class W>
concept window = seekable_input<W> && requires(W& w, const W& c, std::uint32_t n) {
  /// How many bytes look() can make visible.
  { c.capacity() } -> std::same_as<std::uint32_t>;
  /// Collective. Makes the next n bytes, counted from position() and at most capacity(), visible to
  /// all lanes. They stay so until the next look() or operation of an input; seek() alone moves
  /// position() and nothing else.
  w.look(n);
  /// For any lane by itself: the 32 bits from bit n on. Those that are not visible may be anything.
  /// Those past the chunk's end are 0: a decoder that could take that for a symbol compares with
  /// end_bit().
  { c.bits_at(n) } -> std::same_as<std::uint32_t>;
  /// Collective. Continues at the position that a copy of this window has reached.
  w.resume(c);
  /// The bytes from position() on, for any lane by itself.
  { c.next_bytes() } -> std::same_as<next_bytes>;
  /// For any lane by itself: word n of the chunk's words, which is visible.
  { c.word_at(n) } -> std::same_as<std::uint32_t>;
  /// The whole bytes between position() and the chunk's end; 0 past the end.
  { c.bytes_left() } -> std::same_as<std::uint32_t>;
  /// Whether the chunk has n more bytes; never past its end.
  { c.has(n) } -> std::same_as<bool>;
  /// The chunk's end, counted from word 0.
  { c.end_bit() } -> std::same_as<std::uint32_t>;
};

/// An output to which each lane can write what it has decoded. It is also an output of the
/// sequential kind, at the same position: between two batches, the warp can write symbols with all
/// lanes making the same calls.
///
/// Positions are bytes from the chunk's beginning.
template <class O, class T>
concept lanes_output = output<O> && requires(O& out, const O& c, std::uint32_t n, T value) {
  /// The byte that is written next, and the bytes that can still be written.
  { c.position() } -> std::same_as<std::uint32_t>;
  { c.room() } -> std::same_as<std::uint32_t>;
  /// How far the chunk's byte 0 is past a multiple of n, a power of two, in memory: for lanes that
  /// write whole words.
  { c.misalignment(n) } -> std::same_as<std::uint32_t>;
  /// Collective. Begins a batch of n bytes, or returns false if they do not fit.
  { out.begin_batch(n) } -> std::same_as<bool>;
  /// For any lane by itself, in a batch: the elements from byte n on, which is aligned to them.
  /// put(i, value) writes the i-th of them.
  { c.template elements_at<T>(n).put(std::int32_t{}, value) } -> std::same_as<void>;
  /// For any lane by itself, in a batch: writes an element, or a wider word, at byte n, all of
  /// which is in the batch. Every byte of a batch is written by one lane.
  { out.write_at(n, value) } -> std::same_as<void>;
  /// Collective, anywhere: what any lane wrote before, every lane reads after it.
  out.settle();
  /// For any lane by itself: an element, or a wider word, at byte n, which has settled.
  { out.template read_at<T>(n) } -> std::same_as<T>;
  /// Collective. Ends the batch, and moves position() past it.
  out.end_batch();
  /// Collective. Continues at the position that a copy of this output has reached, between two
  /// batches and without copies of earlier output.
  out.resume(c);
};

}  // namespace codag
