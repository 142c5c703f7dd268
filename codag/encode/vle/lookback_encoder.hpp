// The encoding kernel of vle_lookback: a single pass that writes every word once, whole.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/bits.hpp"
#include "codag/encode/device_encoding.hpp"
#include "codag/encode/vle/code_tables.hpp"
#include "codag/encode/vle/finish.hpp"
#include "codag/encode/vle/input_words.hpp"
#include "codag/encode/vle/look_back.hpp"
#include "codag/encode/vle/workspace.hpp"
#include "codag/simt/block_group.hpp"
#include "codag/simt/simt.hpp"
#include "codag/simt/warp_group.hpp"

namespace codag::vle {

/// A persistent grid. Each block takes tiles by ticket. Each thread loads 16 bytes of the tile,
/// looks the codewords up once and keeps them in registers. A scan gives the place of each thread's
/// bits in the tile, and the threads join them in shared memory. The tile's place in the stream
/// comes from a decoupled look-back (Merrill and Garland 2016), which never waits for the joined
/// words. Then the block copies the tile to its place, shifted, in whole words: the bits that the
/// first word lacks come from the tail of the tile before. So nothing has to be cleared first, and
/// no write to the stream is atomic.
///
/// A block takes its next ticket before it has finished with the tile. It works in the order of its
/// tickets and waits only for lower ones, so it cannot hang: the block that holds the lowest
/// unfinished ticket has finished all tiles below it, and waits for nobody.
struct lookback_kernel {
  static constexpr const char* name = "vle_lookback";
  static constexpr unsigned max_threads = 256, min_blocks = 5;
  static constexpr std::uint32_t thread_symbols = quad_bytes;
  static constexpr std::uint32_t tile_bytes = max_threads * thread_symbols;

  device_encoding job;
  workspace work;  ///< a segment per tile
  unsigned blocks = 1;

  [[nodiscard]] static constexpr std::uint32_t tiles_of(std::uint64_t bytes) {
    return bytes == 0 ? 1 : static_cast<std::uint32_t>((bytes - 1) / tile_bytes + 1);
  }
  [[nodiscard]] constexpr simt::launch_shape shape() const { return {blocks, max_threads}; }

 private:
  /// The most words that a tile's codewords fill, and one for what follows them.
  static constexpr std::uint32_t buffer_words = tile_bytes * max_code_bits / 32 + 1;

 public:
  struct shared_storage {
    union {
      short_code_table short_codes;
      long_code_table long_codes;
    };
    std::uint32_t buffer[buffer_words];
    simt::block_group_storage<max_threads> group;
    std::uint64_t before;  ///< the position of the tile's begin
    std::uint32_t tail;    ///< the last 32 bits before it
    std::uint32_t tile;
    std::uint32_t missing;
  };

  template <class Thread>
  CODAG_DEVICE void operator()(const Thread& t, shared_storage& shared) const {
    const given_code& code = *work.code();
    if (t.load(&code.longest) <= short_code_table::longest)
      encode_tiles(t, shared, shared.short_codes);
    else
      encode_tiles(t, shared, shared.long_codes);
  }

 private:
  template <class Table, class Thread>
  CODAG_DEVICE void encode_tiles(const Thread& t, shared_storage& shared, Table& table) const {
    table.fill(t, work.code()->book);
    if (t.thread_index() == 0) {
      shared.tile = t.atomic_add(&work.code()->tickets, 1u);
      shared.missing = 0;
    }
    t.sync_block();  // the table and the first ticket are written before any thread reads them
    std::uint32_t tile = shared.tile;
    word_quad values = load_values(t, tile);
    const stream_room room = room_of(t, job);
    const simt::block_group<Thread, max_threads> block(t, shared.group);
    t.sync_block();  // every thread has the ticket before the next one replaces it
    while (tile < work.segments) {
      if (t.thread_index() == 0) shared.tile = t.atomic_add(&work.code()->tickets, 1u);
      typename Table::entry entries[thread_symbols];
      const std::uint32_t bits = look_up(t, shared, table, tile, values, entries);
      std::uint32_t total = 0;
      // The sum's barriers also pass the ticket on, and end the copying of the tile before.
      const std::uint32_t offset = block.exclusive_sum(bits, total);
      const std::uint32_t next_tile = shared.tile;
      values = load_values(t, next_tile);
      if (t.thread_index() == 0) publish_size(t, work, tile, total, shared.missing != 0);
      clear_edge(shared, offset, bits);
      block.sync();  // the words into which two threads OR are 0
      join_codewords<Table>(t, shared, offset, entries, bits);
      block.sync();  // the tile is whole
      if (t.warp() == 0) place_tile(t, shared, tile, total);
      block.sync();  // the place is known
      copy_tile(t, shared, room, tile, total);
      tile = next_tile;
    }
  }

  template <class Thread>
  CODAG_DEVICE word_quad load_values(const Thread& t, std::uint32_t tile) const {
    const std::uint64_t at =
        std::uint64_t{tile} * tile_bytes + std::uint64_t{t.thread_index()} * quad_bytes;
    return at < job.value_bytes ? load_quad(t, job, at) : word_quad{};
  }

  /// Finds the codewords of the thread's values. Returns the sum of their lengths.
  template <class Table, class Thread>
  CODAG_DEVICE std::uint32_t look_up(const Thread& t, shared_storage& shared, const Table& table,
                                     std::uint32_t tile, const word_quad& values,
                                     typename Table::entry (&entries)[thread_symbols]) const {
    const std::uint32_t count = bytes_at(
        job, std::uint64_t{tile} * tile_bytes + std::uint64_t{t.thread_index()} * quad_bytes,
        quad_bytes);
    std::uint32_t bits = 0;
    bool all = true;
    for (unsigned i = 0; i < thread_symbols; ++i) {
      const typename Table::entry found =
          table.find(values.words[i / 4] >> 8 * (i % 4) & 0xff, t.lane());
      const bool exists = i < count;
      entries[i] = exists ? found : 0;
      all = all && (!exists || Table::length(found) > 0);
      bits += Table::length(entries[i]);
    }
    if (!all) t.atomic_or(&shared.missing, 1u);
    return bits;
  }

  /// Clears the word inside which the thread's bits end, unless an earlier thread's bits end there,
  /// too, which then does it. Only such words have bits of several threads.
  static CODAG_DEVICE void clear_edge(shared_storage& shared, std::uint32_t offset,
                                      std::uint32_t bits) {
    const std::uint32_t end = offset + bits;
    if (bits == 0 || end % 32 == 0) return;
    if (offset / 32 != end / 32 || offset % 32 == 0) shared.buffer[end / 32] = 0;
  }

  template <class Table, class Thread>
  static CODAG_DEVICE void join_codewords(const Thread& t, shared_storage& shared,
                                          std::uint32_t offset,
                                          const typename Table::entry (&entries)[thread_symbols],
                                          std::uint32_t bits) {
    if (bits == 0) return;
    std::uint32_t* at = shared.buffer + offset / 32;
    std::uint32_t used = offset % 32, word = 0;
    bool edge = used > 0;  // the word has bits of an earlier thread
    const auto append = [&](std::uint32_t codewords, std::uint32_t length) {
      word |= codewords << used;
      const std::uint32_t rest = funnel_shift_left(0, codewords, used);
      used += length;
      if (used < 32) return;
      if (edge)
        t.atomic_or(at, word);
      else
        *at = word;
      edge = false;
      ++at;
      word = rest;
      used -= 32;
    };
    for (unsigned i = 0; i < thread_symbols; i += 2)
      Table::join(entries[i], entries[i + 1], append);
    if (used > 0) t.atomic_or(at, word);
  }

  /// Finds the tile's place. The first warp does it.
  template <class Thread>
  CODAG_DEVICE void place_tile(const Thread& t, shared_storage& shared, std::uint32_t tile,
                               std::uint32_t total) const {
    if (t.lane() == 0) publish_tail(t, work, tile, last_bits(shared, total));
    const bool missing = shared.missing != 0;
    const std::uint64_t before = look_back(t, work, tile);
    if (t.lane() != 0) return;
    publish_end(t, work, tile, before, total, missing);
    shared.before = before;
    shared.tail = (before & 31) > 0 ? wait_for_tail(t, work, tile - 1) : 0;
  }

  /// The tile's last 32 bits. A tile with fewer is the last one, or has no valid code.
  static CODAG_DEVICE std::uint32_t last_bits(const shared_storage& shared, std::uint32_t total) {
    if (total < 32) return 0;
    const std::uint32_t first = total - 32;
    return funnel_shift_right(shared.buffer[first / 32], shared.buffer[first / 32 + 1], first % 32);
  }

  template <class Thread>
  CODAG_DEVICE void copy_tile(const Thread& t, const shared_storage& shared,
                              const stream_room& room, std::uint32_t tile,
                              std::uint32_t total) const {
    const std::uint64_t end_word =
        position_word::end_after(shared.before, total, shared.missing != 0);
    const bool last = tile + 1 == work.segments;
    if (room.holds(end_word)) {
      const std::uint64_t begin = shared.before & position_word::bits;
      const std::uint64_t end = end_word & position_word::bits;
      const auto shift = static_cast<std::uint32_t>(begin % 32);
      // The tile after this one completes the last word.
      const std::uint64_t words = end / 32 - begin / 32 + (last && end % 32 > 0 ? 1 : 0);
      const std::uint32_t filled = (total + 31) / 32;
      for (std::uint32_t i = t.thread_index(); i < words; i += max_threads) {
        const std::uint32_t low = i == 0 ? shared.tail : shared.buffer[i - 1];
        const std::uint32_t high = i < filled ? shared.buffer[i] : 0;
        t.store(room.words + begin / 32 + i, funnel_shift_left(high, low, shift));
      }
    }
    if (last) finish_chunk(t, job, work, room, end_word, t.thread_index(), max_threads);
  }
};

}  // namespace codag::vle
