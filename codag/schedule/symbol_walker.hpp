// Concept: what finds the symbols of a chunk without decoding their values.
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

#include "codag/schedule/archetype.hpp"

namespace codag {

/// Walks over a chunk's symbols from the first one on. walk() is collective over a warp. Every few
/// symbols it reports where it is: `reached(bit, values)` gets the position after them, as the
/// window counts it, and the number of values that all symbols so far write. It reports as soon as
/// it has passed `section_values` values, or earlier. It continues while reached() returns true,
/// and returns where it cannot read the next symbol.
///
/// Its reports are not trusted. The warp that decodes the symbols between two such places finds out
/// whether they end there. So a walker does not check anything that only changes values.
///
/// Its scratch memory may keep what the decoder of the same symbols, Decoder::after_walk, asks for;
/// the decoder's scratch memory has it at the same place. forget() must be called first, and again
/// before the decoder gets other symbols.
///
/// find_symbol() moves the window on from a place that may be inside a symbol to one where a symbol
/// probably begins, and returns whether it has found one. It looks for it in the next `bytes`
/// bytes; the place may be after them. Where it is wrong, one warp walks over the rest of the
/// chunk. Collective over the warp.
template <class W>
concept symbol_walker =
    requires(const archetype::lanes_team& warp, archetype::window& window,
             typename W::scratch& scratch, std::uint32_t section_values, std::uint32_t bytes,
             bool (*reached)(std::uint32_t, std::uint32_t)) {
      requires std::is_trivially_default_constructible_v<typename W::scratch>;
      /// The most bytes that it looks at together.
      typename std::integral_constant<std::uint32_t, W::window_bytes>;
      /// With fewer compressed bytes per section, looking for its beginning costs more than it
      /// saves.
      typename std::integral_constant<std::uint32_t, W::least_section_bytes>;
      /// A warp begins to look for its section this many bytes before its range of the compressed
      /// bytes.
      typename std::integral_constant<std::uint32_t, W::bytes_before_section>;
      { W::forget(warp, scratch) } -> std::same_as<void>;
      { W::walk(warp, window, scratch, section_values, reached) } -> std::same_as<void>;
      { W::find_symbol(warp, window, scratch, bytes) } -> std::same_as<bool>;
    };

}  // namespace codag
