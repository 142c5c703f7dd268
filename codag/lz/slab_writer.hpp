// slab_writer: the warps of a block write a chunk from its tokens, and resolve all matches
// together.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/lz/block_output.hpp"
#include "codag/lz/line_store.hpp"
#include "codag/lz/slab_storage.hpp"
#include "codag/lz/token.hpp"
#include "codag/simt/block_group.hpp"
#include "codag/simt/simt.hpp"
#include "codag/simt/warp_group.hpp"
#include "codag/stream/compressed_words.hpp"

namespace codag::lz {

/// Writes a slab of tokens at a time. A thread first has some tokens, and then a line: it notes for
/// each of the line's bytes what it is copied from. That is a literal, a byte from before the slab,
/// or a byte of the same slab that may be a copy, too. Such chains of copies are shortened by
/// pointer doubling: in each round, each byte that is not known takes over what its origin has
/// noted. So a chain of n matches takes log2(n + 1) rounds, rounded up, and none of
/// them waits for another.
template <class Thread, unsigned warps>
class slab_writer {
 public:
  using storage = slab_storage<warps>;

  /// Collective over the block.
  CODAG_DEVICE slab_writer(const Thread& t, storage& s, block_output<Thread>& out)
      : thread_(t), s_(s), out_(out) {
    if (t.thread_index() < 2) s.waits[t.thread_index()] = 0;
    if (t.thread_index() == 0) put_end(storage::most_tokens);
  }

  /// Takes as many of the threads' tokens as a slab has room for, at least the first one, and
  /// returns how many; write() comes next. `mine` are consecutive ones, of which the thread has
  /// `count`. One thread may have fewer than tokens_per_thread; those before it have all, and those
  /// after it none. Returns 0 if a match begins before the chunk, or a token ends after it; the
  /// chunk is lost then. Collective over the block.
  CODAG_DEVICE std::uint32_t take(const token (&mine)[tokens_per_thread], std::uint32_t count) {
    const std::uint32_t skipped = out_.begun_bytes();
    const unsigned index = thread_.thread_index();
    const simt::warp_group<Thread> warp(thread_);
    const simt::block_group<Thread, storage::threads> block(thread_, s_.sums);
    std::uint32_t bytes = 0;
    for (unsigned k = 0; k < tokens_per_thread; ++k) bytes += k < count ? bytes_of(mine[k]) : 0;
    std::uint32_t begin = skipped + block.exclusive_sum(bytes);
    std::uint32_t taken = 0;
    bool bad = false;
    CODAG_UNROLL
    for (unsigned k = 0; k < tokens_per_thread; ++k) {
      const std::uint32_t number = tokens_per_thread * index + k;
      const std::uint32_t end = begin + bytes_of(mine[k]);
      if (k < count && end <= storage::slab_bytes) {
        ++taken;
        bad = bad || distance_of(mine[k]) > out_.written() + (begin - skipped) ||
              end - skipped > out_.left();
        s_.placed[number + 1] = {.what = mine[k], .end = end};
        note_lines(s_.first_tokens, begin, end, number);
      } else {
        put_end(number);
      }
      begin = end;
    }
    if (index == 0) s_.placed[0].end = skipped;
    const std::uint32_t of_warp = warp.reduce(taken);
    const bool any_bad = warp.any(bad);
    if (thread_.lane() == 0) s_.taken[thread_.warp()] = any_bad ? refused : of_warp;
    // All of the slab's tokens are known.
    thread_.sync_block();
    const std::uint32_t all = warp.reduce(thread_.lane() < warps ? s_.taken[thread_.lane()] : 0u);
    return all < refused ? all : 0;
  }

  /// Writes the tokens that take() has just taken. Collective over the block.
  CODAG_DEVICE void write(std::uint32_t taken) {
    const std::uint32_t slab_end = s_.placed[taken].end;
    const std::uint32_t line = line_bytes * thread_.thread_index();
    std::uint32_t origins[line_bytes];
    bool waits = false;
    if (line < slab_end) {
      waits = find_origins(line, out_.begun_bytes(), origins);
      put_origins(origins);
    }
    resolve(origins, waits);
    if (line < slab_end) store(line, slab_end, origins);
    out_.advance(slab_end);
  }

 private:
  static constexpr std::uint32_t known = 0x8000;  // the low byte is the byte
  static_assert(2 * storage::slab_bytes <= known);
  static constexpr std::uint32_t longest_match = 258;  // RFC 1951 section 3.2.5
  static_assert(line_bytes + longest_match <= storage::slab_bytes, "a slab takes any token");
  static constexpr std::uint32_t refused = 1u << 16;  // more than all tokens of a slab

  /// After the last token there are literals.
  CODAG_DEVICE void put_end(std::uint32_t number) {
    s_.placed[number + 1] = {.what = make_literal(0), .end = ~std::uint32_t{0}};
  }

  /// Notes what the bytes of the thread's line are. Returns whether one of them is not known.
  CODAG_DEVICE bool find_origins(std::uint32_t line, std::uint32_t skipped,
                                 std::uint32_t (&origins)[line_bytes]) {
    const bool is_begun = line < skipped;
    const placed_token* next = s_.placed + (is_begun ? 0 : s_.first_tokens[line / line_bytes]);
    const std::uint32_t begin = next->end;
    token its = (++next)->what;
    std::uint32_t end = next->end - line;  // counted from the line, as k is
    // A match that repeats itself repeats its source. So the line's first byte has a source before
    // the match, and the next ones follow it: those that are in the match are noted, too.
    std::uint32_t passed = is_begun ? 0 : line - begin;
    if (is_match(its) && passed >= distance_of(its)) passed %= distance_of(its);
    // A position in the output. A literal's source is itself.
    const std::uint32_t slab = out_.slab();
    std::uint32_t source = slab + (is_begun ? 0 : begin) + passed - distance_of(its);
    std::uint32_t all = known;
    CODAG_UNROLL
    for (unsigned k = 0; k < line_bytes; ++k) {
      if (k == end) {
        its = (++next)->what;
        end = next->end - line;
        source = slab + line + k - distance_of(its);
      }
      const std::uint32_t place = source - slab;
      origins[k] = is_match(its) ? 2 * place : known | number_of(its);
      // Before the slab, the place is negative.
      if (static_cast<std::int32_t>(place) < 0) origins[k] = known | out_.byte_at(source);
      all &= origins[k];
      ++source;
    }
    if (is_begun) {
      CODAG_UNROLL
      for (unsigned k = 0; k < line_bytes; ++k)
        if (k < skipped) origins[k] = known | out_.begun_byte(k);
    }
    return all == 0;
  }

  /// Lets other threads see what the line's bytes are.
  CODAG_DEVICE void put_origins(const std::uint32_t (&origins)[line_bytes]) {
    CODAG_UNROLL
    for (unsigned half = 0; half < 2; ++half) {
      word_quad quad;
      for (unsigned k = 0; k < 4; ++k)
        quad.words[k] = origins[8 * half + 2 * k] | origins[8 * half + 2 * k + 1] << 16;
      s_.origins[2 * thread_.thread_index() + half] = quad;
    }
  }

  /// Makes all bytes of the slab known. Collective over the block.
  CODAG_DEVICE void resolve(std::uint32_t (&origins)[line_bytes], bool waits) {
    const simt::warp_group<Thread> warp(thread_);
    const auto origin_of = [&](std::uint32_t place) -> std::uint32_t {
      return *reinterpret_cast<const std::uint16_t*>(
          reinterpret_cast<const std::byte*>(s_.origins) + place);
    };
    const auto note = [&](unsigned parity) {
      if (warp.any(waits) && thread_.lane() == 0) thread_.atomic_or(&s_.waits[parity], 1u);
    };
    note(0);
    for (unsigned round = 0;; ++round) {
      // What all bytes are after the last round is there, and whether one of them waits.
      thread_.sync_block();
      if (s_.waits[round % 2] == 0) return;
      const bool changes = waits;
      if (changes) {
        std::uint32_t all = known;
        CODAG_UNROLL
        for (unsigned k = 0; k < line_bytes; ++k) {
          if (origins[k] < known) origins[k] = origin_of(origins[k]);
          all &= origins[k];
        }
        waits = all == 0;
      }
      note((round + 1) % 2);
      // All threads have read what this round changes.
      thread_.sync_block();
      if (changes) put_origins(origins);
      if (thread_.thread_index() == 0) s_.waits[round % 2] = 0;
    }
  }

  /// Writes the thread's line, all bytes of which are known.
  CODAG_DEVICE void store(std::uint32_t line, std::uint32_t slab_end,
                          const std::uint32_t (&bytes)[line_bytes]) {
    word_quad quad;
    for (unsigned k = 0; k < 4; ++k)
      quad.words[k] = (bytes[4 * k] & 0xff) | (bytes[4 * k + 1] & 0xff) << 8 |
                      (bytes[4 * k + 2] & 0xff) << 16 | bytes[4 * k + 3] << 24;
    out_.write(line, slab_end, quad);
  }

  const Thread& thread_;
  storage& s_;
  block_output<Thread>& out_;
};

}  // namespace codag::lz
