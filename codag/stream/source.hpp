// Concepts: where an input_stream gets a chunk's compressed words from.
#pragma once

#include <concepts>
#include <cstdint>

namespace codag {

/// Gives any word of a chunk by its index, to any lane by itself. Words are counted as in
/// compressed_words; a word past the chunk's end is 0.
template <class W>
concept words_by_index = requires(const W& words, std::uint32_t index) {
  { words(index) } -> std::same_as<std::uint32_t>;
};

/// Hands out a chunk's words one after the other. Collective over all threads that decode together:
/// each makes the same calls and gets the same words.
template <class S>
concept source = requires(S& s, const S& c) {
  /// The next word; 0 past the chunk's end.
  { s.next_word() } -> std::same_as<std::uint32_t>;
  /// The index of the next word.
  { c.taken() } -> std::same_as<std::uint32_t>;
  /// The chunk's bits, counted from word 0.
  { c.begin_bit() } -> std::same_as<std::uint32_t>;
  { c.end_bit() } -> std::same_as<std::uint32_t>;
};

/// A source that can skip words, and whose words can be read without being taken. Decoders with a
/// computed_run need it.
template <class S>
concept seekable_source = source<S> && requires(S& s, const S& c, std::uint32_t index) {
  /// Continues at word `index`, which is taken() or later.
  s.jump(index);
  /// The words of the symbol that is being decoded.
  { c.words() } -> words_by_index;
};

}  // namespace codag
