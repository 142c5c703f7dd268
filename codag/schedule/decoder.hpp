// Concepts: what every schedule needs of a codec's device decoder, and what that decoder needs of
// the streams that a schedule brings.
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

#include "codag/schedule/archetype.hpp"
#include "codag/status.hpp"
#include "codag/stream/compressed_words.hpp"
#include "codag/stream/input.hpp"
#include "codag/stream/output.hpp"

namespace codag {

/// What a decoder says about its symbols, so that a schedule can reserve room for one.
template <class D>
concept describes_its_symbols = requires(std::uint32_t n) {
  /// The unsigned integer that one value is written as.
  requires std::unsigned_integral<typename D::element>;
  /// The most bytes that one symbol reads, and the most literals that it writes.
  typename std::integral_constant<std::uint32_t, D::max_symbol_bytes>;
  typename std::integral_constant<std::uint32_t, D::max_symbol_values>;
  /// An upper bound of the values in a chunk of `n` bytes. A decoder that has written this many has
  /// read past the chunk's end.
  { D::most_values(n) } -> std::same_as<std::uint64_t>;
  /// Whether symbols copy earlier output. If so, elements are bytes, and all symbols are literals
  /// or copies.
  typename std::bool_constant<D::copies>;
  /// Whether it reads a symbol's bits by look_ahead().
  typename std::bool_constant<D::looks_ahead>;
  /// Its own shared memory, which starts uninitialised.
  requires std::is_trivially_default_constructible_v<typename D::scratch>;
  /// A run that a whole warp unpacks; void if there is none.
  typename D::computed_run;
};

/// Without copies: how many runs, computed runs and groups of literals one symbol is at most.
template <class D>
concept describes_its_runs =
    requires { typename std::integral_constant<std::uint32_t, D::max_symbol_units>; };

/// With copies: how far back and how long they are at most, in bytes.
template <class D>
concept describes_its_copies = requires {
  requires sizeof(typename D::element) == 1;
  requires std::is_void_v<typename D::computed_run>;
  typename std::integral_constant<std::uint32_t, D::max_copy_offset>;
  typename std::integral_constant<std::uint32_t, D::max_copy_length>;
};

template <class D>
concept describes_what_it_writes =
    (D::copies && describes_its_copies<D>) || (!D::copies && describes_its_runs<D>);

/// A codec's device decoder. Written once, it runs under every schedule: the schedule brings the
/// team and the streams, and thereby decides what each operation does.
///
/// decode() returns the same status as the codec's reference decoder, for any bytes. It computes
/// the same values on every thread of the team.
template <class D>
concept device_decoder =
    describes_its_symbols<D> && describes_what_it_writes<D> &&
    requires(const archetype::team& team, archetype::input& in,
             archetype::output<typename D::element>& out, typename D::scratch& scratch) {
      { D::decode(team, in, out, scratch) } -> std::same_as<status>;
    };

/// A device decoder that can also have each lane of a warp parse different symbols. It takes the
/// fast path only for symbols that it has proved to be complete, well-formed and within the chunk.
/// Otherwise it decodes one symbol, or all that are left, sequentially: `window` and `out` are also
/// an input and an output, at the same position.
///
/// decode_by_lanes() returns the same status as decode(), in every lane.
template <class D>
concept lanes_decoder =
    device_decoder<D> &&
    requires(const archetype::lanes_team& warp, archetype::window& window,
             archetype::lanes_output<typename D::element>& out, typename D::scratch& scratch) {
      /// The most bytes that it looks at together.
      typename std::integral_constant<std::uint32_t, D::window_bytes>;
      { D::decode_by_lanes(warp, window, out, scratch) } -> std::same_as<status>;
    };

/// A lanes_decoder with another decoder, `opening`, for chunks that begin with symbols of one kind.
/// may_decode() looks at a chunk's first bytes. decode() decodes such symbols from the chunk's
/// beginning on, as far as it is faster. It returns false if the chunk has to be decoded from its
/// beginning, which may have been written. Both are collective over the warp.
template <class D>
concept opening_decoder =
    lanes_decoder<D> &&
    requires(const archetype::thread& t, const archetype::lanes_team& warp,
             const compressed_words& words, archetype::window& window,
             archetype::lanes_output<typename D::element>& out, typename D::opening& opening) {
      requires std::is_trivially_default_constructible_v<typename D::opening>;
      /// The most bytes that it looks at together.
      typename std::integral_constant<std::uint32_t, D::opening::window_bytes>;
      { D::opening::may_decode(t, words) } -> std::same_as<bool>;
      { opening.decode(warp, window, out) } -> std::same_as<bool>;
    };

/// Whether that decoder can read from I.
template <class I, class D>
concept input_for = input<I> && (!D::looks_ahead || looking_ahead_input<I>)&&(
                                    std::is_void_v<typename D::computed_run> || seekable_input<I>);

/// Whether that decoder can write to O.
template <class O, class D>
concept output_for =
    output<O> &&
    (D::max_symbol_values == 0 || literal_output<O, typename D::element>)&&(
        D::copies
            ? copying_output<O>
            : run_output<O, typename D::element>)&&(std::is_void_v<typename D::computed_run> ||
                                                    computed_run_output<O, typename D::element,
                                                                        typename D::computed_run,
                                                                        archetype::words>);

}  // namespace codag
