// The encoding kernel of vle_lookback: a single pass that writes each word of the stream once.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/encode/device_encoding.hpp"
#include "codag/encode/vle/code_tables.hpp"
#include "codag/encode/vle/edge_words.hpp"
#include "codag/encode/vle/finish.hpp"
#include "codag/encode/vle/input_words.hpp"
#include "codag/encode/vle/joined_tile.hpp"
#include "codag/encode/vle/look_back.hpp"
#include "codag/encode/vle/thread_codewords.hpp"
#include "codag/encode/vle/tile_place.hpp"
#include "codag/encode/vle/warp_sum.hpp"
#include "codag/encode/vle/workspace.hpp"
#include "codag/simt/simt.hpp"
#include "codag/simt/warp_group.hpp"

namespace codag::vle {

/// A persistent grid, whose blocks take tiles by ticket. All warps of a block but the last one
/// encode: each thread looks up the codewords of its values and keeps them, sums give the place of
/// its bits in the tile, and the threads join them in shared memory. Meanwhile the last warp finds
/// the tile's place in the stream by a decoupled look-back (Merrill and Garland 2016). It may take
/// as long as the others need to join this tile, to copy the tile before, and to look up the next
/// one. A tile is copied in whole words, shifted. A word that two tiles share is written by the one
/// that comes second (edge_words.hpp). So the stream need not be cleared first.
///
/// All tiles after one whose size is unknown wait for it. So a block takes a tile as late as it
/// can, and publishes its size before it waits for the place of the tile before.
///
/// A block waits only in its look-backs, for the sizes of lower tiles, and works in the order of
/// its tickets. So it cannot hang. Consider the lowest tile whose size is unknown. If its block
/// waits at all, it waits for the place of a tile before that one, and all sizes that this needs
/// are known. If no block has taken that tile yet, all tiles that have been taken have sizes.
struct lookback_kernel {
  static constexpr const char* name = "vle_lookback";
  static constexpr unsigned max_threads = 256, min_blocks = 4;
  static constexpr unsigned encoders = max_threads - simt::warp_size;  ///< threads that encode

  device_encoding job;
  workspace work;  ///< a segment per tile
  unsigned blocks = 1;

  template <class Table>
  static constexpr unsigned thread_symbols = Table::thread_quads * quad_bytes;
  /// For joined_tile::join: each symbol has at least a bit.
  template <class Table>
  static constexpr unsigned passes = (32 + thread_symbols<Table> - 1) / thread_symbols<Table>;
  template <class Table>
  static constexpr std::uint32_t tile_bytes = encoders * thread_symbols<Table>;
  template <class Table>
  [[nodiscard]] static CODAG_HOST_DEVICE constexpr std::uint32_t tiles_of(std::uint64_t bytes) {
    return bytes == 0 ? 1 : static_cast<std::uint32_t>((bytes - 1) / tile_bytes<Table> + 1);
  }
  /// Whichever table the code needs.
  [[nodiscard]] static constexpr std::uint32_t most_tiles_of(std::uint64_t bytes) {
    static_assert(tile_bytes<long_code_table> < tile_bytes<short_code_table>);
    return tiles_of<long_code_table>(bytes);
  }
  [[nodiscard]] constexpr simt::launch_shape shape() const {
    return {blocks, max_threads, sizeof(storage)};
  }

 private:
  static constexpr std::uint32_t most_bits =
      tile_bytes<short_code_table> * short_code_table::longest;
  static_assert(tile_bytes<long_code_table> * long_code_table::longest <= most_bits);

  static constexpr unsigned encoding_warps = encoders / simt::warp_size;
  static_assert(most_bits <= warp_sum::most_bits && encoding_warps <= warp_sum::most_warps);
  using joined = joined_tile<most_bits, encoding_warps>;

 public:
  struct storage {
    union {
      short_code_table short_codes;
      long_code_table long_codes;
    };
    joined tiles[2];  ///< by turns: this tile, and the one before
    tile_place places[2];
    std::uint32_t warp_bits[2][encoding_warps];
    std::uint32_t sums[2];  ///< warp_sum of the warps that know their bits
    std::uint32_t next_tile;
  };

  template <class Thread>
  CODAG_DEVICE void operator()(const Thread& t, std::byte* memory) const {
    storage& shared = *reinterpret_cast<storage*>(memory);
    const given_code& code = *work.code();
    const std::uint32_t longest = t.load(&code.longest);
    if (longest <= short_code_table::longest)
      take_roles(t, shared, shared.short_codes);
    else
      take_roles(t, shared, shared.long_codes);
  }

 private:
  template <class Table>
  struct thread_values {
    std::uint32_t words[Table::thread_quads * quad_words];
  };
  /// What a thread knows of its values' codewords before it knows their place.
  template <class Table>
  struct thread_codewords {
    std::uint32_t bits = 0;
    bool missing = false;  ///< whether a symbol has none
    bool kept = false;
    kept_of<Table> codewords;  ///< if kept
  };

  template <class Table, class Thread>
  CODAG_DEVICE void take_roles(const Thread& t, storage& shared, Table& table) const {
    table.fill(t, work.code()->book);
    if (t.thread_index() == encoders) {
      shared.next_tile = t.atomic_add(&work.code()->tickets, 1u);
      shared.sums[0] = shared.sums[1] = 0;
      shared.tiles[0].before = shared.tiles[1].before = 0;
    }
    // The table and the first ticket are written before any thread reads them.
    t.sync_block();
    const std::uint32_t tiles = tiles_of<Table>(job.value_bytes);
    if (t.thread_index() < encoders)
      encode_tiles(t, shared, table, tiles);
    else
      place_tiles<Table>(t, shared, tiles);
  }

  // Both roles meet at two barriers per turn. In a block's last turn there is no tile, but the one
  // before is copied. The roles reach a barrier from loops of their own, and __syncthreads asks
  // that all threads of a block reach the same one in the program: so these are the diverged
  // barrier.

  /// The first barrier of a turn. After it, the sizes of the tile's warps are known, the tile
  /// before has been joined and has a place, the one before that has been copied, and all threads
  /// have read the tile's ticket.
  template <class Thread>
  static CODAG_DEVICE void meet_with_sizes(const Thread& t) {
    t.sync_block_diverged();
  }
  /// The second barrier of a turn. After it, the tile before is whole, and all threads have read
  /// the sum of the tile's sizes.
  template <class Thread>
  static CODAG_DEVICE void meet_with_whole_tile(const Thread& t) {
    t.sync_block_diverged();
  }

  /// What all warps but the last one do.
  template <class Table, class Thread>
  CODAG_DEVICE void encode_tiles(const Thread& t, storage& shared, const Table& table,
                                 std::uint32_t tiles) const {
    const simt::warp_group<Thread> warp(t);
    std::uint32_t tile = shared.next_tile, tile_before = tiles;  // there is none before the first
    thread_values<Table> values = load_values<Table>(t, tile);
    for (unsigned turn = 0;; turn ^= 1) {
      const thread_codewords<Table> mine = look_up(t, table, tile, values);
      std::uint32_t of_warp = 0;
      const std::uint32_t in_warp = warp.exclusive_sum(mine.bits, of_warp);
      const bool missing = warp.any(mine.missing);
      if (warp.rank() == 0) {
        shared.warp_bits[turn][t.warp()] = of_warp;
        const std::uint32_t own = warp_sum::of(of_warp, missing);
        const std::uint32_t sum = t.atomic_add(&shared.sums[turn], own) + own;
        if (warp_sum::warps(sum) == encoding_warps && tile < tiles)
          publish_size(t, work, tile, warp_sum::bits(sum), warp_sum::missing(sum));
      }
      meet_with_sizes(t);
      const std::uint32_t total = warp_sum::bits(shared.sums[turn]);
      const std::uint32_t below = warp.rank() < t.warp() ? shared.warp_bits[turn][warp.rank()] : 0;
      const std::uint32_t offset = in_warp + warp.reduce(below);
      meet_with_whole_tile(t);
      shared.tiles[turn].template join<passes<Table>>(
          t, offset, mine.bits, total, [&](codeword_joiner& joiner) {
            if (mine.kept)
              mine.codewords.append_to(joiner);
            else
              find_again(t, table, tile, [&](std::uint32_t codeword, std::uint32_t length) {
                joiner.append(codeword, length);
              });
          });
      if (tile_before < tiles)
        copy_tile(t, shared.tiles[turn ^ 1], shared.places[turn ^ 1], tile_before + 1 == tiles);
      if (tile >= tiles) return;
      tile_before = tile;
      tile = next_ticket(t, shared, tile);
      values = load_values<Table>(t, tile);
    }
  }

  /// What the last warp does.
  template <class Table, class Thread>
  CODAG_DEVICE void place_tiles(const Thread& t, storage& shared, std::uint32_t tiles) const {
    const simt::warp_group<Thread> warp(t);
    const stream_room room = room_of(t, job);
    std::uint32_t tile = shared.next_tile, tile_before = tiles;
    for (unsigned turn = 0;; turn ^= 1) {
      meet_with_sizes(t);
      const std::uint32_t sum = shared.sums[turn];
      if (tile_before < tiles) shared.tiles[turn ^ 1].close_seams(t);
      meet_with_whole_tile(t);
      const std::uint32_t ticket = warp.rank() == 0 ? t.atomic_add(&work.code()->tickets, 1u) : 0;
      if (warp.rank() == 0) shared.sums[turn] = 0;  // for the turn after the next one
      edge_word edge;
      if (tile_before < tiles)
        edge = bring_edge(t, shared.tiles[turn ^ 1], shared.places[turn ^ 1], tile_before,
                          tile_before + 1 == tiles);
      if (warp.rank() == 0) t.store_relaxed(&shared.next_tile, ticket);
      const std::uint32_t next_tile = warp.broadcast(ticket, 0);
      if (tile < tiles) {
        prefetch_values<Table>(t, next_tile);
        const std::uint64_t before = look_back(t, work, tile);
        if (warp.rank() == 0) {
          const std::uint64_t end_word =
              position_word::end_after(before, warp_sum::bits(sum), warp_sum::missing(sum));
          publish_end(t, work, tile, end_word);
          shared.places[turn] = tile_place::from(before & position_word::bits, end_word, room);
        }
      }
      write_edges(t, edge);
      if (tile >= tiles) return;
      tile_before = tile;
      tile = next_tile;
    }
  }

  /// Waits for the ticket that the last warp takes in this turn. A block's tickets ascend. Relaxed:
  /// the ticket is all that is passed on.
  template <class Thread>
  static CODAG_DEVICE std::uint32_t next_ticket(const Thread& t, const storage& shared,
                                                std::uint32_t tile) {
    std::uint32_t next = 0;
    if (t.lane() == 0)
      next = t.poll_relaxed(&shared.next_tile, [=](std::uint32_t seen) { return seen != tile; });
    return simt::warp_group<Thread>(t).broadcast(next, 0);
  }

  template <class Table, class Thread>
  CODAG_DEVICE void prefetch_values(const Thread& t, std::uint32_t tile) const {
    constexpr unsigned line_bytes = 128;
    const std::uint64_t begin = std::uint64_t{tile} * tile_bytes<Table>;
    const std::uint32_t bytes = bytes_at(job, begin, tile_bytes<Table>);
    for (unsigned i = t.lane() * line_bytes; i < bytes; i += simt::warp_size * line_bytes)
      t.prefetch(job.values + begin + i);
  }

  /// Where in the column the thread's values of the tile begin.
  template <class Table, class Thread>
  static CODAG_DEVICE std::uint64_t values_begin(const Thread& t, std::uint32_t tile) {
    return std::uint64_t{tile} * tile_bytes<Table> + t.thread_index() * thread_symbols<Table>;
  }

  template <class Table, class Thread>
  CODAG_DEVICE thread_values<Table> load_values(const Thread& t, std::uint32_t tile) const {
    const std::uint64_t begin = values_begin<Table>(t, tile);
    thread_values<Table> values;
    for (unsigned i = 0; i < Table::thread_quads; ++i) {
      const std::uint64_t at = begin + i * quad_bytes;
      const word_quad quad = at < job.value_bytes ? load_quad(t, job, at) : word_quad{};
      for (unsigned k = 0; k < quad_words; ++k) values.words[i * quad_words + k] = quad.words[k];
    }
    return values;
  }

  /// Finds the codewords of the thread's values, and keeps them if it can.
  template <class Table, class Thread>
  CODAG_DEVICE thread_codewords<Table> look_up(const Thread& t, const Table& table,
                                               std::uint32_t tile,
                                               const thread_values<Table>& values) const {
    thread_codewords<Table> found;
    const auto* const copy = t.keep_shared(table.copy_of(t.lane()));
    // Only the last tile has threads with fewer values.
    if (values_begin<Table>(t, tile) + thread_symbols<Table> <= job.value_bytes) {
      found.codewords = kept_of<Table>(copy, values.words);
      found.kept = !found.codewords.crowded();
      if (found.kept) found.bits = found.codewords.bits();
    }
    if (!found.kept) {
      found.missing = find_again(
          t, table, tile, [&](std::uint32_t, std::uint32_t length) { found.bits += length; });
    }
    return found;
  }

  /// Calls visit(codeword, its bits) for the thread's values. Returns whether a symbol has none.
  template <class Table, class Thread, class Visit>
  CODAG_DEVICE bool find_again(const Thread& t, const Table& table, std::uint32_t tile,
                               const Visit& visit) const {
    const std::uint64_t begin = values_begin<Table>(t, tile);
    return for_each_codeword(t, table, job.values + begin,
                             bytes_at(job, begin, thread_symbols<Table>), visit);
  }

  /// Copies the words that the tile shares with no other one.
  template <class Thread>
  CODAG_DEVICE void copy_tile(const Thread& t, const joined& tile, const tile_place& place,
                              bool last) const {
    std::uint32_t* const to = place.to;
    const std::uint32_t shift = place.shift;
    const std::uint32_t words = place.words + (last && place.ends_in_a_word() ? 1 : 0);
    for (std::uint32_t i = t.thread_index() + (shift > 0 ? 1 : 0); i < words; i += encoders)
      t.store(to + i, tile.shifted(i, shift));
    if (last)
      finish_chunk(t, job, work, room_of(t, job), place.end_word, t.thread_index(), encoders);
  }

  /// Brings the bits of a tile's first and last word, if other tiles have bits there, too. Lane 0
  /// brings the first one and lane 1 the last one. Only the last tile may have fewer than 32 bits.
  template <class Thread>
  CODAG_DEVICE edge_word bring_edge(const Thread& t, const joined& tile_words,
                                    const tile_place& place, std::uint32_t tile, bool last) const {
    const bool ends = t.lane() == 1;
    const bool shares = ends ? !last && place.ends_in_a_word() : place.shift > 0;
    if (t.lane() > 1 || !shares) return {};
    const std::uint32_t word = ends ? place.words : 0;
    return edge_word::bring(t, work, ends ? tile + 1 : tile,
                            ends ? edge_side::end : edge_side::begin, place.to + word,
                            tile_words.shifted(word, place.shift));
  }

  /// The lanes write one after the other, so that the counts are the same in every run. Which side
  /// comes second varies.
  template <class Thread>
  CODAG_DEVICE void write_edges(const Thread& t, const edge_word& edge) const {
    if (t.lane() == 0) edge.write_if_second(t);
    if (t.lane() == 1) edge.write_if_second(t);
  }
};

}  // namespace codag::vle
