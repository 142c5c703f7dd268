// vle's decoder for lanes: each lane of a warp decodes other codewords of a chunk.
#pragma once

#include <cstdint>

#include "codag/codec/lanes/write_bytes.hpp"
#include "codag/codec/vle/device_decoder.hpp"
#include "codag/simt/simt.hpp"

namespace codag::vle {

/// A lane begins at a bit that need not be a codeword's first. Huffman codes soon fall into step
/// all the same (Weissenberger and Schmidt, "Massively Parallel Huffman Decoding on GPUs", ICPP
/// 2018). So every lane decodes from the first bit of its stretch to the end of it, and then again
/// from where the lane below has really ended, until nothing changes. The first lane is right from
/// the start; whoever begins where the one below has ended is right, too.
template <class T>
class lanes_decoder : public device_decoder<T> {
  using sequential = device_decoder<T>;

 public:
  using typename sequential::element;

  /// What the lanes have decoded, on its way to whole words of the output.
  static constexpr std::uint32_t staged_bytes = 1024;
  struct scratch {
    decoding_table table;
    /// A word that begins at the last byte is read whole.
    alignas(4) std::uint8_t staged[staged_bytes + 4];
  };

  /// Bits per lane: several codewords, so that few lanes have to decode again.
  static constexpr std::uint32_t stretch_bits = 64;
  /// The stretches, the bits of a byte before them, and the last codeword.
  static constexpr std::uint32_t window_bytes =
      (simt::warp_size * stretch_bits + max_code_bits) / 8 + 1;

  template <class Warp, class Window, class Output>
  static CODAG_DEVICE status decode_by_lanes(const Warp& warp, Window& in, Output& out,
                                             scratch& shared) {
    if (const status s = sequential::begin(warp, in, out, shared.table); s != status::ok) return s;
    bool has_codeword = true;
    for (std::uint32_t room; has_codeword && (room = out.begin_symbol()) > 0;) {
      in.look(window_bytes);
      if (in.has(max_code_bits / 8) && decode_stretches(warp, in, out, shared, room)) continue;
      has_codeword = sequential::decode_group(in, out, shared.table, room);
    }
    if (!has_codeword) return status::malformed_symbol;
    return sequential::status_at_end(in);
  }

 private:
  /// How often lanes decode again. Lanes that are still out of step then are left to the next
  /// window.
  static constexpr unsigned rounds = 6;

  /// A lane's codewords.
  struct codeword_range {
    std::uint32_t begin, end;  ///< bits of the chunk's words
    std::uint32_t count;
    bool whole;  ///< every bit string was a codeword
  };

  /// Decodes what the lanes find in one window. Returns false, and writes nothing, if that is
  /// nothing. The chunk has max_code_bits more.
  template <class Warp, class Window, class Output>
  static CODAG_DEVICE bool decode_stretches(const Warp& warp, Window& in, Output& out,
                                            scratch& shared, std::uint32_t room) {
    const std::uint32_t lane = warp.rank();
    const std::uint32_t first = in.position();
    // A codeword that begins before this bit is whole, however long it is.
    const std::uint32_t end_of_whole = in.end_bit() - max_code_bits + 1;
    const std::uint32_t end_of_stretch = first + (lane + 1) * stretch_bits;
    const std::uint32_t limit = end_of_stretch < end_of_whole ? end_of_stretch : end_of_whole;
    codeword_range mine = walk(in, shared.table, first + lane * stretch_bits, limit);
    bool in_step = true;
    for (unsigned round = 0;; ++round) {
      const std::uint32_t below = warp.shuffle_up(mine.end, 1);
      in_step = lane == 0 || below == mine.begin;
      if (round == rounds || warp.all(in_step)) break;
      if (!in_step) mine = walk(in, shared.table, below, limit);
    }
    const std::uint32_t end_of_mine = warp.inclusive_sum(mine.count);
    // The lanes below the first that is out of step, or whose symbols do not fit.
    const bool fits = end_of_mine <= staged_bytes && end_of_mine <= room;
    const std::uint32_t good = warp.first_of(~warp.ballot(in_step && mine.whole && fits));
    if (good == 0) return false;
    const std::uint32_t total = warp.shuffle(end_of_mine, good - 1);
    if (total == 0) return false;
    if (lane < good) stage(in, shared, mine, end_of_mine - mine.count);
    const std::uint32_t end = warp.shuffle(mine.end, good - 1);
    // All symbols are staged before any lane writes those of others.
    warp.sync();
    const auto byte_of = [&](std::uint32_t i) { return shared.staged[i]; };
    write_bytes(
        warp, out, total,
        [&](std::uint32_t i) {
          const auto* words = reinterpret_cast<const std::uint32_t*>(shared.staged) + i / 4;
          return funnel_shift_right(words[0], words[1], 8 * (i % 4));
        },
        byte_of);
    in.seek(end);
    // Every lane has written before the next window's symbols are staged.
    warp.sync();
    return true;
  }

  /// Finds the codewords that begin from `begin` on and before `limit`.
  template <class Window>
  static CODAG_DEVICE codeword_range walk(const Window& in, const decoding_table& table,
                                          std::uint32_t begin, std::uint32_t limit) {
    codeword_range found{.begin = begin, .end = begin, .count = 0, .whole = true};
    while (found.end < limit) {
      const unsigned length = length_of(table.find(in.bits_at(found.end)));
      if (length == 0) {
        found.whole = false;
        break;
      }
      found.end += length;
      ++found.count;
    }
    return found;
  }

  /// Stores a lane's symbols from byte `at` on.
  template <class Window>
  static CODAG_DEVICE void stage(const Window& in, scratch& shared, const codeword_range& mine,
                                 std::uint32_t at) {
    for (std::uint32_t bit = mine.begin; bit < mine.end; ++at) {
      const decoding_table::entry found = shared.table.find(in.bits_at(bit));
      shared.staged[at] = symbol_of(found);
      bit += length_of(found);
    }
  }
};

}  // namespace codag::vle
