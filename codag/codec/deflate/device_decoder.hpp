// deflate's device decoder: one sequential decoder on two streams, for every schedule.
#pragma once

#include <cstdint>

#include "codag/chunked_column.hpp"
#include "codag/codec/deflate/deflate.hpp"
#include "codag/codec/deflate/huffman_table.hpp"

namespace codag::deflate {

/// Decodes bytes, whatever T is. Gives the same status as the reference decoder on any bytes.
template <class T>
struct device_decoder {
  using element = std::uint8_t;

  /// Literals of a stored block that go together: more would only make the largest symbol larger.
  static constexpr std::uint32_t stored_group = 16;
  /// What one symbol takes at most: a stored group. A literal with a match behind it and a block's
  /// header take less.
  static constexpr std::uint32_t max_symbol_bytes = stored_group;
  static constexpr unsigned literal_and_match_bits = 3 * max_code_bits +
                                                     length_extra_bits(length_codes - 2) +
                                                     distance_extra_bits(distance_codes - 1);
  static_assert(max_symbol_bytes * 8 >= literal_and_match_bits &&
                max_symbol_bytes * 8 >= 3 + 14 + meta_symbols * 3);
  static constexpr std::uint32_t max_symbol_values = stored_group;
  static constexpr bool copies = true;
  static constexpr bool looks_ahead = true;
  static_assert(literal_and_match_bits < 64, "one look ahead");
  static constexpr std::uint32_t max_copy_offset = window_bytes, max_copy_length = max_match;
  using computed_run = void;  ///< no runs that a warp must compute

  /// Shared memory of its own. A symbol whose codeword has more than 9 bits is rarer than one in
  /// 512 and may be searched for. 10 bits would find some of those too, but take 2 KiB more: a
  /// multiprocessor with 164 KiB (compute capability 8.0) would not hold the 40 warps of
  /// warp_per_chunk that its registers allow. Distances take the bits that the code of the code
  /// lengths needs.
  struct scratch {
    huffman_table<9, fixed_literal_symbols> literals;
    /// Before it holds the distances' code: the code that a dynamic block's code lengths are in.
    huffman_table<max_meta_bits, fixed_distance_symbols> distances;
  };
  static_assert(40 * (sizeof(scratch) + 256) + 10 * 1024 <= 164 * 1024,
                "40 warps with a ring of 256 bytes, and 1 KiB a block of 4 for the system");
  static_assert(sizeof(scratch::literals.lengths) >= fixed_literal_symbols + fixed_distance_symbols,
                "code lengths of a block, both codes'");

  template <class Team, class Input, class Output>
  static CODAG_DEVICE status decode(const Team& team, Input& in, Output& out, scratch& tables) {
    bool fixed_tables = false;  // fixed blocks in a row build them once
    for (bool last = false; !last;) {
      out.begin_symbol();  // asks for the header's input
      const std::uint32_t header = in.fetch_bits(3);
      last = (header & 1) != 0;
      const auto type = static_cast<block_type>(header >> 1);
      status s = status::ok;
      if (type == block_type::stored) {
        s = copy_stored(in, out);
      } else {
        if (type == block_type::reserved) return refuse(in, status::malformed_symbol);
        if (type == block_type::dynamic || !fixed_tables)
          s = build_tables(team, in, out, tables, type == block_type::dynamic);
        fixed_tables = type == block_type::fixed;
        // Behind the chunk's end there are only zeros: a truncated chunk goes on with what they
        // mean, until that is refused or the output is full.
        if (s == status::ok)
          while (decode_symbol(in, out, tables, s)) continue;
      }
      if (s != status::ok) return s;
    }
    in.align_to_byte();
    if (in.overrun() || out.begin_symbol() > 0) return status::truncated_input;
    return in.at_end() ? status::ok : status::trailing_input;
  }

 private:
  /// The status of a stream that cannot be decoded on. Behind the chunk's end there are zeros; what
  /// they lead to is truncation.
  template <class Input>
  static CODAG_DEVICE status refuse(const Input& in, status s) {
    return in.overrun() ? status::truncated_input : s;
  }

  template <class Input, class Output>
  static CODAG_DEVICE status copy_stored(Input& in, Output& out) {
    in.align_to_byte();
    const std::uint32_t head = in.fetch_bits(32);
    std::uint32_t length = head & 0xffff;
    if (in.overrun()) return status::truncated_input;
    if ((length ^ head >> 16) != 0xffff) return status::malformed_symbol;
    if (length > out.begin_symbol()) return status::output_overflow;
    while (length > 0) {
      std::uint32_t group = length < stored_group ? length : stored_group;
      out.begin_symbol();
      out.template begin_literals<element>(group);
      length -= group;
      while (group > 0) {
        const std::uint32_t bytes = in.peek_bits(32);
        const std::uint32_t taken = group < 4 ? group : 4;
        const std::uint8_t values[4] = {
            static_cast<std::uint8_t>(bytes), static_cast<std::uint8_t>(bytes >> 8),
            static_cast<std::uint8_t>(bytes >> 16), static_cast<std::uint8_t>(bytes >> 24)};
        out.write_values(values, high_bits >> 8 * (4 - taken));
        in.skip_bits(8 * taken);
        group -= taken;
      }
    }
    return refuse(in, status::ok);
  }

  /// The codes of a fixed or dynamic block.
  template <class Team, class Input, class Output>
  static CODAG_DEVICE status build_tables(const Team& team, Input& in, Output& out, scratch& tables,
                                          bool dynamic) {
    // Every thread has left the last block: its tables are written over.
    team.sync();
    std::uint8_t* lengths = tables.literals.lengths;
    unsigned literals = fixed_literal_symbols, distances = fixed_distance_symbols;
    if (dynamic) {
      const status s = read_lengths(team, in, out, tables, literals, distances);
      if (s != status::ok) return s;
    } else {
      for (unsigned i = team.rank(); i < literals + distances; i += team.size())
        lengths[i] = fixed_code_length(i);
    }
    // The lengths are whole, and no thread looks up another one.
    team.sync();
    if (lengths[end_of_block] == 0 || !tables.literals.sort(team, lengths, literals, true) ||
        !tables.distances.sort(team, lengths + literals, distances, true))
      return refuse(in, status::malformed_symbol);
    tables.literals.template fill<literal_alphabet>(team);
    tables.distances.template fill<distance_alphabet>(team);
    return status::ok;
  }

  /// A dynamic block's code lengths (RFC 1951 section 3.2.7).
  template <class Team, class Input, class Output>
  static CODAG_DEVICE status read_lengths(const Team& team, Input& in, Output& out, scratch& tables,
                                          unsigned& literals, unsigned& distances) {
    const std::uint32_t head = in.fetch_bits(14);
    literals = (head & 0x1f) + 257;
    distances = (head >> 5 & 0x1f) + 1;
    const unsigned metas = (head >> 10) + 4;
    if (literals > max_literal_symbols || distances > distance_codes)
      return refuse(in, status::malformed_symbol);

    std::uint8_t* lengths = tables.literals.lengths;
    for (unsigned i = 0; i < meta_symbols; ++i) {
      const std::uint32_t length = i < metas ? in.fetch_bits(3) : 0;
      if (i % team.size() == team.rank())
        lengths[meta_order(i)] = static_cast<std::uint8_t>(length);
    }
    // The lengths' own code lengths are whole.
    team.sync();
    if (!tables.distances.sort(team, lengths, meta_symbols, false))
      return refuse(in, status::malformed_symbol);
    tables.distances.template fill<meta_alphabet>(team);

    unsigned before = 0;  // the last length
    for (unsigned i = 0; i < literals + distances;) {
      out.begin_symbol();  // asks for input
      const std::uint32_t bits = in.peek_bits(max_meta_bits + 7);
      const table_entry entry = tables.distances.primary[bits % (1u << max_meta_bits)];
      in.skip_bits(total_of(entry));
      const unsigned symbol = base_of(entry);
      const unsigned least = symbol < 16 ? 1 : symbol == 18 ? 11 : 3;
      const unsigned repeat = least + extra_of(entry, bits);
      const unsigned length = symbol < 16 ? symbol : symbol == 16 ? before : 0;
      if (repeat > literals + distances - i || (symbol == 16 && i == 0))
        return refuse(in, status::malformed_symbol);
      for (unsigned k = team.rank(); k < repeat; k += team.size())
        lengths[i + k] = static_cast<std::uint8_t>(length);
      before = length;
      i += repeat;
    }
    return refuse(in, status::ok);
  }

  /// A literal, a match, or a literal with one of the two behind it: one symbol to the schedule.
  /// False at the block's end and, with its status, where the stream cannot be decoded on.
  template <class Input, class Output>
  static CODAG_DEVICE bool decode_symbol(Input& in, Output& out, const scratch& tables,
                                         status& result) {
    std::uint32_t room = out.begin_symbol();
    auto ahead = in.look_ahead();
    const auto refused = [&](status s) {
      in.follow(ahead);
      result = refuse(in, s);
      return false;
    };
    const auto put_literal = [&](table_entry literal) {
      out.template begin_literals<element>(1);
      out.write_value(static_cast<std::uint8_t>(base_of(literal)));
    };

    std::uint32_t bits = ahead.peek();
    table_entry entry = tables.literals.find(bits);
    ahead.skip(total_of(entry));
    if (is_literal(entry)) {
      if (room-- == 0) return refused(status::output_overflow);
      put_literal(entry);
      bits = ahead.peek();
      entry = tables.literals.find(bits);
      ahead.skip(total_of(entry));
    }
    while (!is_number(entry)) {
      if (is_literal(entry)) {
        if (room == 0) return refused(status::output_overflow);
        put_literal(entry);
        in.follow(ahead);
        return true;
      }
      if (kind_of(entry) == entry_kind::end) {
        in.follow(ahead);
        return false;
      }
      if (kind_of(entry) == entry_kind::none) return refused(status::malformed_symbol);
      entry = tables.literals.template find_long<literal_alphabet>(bits);
      ahead.skip(total_of(entry));
    }
    const std::uint32_t length = number_of(entry, bits);

    bits = ahead.peek();
    entry = tables.distances.find(bits);
    if (entry == longer_codeword)
      entry = tables.distances.template find_long<distance_alphabet>(bits);
    ahead.skip(total_of(entry));
    if (!is_number(entry)) return refused(status::malformed_symbol);
    // Refused also where it would begin before the chunk.
    if (!out.memcpy(number_of(entry, bits), length))
      return refused(length > room ? status::output_overflow : status::malformed_symbol);
    in.follow(ahead);
    return true;
  }
  static_assert(std::uint64_t{max_chunk_bytes} * (8 + max_code_bits) < std::uint64_t{1} << 32,
                "the position of a truncated chunk of the largest size does not wrap around");
};

}  // namespace codag::deflate
