// deflate's device decoder: one sequential decoder for every schedule.
#pragma once

#include <cstdint>

#include "codag/chunked_column.hpp"
#include "codag/codec/deflate/deflate.hpp"
#include "codag/codec/deflate/huffman_table.hpp"

namespace codag::deflate {

/// Decodes bytes, whatever T is. Returns the same status as the reference decoder, for any bytes.
template <class T>
struct device_decoder {
  using element = std::uint8_t;

  /// How many literals of a stored block make one symbol. More would make the largest symbol
  /// larger.
  static constexpr std::uint32_t stored_group = 16;
  /// The largest symbol is a group of stored literals. A literal with a match after it takes less,
  /// and so does a block's header.
  static constexpr std::uint32_t max_symbol_bytes = stored_group;
  static constexpr unsigned literal_and_match_bits = 3 * max_code_bits +
                                                     length_extra_bits(length_codes - 2) +
                                                     distance_extra_bits(distance_codes - 1);
  static_assert(max_symbol_bytes * 8 >= literal_and_match_bits &&
                max_symbol_bytes * 8 >= 3 + 14 + meta_symbols * 3);
  static constexpr std::uint32_t max_symbol_values = stored_group;
  static constexpr bool copies = true;
  static constexpr bool looks_ahead = true;
  static_assert(literal_and_match_bits < 64, "a look ahead holds it");
  static constexpr std::uint32_t max_copy_offset = max_distance, max_copy_length = max_match;
  /// No bound: with one, columns that are mostly literals took 2 to 6 % longer (measured on an
  /// H200). Zeros, which the input gives past the chunk's end, are no block's header, so a
  /// truncated chunk can fill its declared output only from inside a block.
  static CODAG_DEVICE constexpr std::uint64_t most_values(std::uint32_t /*in_bytes*/) {
    return ~std::uint64_t{0};
  }
  using computed_run = void;  ///< it has no runs that a warp must compute

  /// A symbol whose codeword has more than 9 bits is rarer than one in 512, so a search for it is
  /// affordable. A table for 10 bits would contain some of those symbols, but take 2 KiB more: a
  /// multiprocessor with 164 KiB (compute capability 8.0) would not hold the 40 warps of
  /// warp_per_chunk that its registers allow. The distances' table has as many bits as the code of
  /// the code lengths needs.
  struct scratch {
    huffman_table<9, fixed_literal_symbols> literals;
    /// First holds the code of a dynamic block's code lengths, then that of its distances.
    huffman_table<max_meta_bits, fixed_distance_symbols> distances;
  };
  static_assert(40 * (sizeof(scratch) + 256) + 10 * 1024 <= 164 * 1024,
                "40 warps with rings of 256 bytes; the system takes 1 KiB per block of 4 warps");
  static_assert(sizeof(scratch::literals.lengths) >= fixed_literal_symbols + fixed_distance_symbols,
                "room for the code lengths of both codes of a block");

  template <class Team, class Input, class Output>
  static CODAG_DEVICE status decode(const Team& team, Input& in, Output& out, scratch& tables) {
    bool fixed_tables = false;  // consecutive fixed blocks build them once
    for (bool last = false; !last;) {
      out.begin_symbol();  // waits for the header's input
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
        // Past the chunk's end there are only zeros. A truncated chunk continues with whatever they
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
  /// The status of a stream that cannot be decoded any further. Past the chunk's end there are
  /// zeros; an error that they cause is a truncation.
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

  /// Builds the tables of a fixed or dynamic block.
  template <class Team, class Input, class Output>
  static CODAG_DEVICE status build_tables(const Team& team, Input& in, Output& out, scratch& tables,
                                          bool dynamic) {
    // Every thread has finished with the last block: its tables are overwritten now.
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
    // All lengths are written, and no thread uses the table of the code lengths any more.
    team.sync();
    if (lengths[end_of_block] == 0 || !tables.literals.sort(team, lengths, literals, true) ||
        !tables.distances.sort(team, lengths + literals, distances, true))
      return refuse(in, status::malformed_symbol);
    tables.literals.template fill<literal_alphabet>(team);
    tables.distances.template fill<distance_alphabet>(team);
    return status::ok;
  }

  /// Reads a dynamic block's code lengths (RFC 1951 section 3.2.7).
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
    // All lengths of the code of the code lengths are written.
    team.sync();
    if (!tables.distances.sort(team, lengths, meta_symbols, false))
      return refuse(in, status::malformed_symbol);
    tables.distances.template fill<meta_alphabet>(team);

    unsigned before = 0;  // the length before this one
    for (unsigned i = 0; i < literals + distances;) {
      out.begin_symbol();  // waits for input
      const std::uint32_t bits = in.peek_bits(max_meta_bits + 7);
      const table_entry entry = tables.distances.primary[bits % (1u << max_meta_bits)];
      in.skip_bits(total_of(entry));
      const unsigned symbol = base_of(entry);
      const unsigned repeat = meta_base(symbol) + extra_of(entry, bits);
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

  /// Decodes a literal, a match, or a literal with a literal or match after it; for the schedule,
  /// each of these is one symbol. Returns false at the block's end, and, with the status in
  /// `result`, where the stream cannot be decoded any further.
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
    // memcpy() also refuses a match that begins before the chunk.
    if (!out.memcpy(number_of(entry, bits), length))
      return refused(length > room ? status::output_overflow : status::malformed_symbol);
    in.follow(ahead);
    return true;
  }
  static_assert(std::uint64_t{max_chunk_bytes} * (8 + max_code_bits) < std::uint64_t{1} << 32,
                "the position in a truncated chunk of the largest size does not wrap around");
};

}  // namespace codag::deflate
