// The encoding kernel of CUVLE and of pavle_tuned: each block encodes segments of the values.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/encode/device_encoding.hpp"
#include "codag/encode/vle/finish.hpp"
#include "codag/encode/vle/input_words.hpp"
#include "codag/encode/vle/segment_choice.hpp"
#include "codag/encode/vle/shifted_words.hpp"
#include "codag/encode/vle/workspace.hpp"
#include "codag/simt/block_group.hpp"
#include "codag/simt/simt.hpp"

namespace codag::vle {

/// CUVLE section III, and the same without its optimisations. Each thread encodes
/// `words_per_thread` consecutive words in its private memory. A scan over the block gives the
/// place of each thread's codewords in the segment. In place, the segment's own place comes from
/// the block that encodes the segment before it (adjacent block synchronisation, section III-D).
///
/// In place, segments are taken by ticket. So a block waits only for a segment that another block
/// took earlier, and the block with the earliest unfinished segment waits for nobody: it cannot
/// hang, in whatever order a GPU starts blocks (simt.hpp, "Blocks that wait for each other").
struct segment_kernel {
  static constexpr const char* name = "vle_segments";
  static constexpr unsigned max_threads = segment_choice::max_threads, min_blocks = 1;

  device_encoding job;
  workspace work;
  segment_choice choice;
  unsigned blocks = 1;

  [[nodiscard]] constexpr simt::launch_shape shape() const {
    return {blocks, choice.threads,
            static_cast<unsigned>(sizeof(storage)) + choice.buffer_words() * word_bytes};
  }

  template <class Thread>
  CODAG_DEVICE void operator()(const Thread& t, std::byte* shared_bytes) const {
    auto& shared = *reinterpret_cast<storage*>(shared_bytes);
    auto* const buffer = reinterpret_cast<std::uint32_t*>(shared_bytes + sizeof(storage));
    cache_code(t, shared);
    const stream_room room = room_of(t, job);
    for (std::uint32_t next = t.block();; next += t.grid_blocks()) {
      if (t.thread_index() == 0) {
        // Only blocks that wait for each other need tickets.
        shared.segment = choice.in_place() ? t.atomic_add(&work.code()->tickets, 1u) : next;
        shared.missing = 0;
      }
      t.sync_block();  // the segment and the code are written before any thread reads them
      const std::uint32_t segment = shared.segment;
      if (segment >= work.segments) return;
      encode_segment(t, shared, buffer, segment, room);
      if (!choice.persistent && t.grid_blocks() >= work.segments) return;
      t.sync_block();  // every thread has finished with the segment's shared memory
      // Fewer blocks than segments, though each segment has a block: this one stands for the next
      // block that the GPU would hold in its place.
      if (!choice.persistent) cache_code(t, shared);
    }
  }

 private:
  struct alignas(simt::shared_alignment) storage {
    std::uint32_t codewords[symbols];
    std::uint32_t lengths[symbols];
    simt::block_group_storage<max_threads> group;
    std::uint64_t before;  ///< in place: the word of the segment before
    std::uint32_t segment;
    std::uint32_t missing;
  };

  /// The codewords of a thread's words, joined, in its private memory (section III-C).
  struct thread_code {
    std::uint32_t words[segment_choice::most_words * 4];
    std::uint32_t count = 0;  ///< of words
    std::uint32_t bits = 0;

    CODAG_DEVICE std::uint32_t word(std::uint32_t i) const { return i < count ? words[i] : 0; }
  };

  /// Section III-A: the code is cached in shared memory.
  template <class Thread>
  CODAG_DEVICE void cache_code(const Thread& t, storage& shared) const {
    for (unsigned i = t.thread_index(); i < symbols; i += t.block_threads()) {
      shared.codewords[i] = t.load(&work.code()->book.codewords[i]);
      shared.lengths[i] = t.load(&work.code()->book.lengths[i]);
    }
  }

  template <class Thread>
  CODAG_DEVICE void encode_segment(const Thread& t, storage& shared, std::uint32_t* buffer,
                                   std::uint32_t segment, const stream_room& room) const {
    thread_code code;
    if (!encode_words(t, shared, segment, code)) t.atomic_or(&shared.missing, 1u);
    const simt::block_group<Thread, max_threads> block(t, shared.group);
    std::uint32_t total = 0;
    const std::uint32_t offset = block.exclusive_sum(code.bits, total);
    if (t.thread_index() == 0) publish(t, shared, segment, total);
    block.sync();  // the segment's place is written before any thread reads it
    // Where symbols have no codewords, a thread may have too few bits.
    const bool by_warp = choice.atomics_per_warp && shared.missing == 0;
    if (!choice.in_place()) {
      put_segment(t, buffer, code, {work.slot(segment), false, by_warp}, 0, offset, total);
      return;
    }
    const std::uint64_t end = position_word::end_after(shared.before, total, shared.missing != 0);
    if (room.holds(end))
      put_segment(t, buffer, code, {room.words, true, by_warp}, shared.before & position_word::bits,
                  offset, total);
    if (segment + 1 == work.segments)
      finish_chunk(t, job, work, room, end, t.thread_index(), t.block_threads());
  }

  /// Says how many bits the segment has, or, in place, where it ends, as soon as the segment before
  /// has said that. One thread does it. Relaxed: the word is all that is passed on. The bits that
  /// neighbours share are ORed in by atomics, and the kernel's end orders everything for its
  /// reader.
  template <class Thread>
  CODAG_DEVICE void publish(const Thread& t, storage& shared, std::uint32_t segment,
                            std::uint32_t total) const {
    const bool missing = shared.missing != 0;
    std::uint64_t* const mine = work.positions() + segment;
    if (!choice.in_place()) {
      publish_size(t, work, segment, total, missing);
      return;
    }
    shared.before = segment == 0 ? 0 : t.poll_relaxed(mine - 1, [](std::uint64_t p) {
      return (p & position_word::known) != 0;
    });
    t.store_relaxed(mine, position_word::end_after(shared.before, total, missing));
  }

  /// Joins codewords in a thread's private memory.
  struct code_joiner {
    const storage& shared;
    thread_code& code;
    std::uint64_t next = 0;  ///< the codewords that fill no word yet
    std::uint32_t used = 0;
    bool all = true;  ///< every symbol has a codeword

    CODAG_DEVICE void put(std::uint32_t symbol) {
      const std::uint32_t length = shared.lengths[symbol];
      all = all && length > 0;
      next |= std::uint64_t{shared.codewords[symbol]} << used;
      used += length;
      if (used < 32) return;
      code.words[code.count++] = static_cast<std::uint32_t>(next);
      next >>= 32;
      used -= 32;
    }
    CODAG_DEVICE void end() {
      code.bits = code.count * 32 + used;
      if (used > 0) code.words[code.count++] = static_cast<std::uint32_t>(next);
    }
  };

  /// Returns false if a symbol has no codeword.
  template <class Thread>
  CODAG_DEVICE bool encode_words(const Thread& t, const storage& shared, std::uint32_t segment,
                                 thread_code& code) const {
    const std::uint32_t bytes = choice.words_per_thread * word_bytes;
    const std::uint64_t at =
        std::uint64_t{segment} * choice.segment_bytes() + std::uint64_t{t.thread_index()} * bytes;
    const std::uint32_t count = bytes_at(job, at, bytes);
    code_joiner joiner{shared, code};
    if (count < bytes) {
      for (std::uint32_t i = 0; i < count; ++i)
        joiner.put(static_cast<std::uint32_t>(t.load(job.values + at + i)));
    } else {
      const auto* words = reinterpret_cast<const std::uint32_t*>(job.values + at);
      switch (choice.words_per_thread) {
        case 1:
          put_words<1>(t, joiner, words);
          break;
        case 2:
          put_words<2>(t, joiner, words);
          break;
        case 4:
          put_words<4>(t, joiner, words);
          break;
        default:  // a multiple of 8
          for (std::uint32_t i = 0; i < choice.words_per_thread; i += 8)
            put_words<8>(t, joiner, words + i);
      }
    }
    joiner.end();
    return joiner.all;
  }

  /// All loads are on their way before the first word is encoded.
  template <unsigned count, class Thread>
  static CODAG_DEVICE void put_words(const Thread& t, code_joiner& joiner,
                                     const std::uint32_t* words) {
    std::uint32_t values[count];
    for (unsigned i = 0; i < count; ++i) values[i] = t.load(words + i);
    for (unsigned i = 0; i < count; ++i)
      for (unsigned k = 0; k < 4; ++k) joiner.put(values[i] >> 8 * k & 0xff);
  }

  /// Where a segment's words go.
  struct target {
    std::uint32_t* words;
    bool has_neighbours;  ///< the first and the last word have bits of other segments
    bool by_warp;         ///< two atomics per warp
  };

  /// Writes the block's codewords from bit `begin` of the target on.
  template <class Thread>
  CODAG_DEVICE void put_segment(const Thread& t, std::uint32_t* buffer, const thread_code& code,
                                const target& to, std::uint64_t begin, std::uint32_t offset,
                                std::uint32_t total) const {
    if (choice.buffered) {
      put_through_buffer(t, buffer, code, to, begin, offset, total);
      return;
    }
    if (!to.has_neighbours) {
      for (std::uint32_t w = t.thread_index(); w < (total + 31) / 32; w += t.block_threads())
        t.store(to.words + w, 0u);
      t.sync_block();  // the slot is 0 before any thread ORs into it
    }
    put_code(t, code, begin + offset, to.by_warp, words_in_memory<Thread>{t, to.words});
  }

  /// The same through the buffer, as in PAVLE: it is filled, and then copied by neighbouring
  /// threads to neighbouring words.
  template <class Thread>
  CODAG_DEVICE void put_through_buffer(const Thread& t, std::uint32_t* buffer,
                                       const thread_code& code, const target& to,
                                       std::uint64_t begin, std::uint32_t offset,
                                       std::uint32_t total) const {
    const auto shift = static_cast<std::uint32_t>(begin % 32);
    const std::uint32_t words = (shift + total + 31) / 32, room = choice.buffer_words();
    for (std::uint32_t first = 0; first < words; first += room) {
      const std::uint32_t count = words - first < room ? words - first : room;
      // A thread clears the words that it has copied itself in the round before.
      for (std::uint32_t w = t.thread_index(); w < count; w += t.block_threads()) buffer[w] = 0;
      t.sync_block();  // the buffer is 0 before any thread ORs into it
      put_code(t, code, shift + offset, to.by_warp,
               words_in_buffer<Thread>{t, buffer, first, count});
      t.sync_block();  // the buffer is full before any thread copies it
      for (std::uint32_t w = t.thread_index(); w < count; w += t.block_threads()) {
        const std::uint64_t word = begin / 32 + first + w;
        const bool edge = first + w == 0 || first + w + 1 == words;
        if (to.has_neighbours && edge)
          t.atomic_or(to.words + word, buffer[w]);
        else
          t.store(to.words + word, buffer[w]);
      }
    }
  }

  /// What threads do with words of the stream or of a slot.
  template <class Thread>
  struct words_in_memory {
    using place = typename Thread::place;
    const Thread& t;
    std::uint32_t* words;

    CODAG_DEVICE void store(std::uint64_t word, std::uint32_t value,
                            place where = place::current()) const {
      t.store(words + word, value, where);
    }
    CODAG_DEVICE void atomic_or(std::uint64_t word, std::uint32_t value) const {
      t.atomic_or(words + word, value);
    }
    /// For a word that no other thread accesses meanwhile.
    CODAG_DEVICE void plain_or(std::uint64_t word, std::uint32_t value) const {
      t.store(words + word, t.load(words + word) | value);
    }
  };
  /// The same with the `count` words from `first` on that are in the buffer. Others take another
  /// round.
  template <class Thread>
  struct words_in_buffer {
    const Thread& t;
    std::uint32_t* words;
    std::uint32_t first, count;

    CODAG_DEVICE void store(std::uint64_t word, std::uint32_t value) const {
      if (holds(word)) words[word - first] = value;
    }
    CODAG_DEVICE void atomic_or(std::uint64_t word, std::uint32_t value) const {
      if (holds(word)) t.atomic_or(words + (word - first), value);
    }
    CODAG_DEVICE void plain_or(std::uint64_t word, std::uint32_t value) const {
      if (holds(word)) words[word - first] |= value;
    }

   private:
    CODAG_DEVICE bool holds(std::uint64_t word) const {
      return word - first < count;  // below `first`, the difference wraps around
    }
  };

  /// Writes the thread's codewords, which begin at bit `at`, to words that are 0 (section III-E).
  template <class Thread, class Words>
  static CODAG_DEVICE void put_code(const Thread& t, const thread_code& code, std::uint64_t at,
                                    bool by_warp, const Words& words) {
    const auto word_of = [&](std::uint32_t i) { return code.word(i); };
    if (by_warp)
      put_with_two_atomics(t, code.bits, at, word_of, words);
    else  // "simplified": an atomic OR for the first and the last word, and stores between them
      put_shifted(at, code.bits, word_of, [&](std::uint64_t word, std::uint32_t value, bool whole) {
        if (whole)
          words.store(word, value);
        else
          words.atomic_or(word, value);
      });
  }

  /// The same with two atomics per warp, if each thread has at least 32 bits, except the column's
  /// last ones. Then at most two threads share a word: one ends in it, and the next one begins
  /// there. Within a warp, the one that begins stores the word, and then the other one ORs its bits
  /// in. Warps run in any order, so they OR atomically. The paper relies on the lockstep of a warp;
  /// GPUs have none since Volta, so there is a barrier.
  template <class Thread, class WordOf, class Words>
  static CODAG_DEVICE void put_with_two_atomics(const Thread& t, std::uint32_t bits,
                                                std::uint64_t at, const WordOf& word_of,
                                                const Words& words) {
    std::uint64_t last = at / 32;
    std::uint32_t last_value = 0;
    put_shifted(at, bits, word_of, [&](std::uint64_t word, std::uint32_t value, bool whole) {
      if (whole) {
        words.store(word, value);
      } else if (word == at / 32) {
        if (t.lane() > 0)
          words.store(word, value);
        else
          words.atomic_or(word, value);
      } else {
        last = word;
        last_value = value;
      }
    });
    t.sync_warp();  // the words that threads begin in are stored before others OR into them
    if (last == at / 32) return;
    if (t.lane() == simt::warp_size - 1)
      words.atomic_or(last, last_value);
    else
      words.plain_or(last, last_value);
  }
};

}  // namespace codag::vle
