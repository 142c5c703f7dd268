// warps_per_chunk: several warps decompress one chunk by lanes, where there are few chunks.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "codag/parts.hpp"
#include "codag/schedule/chunk_pieces.hpp"
#include "codag/schedule/chunk_sections.hpp"
#include "codag/schedule/device_column.hpp"
#include "codag/schedule/lanes.hpp"
#include "codag/schedule/launch_parameters.hpp"
#include "codag/schedule/leading_warp.hpp"
#include "codag/schedule/multiprocessors.hpp"
#include "codag/schedule/piece_finder.hpp"
#include "codag/schedule/symbol_walker.hpp"
#include "codag/schedule/warp_per_chunk.hpp"
#include "codag/simt/simt.hpp"
#include "codag/simt/warp_group.hpp"
#include "codag/stream/compressed_words.hpp"

namespace codag {

/// A block has the warps of one chunk. They walk over the symbols, which takes less time than
/// decoding them, to find where pieces of the chunk end. Each warp walks over a section of the
/// chunk, if it finds a place in its share of the compressed bytes where a symbol probably begins;
/// otherwise a warp before it walks over that share, too.
///
/// Then each warp takes a piece and decodes it by lanes as if it were a chunk. This checks the
/// walk: if the symbols of every piece fill it exactly, the chunk is right. Otherwise the first
/// warp decodes the whole chunk, and its status is that of the chunk.
///
/// With many chunks, other warps keep a multiprocessor busy while one waits, and a walk is only
/// more work. So the launch chooses: with many chunks, its kernel is warp_per_chunk's.
template <lanes_decoder Decoder, symbol_walker Walker>
struct warps_per_chunk {
  static constexpr std::array parts{part{"schedule", "warps_per_chunk"}, part{"decoding", "lanes"},
                                    part{"input_buffer", "shared"}, part{"prefetch_warp", "no"}};
  static constexpr std::array parameters{parameter{
      .key = "warps_per_chunk",
      .label = "warps",
      .least = 0,
      .most = 8,
      .standard = 0,
      .help = Walker::warps_of_one_walk == 6
                  ? "warps per chunk; 0: 8 with up to 264 chunks, 6 with up to 528, 1 with more"
                  : "warps per chunk; 0: 8 with up to 264 chunks, 6 with up to 528 if these have "
                    "8 KiB of compressed bytes or more on average, or 4 if not; 1 with more"}};
  static_assert(well_declared(parameters));
  static_assert(Walker::warps_of_one_walk == 6 ||
                    (Walker::warps_of_one_walk == 4 &&
                     (6 * Walker::least_section_bytes + 1023) / 1024 == 8),
                "the help says so");
  /// A multiprocessor holds 4 of up to 528 chunks, with 24 warps at most. A chunk that is too short
  /// for sections has one walk (docs/characterization.md).
  static constexpr std::uint32_t chosen_warps(std::uint32_t chunks, std::uint64_t in_bytes) {
    static_assert(4 * multiprocessors == 528, "the help says so");
    if (chunks > 4 * multiprocessors) return 1;
    if (chunks <= 2 * multiprocessors) return 8;
    return in_bytes >= std::uint64_t{6} * Walker::least_section_bytes * chunks
               ? 6
               : Walker::warps_of_one_walk;
  }

 private:
  static constexpr joined_parts own_name{parts, 3};
  using input = shared_window_input<std::max(Decoder::window_bytes, Walker::window_bytes)>;
  /// The pieces that one walk finds, so that each of eight warps gets several while it goes on. The
  /// pieces of sections are all known before one is decoded, so a warp gets fewer and larger ones.
  static constexpr std::uint32_t walked_shares = 31, section_shares = Walker::pieces_per_warp;
  static_assert((section_shares + 1) * chunk_sections::most + walked_shares + 1 <=
                    chunk_pieces::most,
                "a piece also ends with each section; then one walk may find the rest");
  static_assert(parameters[0].most <= chunk_sections::most);

 public:
  static constexpr const char* name = own_name.text;

  /// A warp for every chunk.
  using alone = warp_per_chunk<Decoder, lanes, window_for<Decoder>>;

  struct kernel {
    static constexpr const char* name = warps_per_chunk::name;
    static constexpr unsigned max_threads = parameters[0].most * simt::warp_size;
    // A multiprocessor holds 24 warps, and a thread has 80 registers. With 64, it spills.
    static constexpr unsigned min_blocks = 3;

    device_column column;
    std::uint32_t warps;

    [[nodiscard]] constexpr simt::launch_shape shape() const {
      return {column.chunk_count, warps * simt::warp_size,
              static_cast<unsigned>(sizeof(block_storage)) + warps * shared_bytes_per_warp};
    }

    template <class Thread>
    CODAG_DEVICE void operator()(const Thread& t, std::byte* shared) const {
      chunk c;
      if (!load_chunk_of<Decoder>(t, column, t.block(), c)) {
        if (t.thread_index() == 0) t.store(column.statuses + t.block(), status::bad_chunk_table);
        return;  // the whole block leaves
      }
      auto& block = *t.keep_shared(reinterpret_cast<block_storage*>(shared));
      std::byte* mine =
          t.keep_shared(shared + sizeof(block_storage) + t.warp() * shared_bytes_per_warp);
      auto& storage = *reinterpret_cast<warp_storage*>(mine);
      auto* window = reinterpret_cast<std::uint32_t*>(mine + sizeof(warp_storage));
      block.pieces.clear(t);
      block.sections.clear(t);
      if (t.thread_index() == 0) block.failed = block.decoded_whole = 0;
      // All of it is clear before a warp begins a section, or takes a piece.
      t.sync_block();
      find_pieces(t, c, block, storage, window);

      status result = status::ok;
      for (;;) {
        chunk_place begin, end;
        if (!block.pieces.take(t, begin, end)) {
          if (block.decoded_whole != 0) break;
          // Each warp has recorded how its pieces ended, and has written their output.
          t.sync_block();
          if (block.failed == 0 || t.warp() != 0) break;
          // In shared memory, because a register for it would be spilled.
          if (t.lane() == 0) block.decoded_whole = 1;
          begin = {};
          end = {c.in_bytes, c.out_bytes};
        }
        // No lane uses the window and the scratch memory of the last step any more.
        t.sync_warp();
        const compressed_words words(column.in + c.in_offset + begin.in, end.in - begin.in);
        typename input::template buffer<Thread> in(t, window, 0, words);
        result = lanes::decode_part<Decoder>(t, in, column.out + c.out_offset, begin.out, end.out,
                                             storage.of_decoder);
        // Not of the whole chunk: other warps may still read what failed before.
        if (t.lane() == 0 && result != status::ok && block.decoded_whole == 0)
          t.atomic_or(&block.failed, 1u);
      }
      if (t.thread_index() == 0) t.store(column.statuses + t.block(), result);
    }

   private:
    struct alignas(simt::shared_alignment) block_storage {
      chunk_pieces pieces;
      chunk_sections sections;
      std::uint32_t failed, decoded_whole;
    };
    struct alignas(simt::shared_alignment) warp_storage {
      /// The ends of pieces that the warp has found, as long as they are not published.
      std::uint64_t kept[section_shares * chunk_sections::most];
      /// A warp walks first and decodes then.
      union {
        typename Decoder::scratch of_decoder;
        typename Walker::scratch of_walker;
      };
    };
    static constexpr unsigned shared_bytes_per_warp =
        static_cast<unsigned>(sizeof(warp_storage)) + input::fixed_bytes;

    /// The compressed bytes of a chunk among which one warp looks for its section.
    [[nodiscard]] CODAG_DEVICE std::uint32_t share_of(std::uint32_t in_bytes) const {
      return in_bytes / warps;
    }

    /// Asks for the next bytes of the warp's section. Otherwise its walk would wait for memory
    /// again and again. Not for all of a long section: a walk may need its headers alone.
    template <class Thread>
    static CODAG_DEVICE void prefetch(const Thread& t, const compressed_words& words) {
      constexpr std::uint32_t most_lines = 8192 / cache_line_bytes;
      const std::uint32_t all = (words.end() + words_per_line - 1) / words_per_line;
      const std::uint32_t lines = all < most_lines ? all : most_lines;
      for (std::uint32_t line = t.lane(); line < lines; line += simt::warp_size)
        words.prefetch(t, line * words_per_line);
    }

    /// A warp's section, from `begin` on. It has no compressed bytes if the warp has found no
    /// beginning.
    struct section {
      unsigned number;
      chunk_place begin;
      std::uint32_t in_bytes;
    };

    /// Finds the pieces of the chunk, all warps together.
    template <class Thread>
    CODAG_DEVICE void find_pieces(const Thread& t, const chunk& c, block_storage& block,
                                  warp_storage& storage, std::uint32_t* window) const {
      const std::byte* const in = column.in + c.in_offset;
      const chunk_place end{c.in_bytes, c.out_bytes};
      section own{(t.warp() + warps - leading_warp(t, warps)) % warps, {}, 0};
      find_section(t, block.sections, own.number, in, end.in, storage.of_walker, window);
      // Not before: what a warp looks at for its section would arrive after all of this.
      const std::uint32_t share = share_of(end.in);
      prefetch(t, compressed_words(in + own.number * share, share));
      // All beginnings are known.
      t.sync_block();
      const std::uint32_t begun = block.sections.begun(t);
      // If the first section is the whole chunk, other warps decode pieces while its warp walks.
      const bool alone = begun == 1;
      if (alone && own.number != 0) return;
      if ((begun >> own.number & 1) != 0) {
        own.begin.in = block.sections.begin_of(own.number);
        own.in_bytes = block.sections.end_of(own.number, begun, end.in) - own.begin.in;
      }

      const std::uint32_t walked_piece = chunk_pieces::piece_bytes(end.out, walked_shares);
      std::uint32_t piece_bytes =
          alone ? walked_piece : chunk_pieces::piece_bytes(end.out, section_shares * warps);
      std::uint64_t* ends = alone ? block.pieces.ends(0) : storage.kept;
      for (bool to_the_end = alone;; to_the_end = true) {
        piece_finder found(own.begin, own.in_bytes, end.out, piece_bytes, ends);
        if (own.in_bytes > 0) walk(t, in + own.begin.in, found, storage.of_walker, window);
        if (to_the_end) {
          block.pieces.finish(t, found.next(), end);
          return;
        }
        if (!join_sections(t, block, begun, end, found, storage.kept, own, ends)) return;
        piece_bytes = walked_piece;
      }
    }

    /// Puts together what all warps have found in their sections, and publishes the pieces of
    /// `own`. Returns whether its walk goes on: then `own` is the rest of the chunk, and its pieces
    /// end at the words from `ends` on. Collective over the block.
    template <class Thread>
    static CODAG_DEVICE bool join_sections(const Thread& t, block_storage& block,
                                           std::uint32_t begun, const chunk_place& end,
                                           const piece_finder& found, std::uint64_t* kept,
                                           section& own, std::uint64_t*& ends) {
      const simt::warp_group<Thread> warp(t);
      const auto count = static_cast<std::uint32_t>(found.next() - kept);
      // One more piece ends with the section.
      if (own.in_bytes > 0 && found.whole())
        block.sections.note(t, own.number, {.out_bytes = found.out_bytes(), .pieces = count + 1});
      // All sections are known, and the lanes of this warp see what it has kept.
      t.sync_block();
      const auto all = block.sections.join(t, own.number, begun, end.out);
      if (own.in_bytes == 0 || own.number > all.last) return false;
      own.begin.out = all.out_before;
      ends = block.pieces.ends(all.pieces);
      // The section begins where it should, so its pieces are right if they are inside the chunk.
      chunk_place piece;
      if (t.lane() < count) piece = chunk_place::of(kept[t.lane()]).plus({0, all.out_before});
      const std::uint32_t right =
          warp.first_of(~warp.ballot(t.lane() < count && piece.out < end.out));
      if (t.lane() < right) t.store_relaxed(ends + t.lane(), piece.word());
      ends += right;
      if (own.number < all.last) {
        const chunk_place next{own.begin.in + own.in_bytes, all.out_before + found.out_bytes()};
        if (t.lane() == 0) t.store_relaxed(ends, next.word());
        return false;
      }
      if (all.whole) {
        block.pieces.finish(t, ends, end);
        return false;
      }
      // The next section does not begin where it was supposed to.
      if (right > 0) own.begin = chunk_place::of(warp.shuffle(piece.word(), right - 1));
      own.in_bytes = end.in - own.begin.in;
      return true;
    }

    /// Looks for the beginning of section `mine`: in its share of the compressed bytes, and where
    /// the walker supposes one.
    template <class Thread>
    CODAG_DEVICE void find_section(const Thread& t, chunk_sections& sections, unsigned mine,
                                   const std::byte* data, std::uint32_t in_bytes,
                                   typename Walker::scratch& scratch, std::uint32_t* window) const {
      if (mine == 0) {
        sections.begin(t, 0, 0);
        return;
      }
      const std::uint32_t share = share_of(in_bytes);
      if (share < Walker::least_section_bytes) return;
      const std::uint32_t first = mine * share;
      const compressed_words words(data + first, in_bytes - first);
      typename input::template buffer<Thread> in(t, window, 0, words);
      const std::uint32_t limit =
          share < chunk_sections::most_bytes_searched ? share : chunk_sections::most_bytes_searched;
      if (!Walker::find_symbol(simt::warp_group<Thread>(t), in, scratch, limit)) return;
      const std::uint32_t at = (in.position() - words.begin_bit()) / 8;
      // Otherwise the next section may begin before it.
      if (at < share) sections.begin(t, mine, first + at);
    }

    /// Walks over the section that begins at `data`.
    template <class Thread>
    static CODAG_DEVICE void walk(const Thread& t, const std::byte* data, piece_finder& found,
                                  typename Walker::scratch& scratch, std::uint32_t* window) {
      const compressed_words words(data, found.in_bytes());
      typename input::template buffer<Thread> in(t, window, 0, words);
      constexpr auto value_bytes = static_cast<std::uint32_t>(sizeof(typename Decoder::element));
      Walker::walk(simt::warp_group<Thread>(t), in, scratch, found.piece_bytes() / value_bytes,
                   [&](std::uint32_t bit, std::uint32_t values) {
                     return found.reached(t, {(bit - words.begin_bit()) / 8, values * value_bytes});
                   });
    }
  };

  /// Calls use(kernel) with the kernel that those values choose, and returns what it returns.
  template <class Use>
  static auto with_kernel(const device_column& column, std::span<const std::uint64_t> values,
                          const Use& use) {
    auto warps = static_cast<std::uint32_t>(value_of(parameters, values, "warps_per_chunk"));
    if (warps == 0) warps = chosen_warps(column.chunk_count, column.in_bytes);
    if (warps == 1) return use(alone{column});
    return use(kernel{column, warps});
  }
};

}  // namespace codag
