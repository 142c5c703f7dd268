// vle's device decoder: one sequential decoder for every schedule.
#pragma once

#include <cstdint>

#include "codag/chunked_column.hpp"
#include "codag/codec/vle/decoding_table.hpp"
#include "codag/codec/vle/vle.hpp"

namespace codag::vle {

/// Decodes bytes, whatever T is. Returns the same status as the reference decoder, for any bytes.
template <class T>
struct device_decoder {
  using element = std::uint8_t;

  /// How many codewords are one symbol of the schedule's. They are one group of literals.
  static constexpr std::uint32_t group = 4;
  static constexpr std::uint32_t max_symbol_bytes = group * max_code_bits / 8;
  static constexpr std::uint32_t max_symbol_values = group;
  static constexpr bool copies = false;
  static constexpr bool looks_ahead = false;
  static constexpr std::uint32_t max_symbol_units = 1;
  using computed_run = void;  ///< it has no runs that a warp must compute
  struct scratch {
    decoding_table table;
  };

  /// Each codeword has at least one bit.
  static CODAG_DEVICE constexpr std::uint64_t most_values(std::uint32_t in_bytes) {
    return std::uint64_t{in_bytes} * 8;
  }

  /// Scratch may be that of a decoder that derives from this one.
  template <class Team, class Input, class Output, class Scratch>
  static CODAG_DEVICE status decode(const Team& team, Input& in, Output& out, Scratch& shared) {
    if (const status s = begin(team, in, out, shared.table); s != status::ok) return s;
    bool has_codeword = true;
    for (std::uint32_t room; has_codeword && (room = out.begin_symbol()) > 0;)
      has_codeword = decode_group(in, out, shared.table, room);
    if (!has_codeword) return status::malformed_symbol;
    return status_at_end(in);
  }

 protected:
  /// Reads the header and builds the table.
  template <class Team, class Input, class Output>
  static CODAG_DEVICE status begin(const Team& team, Input& in, Output& out,
                                   decoding_table& table) {
    if (const status s = read_lengths(team, in, out, table); s != status::ok) return s;
    return table.build(team) ? status::ok : status::malformed_symbol;
  }

  /// Decodes a group of codewords. Returns false if there are bits that no codeword begins with.
  template <class Input, class Output>
  static CODAG_DEVICE bool decode_group(Input& in, Output& out, const decoding_table& table,
                                        std::uint32_t room) {
    const std::uint32_t count = room < group ? room : group;
    bool has_codeword = true;
    out.template begin_literals<element>(count);
    element values[group];
    for (std::uint32_t i = 0; i < count; ++i) {
      const decoding_table::entry found = table.find(in.peek_bits(32));
      in.skip_bits(length_of(found));
      has_codeword = has_codeword && length_of(found) > 0;
      values[i] = symbol_of(found);
    }
    out.write_values(values, high_bits >> 8 * (group - count));
    return has_codeword;
  }

  /// The status of a chunk whose output is full. Up to 31 bits of 0 fill the last word.
  template <class Input>
  static CODAG_DEVICE status status_at_end(Input& in) {
    std::uint32_t padding = 0;
    for (unsigned bit = 0; bit < 31 && !in.overrun() && !in.at_end(); ++bit)
      padding |= in.fetch_bits(1);
    if (in.overrun()) return status::truncated_input;
    if (!in.at_end()) return status::trailing_input;
    return padding == 0 ? status::ok : status::malformed_symbol;
  }

 private:
  template <class Team, class Input, class Output>
  static CODAG_DEVICE status read_lengths(const Team& team, Input& in, Output& out,
                                          decoding_table& table) {
    bool allowed = true;
    for (unsigned symbol = 0; symbol < symbols; symbol += 4) {
      if (symbol % max_symbol_bytes == 0) out.begin_symbol();  // waits for the header's input
      const std::uint32_t lengths = in.fetch_bits(32);
      for (unsigned k = 0; k < 4; ++k) {
        const std::uint32_t length = lengths >> 8 * k & 0xff;
        allowed = allowed && length <= max_code_bits;
        if ((symbol + k) % team.size() == team.rank())
          table.lengths[symbol + k] = static_cast<std::uint8_t>(length);
      }
    }
    if (in.overrun()) return status::truncated_input;
    if (!allowed) return status::malformed_symbol;
    // All lengths are written before any thread counts them.
    team.sync();
    return status::ok;
  }

  // Past the chunk's end every symbol takes the codeword of zeros. It is one of the shortest, so it
  // has at most 8 bits.
  static_assert(std::uint64_t{max_chunk_bytes} * (8 + 8) < std::uint64_t{1} << 32,
                "the position in a truncated chunk of the largest size does not wrap around");
};

}  // namespace codag::vle
