// The encoding kernel of vle_lookback: a single pass that writes each word of the stream once.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/bits.hpp"
#include "codag/encode/device_encoding.hpp"
#include "codag/encode/vle/code_tables.hpp"
#include "codag/encode/vle/edge_words.hpp"
#include "codag/encode/vle/finish.hpp"
#include "codag/encode/vle/input_words.hpp"
#include "codag/encode/vle/joined_tile.hpp"
#include "codag/encode/vle/look_back.hpp"
#include "codag/encode/vle/workspace.hpp"
#include "codag/simt/block_group.hpp"
#include "codag/simt/simt.hpp"
#include "codag/simt/warp_group.hpp"

namespace codag::vle {

/// A persistent grid, whose blocks take tiles by ticket. All warps of a block but the last one
/// encode: each thread looks up the codewords of its values and keeps them, a sum over
/// the block gives the place of its bits in the tile, and the threads join them in shared memory.
/// Meanwhile the last warp finds the tile's place in the stream by a decoupled look-back (Merrill
/// and Garland 2016). It may take as long as the others need to join this tile, to copy the tile
/// before, and to look up the next one: so a block rarely waits for its place. A tile is copied in
/// whole words, shifted. A word that two tiles share is written by the one that comes second
/// (edge_words.hpp). So the stream need not be cleared first.
///
/// A block waits only in its look-backs, for the sizes of lower tiles, and works in the order of
/// its tickets. So it cannot hang. Consider the lowest tile whose size is unknown. If its block
/// waits at all, then for the place of a tile before that one, and all the sizes it needs are
/// known. If no block has taken that tile yet, all tiles that have been taken have sizes.
struct lookback_kernel {
  static constexpr const char* name = "vle_lookback";
  static constexpr unsigned max_threads = 256, min_blocks = 4;
  static constexpr unsigned encoders = max_threads - simt::warp_size;  ///< threads that encode

  using medium_code_table = short_code_table<23>;

  device_encoding job;
  workspace work;  ///< a segment per tile
  unsigned blocks = 1;

  template <class Table>
  static constexpr unsigned thread_symbols = Table::thread_quads * quad_bytes;
  template <class Table>
  static constexpr std::uint32_t tile_bytes = encoders * thread_symbols<Table>;
  template <class Table>
  [[nodiscard]] static CODAG_HOST_DEVICE constexpr std::uint32_t tiles_of(std::uint64_t bytes) {
    return bytes == 0 ? 1 : static_cast<std::uint32_t>((bytes - 1) / tile_bytes<Table> + 1);
  }
  /// Whichever table the code needs.
  [[nodiscard]] static constexpr std::uint32_t most_tiles_of(std::uint64_t bytes) {
    static_assert(tile_bytes<long_code_table> < tile_bytes<medium_code_table>);
    return tiles_of<long_code_table>(bytes);
  }
  [[nodiscard]] constexpr simt::launch_shape shape() const { return {blocks, max_threads}; }

 private:
  static constexpr std::uint32_t most_bits =
      tile_bytes<medium_code_table> * medium_code_table::longest;
  static_assert(tile_bytes<long_code_table> * long_code_table::longest <= most_bits);

  using joined = joined_tile<most_bits>;

 public:
  struct shared_storage {
    union {
      short_code_table<16> short_codes;
      medium_code_table medium_codes;
      long_code_table long_codes;
    };
    joined tiles[2];  ///< by turns: this tile, and the one before
    tile_place places[2];
    simt::block_group_storage<max_threads> group;
    stream_room room;  ///< here, because threads have no registers to spare
    std::uint32_t next_tile;
    std::uint32_t missing;  ///< stays set: after one such tile, the column is refused anyway
  };

  template <class Thread>
  CODAG_DEVICE void operator()(const Thread& t, shared_storage& shared) const {
    const given_code& code = *work.code();
    const std::uint32_t longest = t.load(&code.longest);
    if (longest <= decltype(shared.short_codes)::longest)
      encode_tiles(t, shared, shared.short_codes);
    else if (longest <= decltype(shared.medium_codes)::longest)
      encode_tiles(t, shared, shared.medium_codes);
    else
      encode_tiles(t, shared, shared.long_codes);
  }

 private:
  template <class Table>
  struct thread_values {
    std::uint32_t words[Table::thread_quads * quad_words];
  };

  template <class Table, class Thread>
  CODAG_DEVICE void encode_tiles(const Thread& t, shared_storage& shared, Table& table) const {
    table.fill(t, work.code()->book);
    const bool encodes = t.thread_index() < encoders;
    const bool leads_last_warp = t.thread_index() == encoders;
    if (leads_last_warp) {
      shared.next_tile = t.atomic_add(&work.code()->tickets, 1u);
      shared.missing = 0;
      shared.room = room_of(t, job);
    }
    // The table, the room and the first ticket are written before any thread reads them.
    t.sync_block();
    const std::uint32_t tiles = tiles_of<Table>(job.value_bytes);
    std::uint32_t tile = shared.next_tile, tile_before = tiles;  // there is none before the first
    thread_values<Table> values{};
    if (encodes) values = load_values<Table>(t, tile);
    const simt::block_group<Thread, max_threads> block(t, shared.group);
    for (unsigned turn = 0;; turn ^= 1) {
      typename Table::entry entries[thread_symbols<Table>];
      const std::uint32_t bits = encodes ? look_up(t, shared, table, tile, values, entries) : 0;
      std::uint32_t total = 0;
      // The sum's barriers do more: the tile before has been joined and has a place, the one before
      // that has been copied, and every thread has this tile's ticket.
      const std::uint32_t offset = block.exclusive_sum(bits, total);
      const bool missing = shared.missing != 0;
      if (leads_last_warp && tile < tiles) publish_size(t, work, tile, total, missing);
      for (unsigned i = t.thread_index(); i < joined::quads_of(total); i += max_threads)
        shared.tiles[turn].quads[i] = {};
      block.sync();  // the words are 0 before any thread ORs into them; the flag has been read
      const bool last = tile_before + 1 == tiles;
      std::uint32_t next_tile = tiles;
      if (!encodes) {
        tile_edges edges;
        if (tile_before < tiles)
          edges = bring_edges(t, shared.tiles[turn ^ 1], shared.places[turn ^ 1], shared.room,
                              tile_before, last);
        if (tile < tiles) {
          next_tile = take_next_tile<Table>(t, shared);
          place_tile(t, shared.places[turn], tile, total, missing);
        }
        edges.first.write_if_second(t);
        edges.last.write_if_second(t);
      } else {
        join_codewords<Table>(t, shared.tiles[turn], offset, entries);
        if (tile < tiles) {
          next_tile = next_tile_after(t, shared, tile);
          values = load_values<Table>(t, next_tile);
        }
        if (tile_before < tiles)
          copy_tile(t, shared.tiles[turn ^ 1], shared.places[turn ^ 1], shared.room, last);
      }
      if (tile >= tiles) return;  // that was the turn for the last tile's copying
      tile_before = tile;
      tile = next_tile;
    }
  }

  /// The last warp takes the next ticket, and asks for the tile's values.
  template <class Table, class Thread>
  CODAG_DEVICE std::uint32_t take_next_tile(const Thread& t, shared_storage& shared) const {
    std::uint32_t next = 0;
    if (t.lane() == 0) {
      next = t.atomic_add(&work.code()->tickets, 1u);
      t.store_relaxed(&shared.next_tile, next);
    }
    next = simt::warp_group<Thread>(t).broadcast(next, 0);
    constexpr unsigned line_bytes = 128;
    const std::byte* const values = job.values + std::uint64_t{next} * tile_bytes<Table>;
    for (unsigned i = t.lane() * line_bytes; i < tile_bytes<Table>;
         i += simt::warp_size * line_bytes)
      t.prefetch(values + i);
    return next;
  }

  /// Waits for the ticket that the last warp takes while `tile` is joined. A block's tickets
  /// ascend. Relaxed: the ticket is all that is passed on.
  template <class Thread>
  static CODAG_DEVICE std::uint32_t next_tile_after(const Thread& t, const shared_storage& shared,
                                                    std::uint32_t tile) {
    std::uint32_t next = 0;
    if (t.lane() == 0)
      next = t.poll_relaxed(&shared.next_tile, [=](std::uint32_t seen) { return seen != tile; });
    return simt::warp_group<Thread>(t).broadcast(next, 0);
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

  /// Finds the codewords of the thread's values. Returns the sum of their lengths.
  template <class Table, class Thread>
  CODAG_DEVICE std::uint32_t look_up(
      const Thread& t, shared_storage& shared, const Table& table, std::uint32_t tile,
      const thread_values<Table>& values,
      typename Table::entry (&entries)[thread_symbols<Table>]) const {
    const auto* const copy = t.keep_shared(table.copy_of(t.lane()));
    for (unsigned i = 0; i < thread_symbols<Table>; i += word_bytes) {
      const std::uint32_t word = values.words[i / word_bytes];
      entries[i] = Table::find(copy, byte_of<0>(word));
      entries[i + 1] = Table::find(copy, byte_of<1>(word));
      entries[i + 2] = Table::find(copy, byte_of<2>(word));
      entries[i + 3] = Table::find(copy, byte_of<3>(word));
    }
    const std::uint32_t count = bytes_at(job, values_begin<Table>(t, tile), thread_symbols<Table>);
    if (count < thread_symbols<Table>)
      for (unsigned i = 0; i < thread_symbols<Table>; ++i)
        if (i >= count) entries[i] = 0;
    std::uint32_t bits = 0;
    typename Table::entry any = 0;
    for (unsigned i = 0; i < thread_symbols<Table>; i += Table::summed) {
      typename Table::entry sum = 0;
      for (unsigned k = i; k < i + Table::summed; ++k) {
        sum += entries[k];
        any |= entries[k];
      }
      bits += Table::length(sum);
    }
    if (Table::any_lacks(any)) t.atomic_or(&shared.missing, 1u);
    return bits;
  }

  /// ORs the codewords into the tile, from bit `offset` on.
  template <class Table, class Thread>
  static CODAG_DEVICE void join_codewords(
      const Thread& t, joined& tile_words, std::uint32_t offset,
      const typename Table::entry (&entries)[thread_symbols<Table>]) {
    std::uint32_t* at = tile_words.words + offset / 32;
    std::uint32_t used = offset % 32, word = 0;
    const auto append = [&](std::uint32_t codewords, std::uint32_t length) {
      word |= codewords << used;
      const std::uint32_t rest = funnel_shift_left(0, codewords, used);
      used += length;
      if (used < 32) return;
      t.atomic_or(at++, word);
      word = rest;
      used -= 32;
    };
    for (unsigned i = 0; i < thread_symbols<Table>; i += 2)
      Table::join(entries[i], entries[i + 1], append);
    if (word != 0) t.atomic_or(at, word);
  }

  /// The last warp finds the tile's place, and publishes its end.
  template <class Thread>
  CODAG_DEVICE void place_tile(const Thread& t, tile_place& place, std::uint32_t tile,
                               std::uint32_t total, bool missing) const {
    const std::uint64_t before = look_back(t, work, tile);
    if (t.lane() != 0) return;
    const std::uint64_t end_word = position_word::end_after(before, total, missing);
    publish_end(t, work, tile, end_word);
    place = {before & position_word::bits, end_word};
  }

  /// Copies the words that the tile shares with no other one.
  template <class Thread>
  CODAG_DEVICE void copy_tile(const Thread& t, const joined& tile_words, const tile_place& place,
                              const stream_room& room, bool last) const {
    if (room.holds(place.end_word)) {
      std::uint32_t* const to = room.words + place.first_word();
      const std::uint32_t shift = place.shift();
      const std::uint32_t words = place.words() + (last && place.ends_in_a_word() ? 1 : 0);
      for (std::uint32_t i = t.thread_index() + (shift > 0 ? 1 : 0); i < words; i += encoders)
        t.store(to + i, tile_words.shifted(i, shift));
    }
    if (last) finish_chunk(t, job, work, room, place.end_word, t.thread_index(), encoders);
  }

  struct tile_edges {
    edge_word first, last;
  };

  /// Brings the bits of the tile's first and last word, if other tiles have bits there, too. One
  /// lane does it. Only the last tile may have fewer than 32 bits.
  template <class Thread>
  CODAG_DEVICE tile_edges bring_edges(const Thread& t, const joined& tile_words,
                                      const tile_place& place, const stream_room& room,
                                      std::uint32_t tile, bool last) const {
    tile_edges edges;
    if (t.lane() > 0 || !room.holds(place.end_word)) return edges;
    std::uint32_t* const to = room.words + place.first_word();
    const std::uint32_t shift = place.shift(), words = place.words();
    if (shift > 0)
      edges.first =
          edge_word::bring(t, work, tile, edge_side::begin, to, tile_words.shifted(0, shift));
    if (!last && place.ends_in_a_word())
      edges.last = edge_word::bring(t, work, tile + 1, edge_side::end, to + words,
                                    tile_words.shifted(words, shift));
    return edges;
  }
};

}  // namespace codag::vle
