// warps_per_chunk: several warps decompress one chunk by lanes, where there are few chunks.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/launch/launch.hpp"
#include "codag/parameters.hpp"
#include "codag/parts.hpp"
#include "codag/schedule/chunk_sections.hpp"
#include "codag/schedule/device_column.hpp"
#include "codag/schedule/lanes.hpp"
#include "codag/schedule/leading_warp.hpp"
#include "codag/schedule/opened_lanes.hpp"
#include "codag/schedule/section_cutter.hpp"
#include "codag/schedule/section_queue.hpp"
#include "codag/schedule/symbol_walker.hpp"
#include "codag/schedule/warp_per_chunk.hpp"
#include "codag/simt/simt.hpp"
#include "codag/simt/warp_group.hpp"
#include "codag/stream/compressed_words.hpp"
#include "codag/tuning/policy.hpp"

namespace codag {

/// A block has the warps of one chunk. Each warp looks in its range of the compressed bytes for a
/// place where a symbol probably begins. From there, it walks over the symbols to where the section
/// of the next warp begins, which takes less time than decoding them. When all have walked, the
/// output before each section is known, and each warp decodes its section by lanes as if it were a
/// chunk. A warp that finds no such place has no section, and a warp before it has that range, too.
///
/// If there is only one section, its warp cuts the chunk into smaller ones, while the others decode
/// these. So does the first warp whose walk does not end where the next section begins.
///
/// Decoding checks the walks: if the symbols of every section fill it exactly, the chunk
/// is right. Otherwise the first warp decodes the whole chunk, and its status is that of the chunk.
///
/// With many chunks, other warps keep a multiprocessor busy while one waits, and a walk is only
/// more work. So the launch chooses: with many chunks, it is that of `lanes_launch`.
template <lanes_decoder Decoder, symbol_walker Walker>
  requires lanes_decoder<typename Decoder::after_walk>
struct warps_per_chunk : workspace_of_lanes<Decoder> {
  static constexpr std::array parts{part{"schedule", "warps_per_chunk"}, part{"decoding", "lanes"},
                                    part{"input_buffer", "shared"}, part{"prefetch_warp", "no"}};
  static constexpr std::array parameters{parameter{
      .key = "warps_per_chunk",
      .label = "warps",
      .least = 0,
      .most = 8,
      .standard = 0,
      .help = "warps per chunk; 0: as many as the GPU has idle (docs/characterization.md)"}};
  static_assert(well_declared(parameters));

 private:
  static constexpr joined_parts own_name{parts, 3};
  using decoder = typename Decoder::after_walk;
  using input = shared_window_input<std::max(Decoder::window_bytes, Walker::window_bytes)>;
  /// The sections into which one warp cuts a chunk, whatever the number of warps. With more, a warp
  /// that has finished early finds another one; but each costs the walk another look at a window.
  static constexpr std::uint32_t cut_sections = 12;
  static_assert(chunk_sections::most + cut_sections + 1 <= section_queue::most,
                "the last walk may be over the rest of the chunk");
  static_assert(Walker::bytes_before_section <= Walker::least_section_bytes);
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
      return {column.chunk_count, warps * simt::warp_size, shared_bytes(warps)};
    }
    static constexpr unsigned shared_bytes(std::uint32_t warps) {
      return static_cast<unsigned>(sizeof(block_storage)) + warps * shared_bytes_per_warp;
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
      block.queue.clear(t);
      block.sections.clear(t);
      if (t.thread_index() == 0) block.failed = block.decoded_whole = 0;
      Walker::forget(simt::warp_group<Thread>(t), storage.of_walker);
      // All of it is clear before a warp begins its own section, or takes one of the queue.
      t.sync_block();
      const own_section own = find_sections(t, c, block, storage, window);

      status result = status::ok;
      for (bool is_own = own.end.in > 0;; is_own = false) {
        chunk_place begin = own.begin, end = own.end;
        if (!is_own && !block.queue.take(t, own.sections, begin, end)) {
          if (block.decoded_whole != 0) break;
          // Each warp has recorded how its sections ended, and has written their output.
          t.sync_block();
          if (block.failed == 0 || t.warp() != 0) break;
          // In shared memory, because a register for it would be spilled.
          if (t.lane() == 0) block.decoded_whole = 1;
          begin = {};
          end = {c.in_bytes, c.out_bytes};
        }
        // No lane uses the window and the scratch memory of the last step any more.
        t.sync_warp();
        // What the walk has kept is of the warp's own section.
        if (!is_own) Walker::forget(simt::warp_group<Thread>(t), storage.of_walker);
        const compressed_words words(column.in + c.in_offset + begin.in, end.in - begin.in);
        typename input::template buffer<Thread> in(t, window, 0, words);
        result = lanes::decode_section<decoder>(t, in, column.out + c.out_offset, begin.out,
                                                end.out, storage.of_decoder);
        // Not of the whole chunk: other warps may still read what failed before.
        if (t.lane() == 0 && result != status::ok && block.decoded_whole == 0)
          t.atomic_or(&block.failed, 1u);
      }
      if (t.thread_index() == 0) t.store(column.statuses + t.block(), result);
    }

   private:
    struct alignas(simt::shared_alignment) block_storage {
      section_queue queue;
      chunk_sections sections;
      std::uint32_t failed, decoded_whole;
    };
    struct alignas(simt::shared_alignment) warp_storage {
      /// A warp walks first and decodes then.
      union {
        typename decoder::scratch of_decoder;
        typename Walker::scratch of_walker;
      };
    };
    static constexpr unsigned shared_bytes_per_warp =
        static_cast<unsigned>(sizeof(warp_storage)) + input::fixed_bytes;

    /// The compressed bytes of a chunk among which one warp looks for its section.
    [[nodiscard]] CODAG_DEVICE std::uint32_t bytes_per_warp(std::uint32_t in_bytes) const {
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

    /// What a warp decodes first: its own section, or nothing, if it ends at 0. Then the warps
    /// decode the sections of the queue. `sections` says how many come before these.
    struct own_section {
      chunk_place begin, end;
      std::uint32_t sections;
    };

    /// Finds the sections of the chunk, all warps together.
    template <class Thread>
    CODAG_DEVICE own_section find_sections(const Thread& t, const chunk& c, block_storage& block,
                                           warp_storage& storage, std::uint32_t* window) const {
      const std::byte* const in = column.in + c.in_offset;
      const chunk_place end{c.in_bytes, c.out_bytes};
      const unsigned mine = (t.warp() + warps - leading_warp(t, warps)) % warps;
      find_section(t, block.sections, mine, in, end.in, storage.of_walker, window);
      // Not earlier: otherwise the bytes that find_section() needs would arrive after all of these.
      const std::uint32_t range = bytes_per_warp(end.in);
      prefetch(t, compressed_words(in + mine * range, range));
      // All beginnings are known.
      t.sync_block();
      const std::uint32_t begun = block.sections.begun(t);
      chunk_place begin;
      std::uint32_t sections = 0;  // before those of the queue
      bool walks_on = mine == 0;   // over the rest of the chunk: all of it, if it has one section
      if (begun != 1) {
        const bool has_section = (begun >> mine & 1) != 0;
        std::uint32_t out_bytes = 0, in_end = 0;
        if (has_section) {
          begin.in = block.sections.begin_of(mine);
          in_end = block.sections.end_of(mine, begun, end.in);
          section_cutter found(begin, in_end - begin.in, end.out, end.out, nullptr);
          walk(t, in + begin.in, found, storage.of_walker, window);
          out_bytes = found.out_bytes();
          if (found.whole()) block.sections.note(t, mine, out_bytes);
        }
        // All walks have ended.
        t.sync_block();
        const auto [right, out_before] = block.sections.join(t, mine, begun, end.out);
        sections = popcount(right);
        begin.out = out_before;
        if ((right >> mine & 1) != 0) {
          if (right != begun || right >> mine != 1)
            return {begin, {in_end, out_before + out_bytes}, sections};
          // The last one ends with the chunk, and none follow.
          block.queue.finish(t, block.queue.ends(sections - 1), end);
          return {begin, end, sections};
        }
        walks_on = has_section && popcount(begun & low_bits(mine)) == sections;
      }
      if (walks_on) {
        std::uint64_t* const ends = block.queue.ends(sections);
        // The first one of the queue begins where the last section ends.
        if (sections > 0 && t.lane() == 0) t.store_relaxed(ends - 1, begin.word());
        section_cutter found(begin, end.in - begin.in, end.out,
                             section_queue::section_bytes(end.out, cut_sections), ends);
        walk(t, in + begin.in, found, storage.of_walker, window);
        block.queue.finish(t, found.next(), end);
      }
      return {{}, {}, sections};
    }

    /// Looks for the beginning of section `mine`: in its range of the compressed bytes, and where
    /// the walker supposes one.
    template <class Thread>
    CODAG_DEVICE void find_section(const Thread& t, chunk_sections& sections, unsigned mine,
                                   const std::byte* data, std::uint32_t in_bytes,
                                   typename Walker::scratch& scratch, std::uint32_t* window) const {
      if (mine == 0) {
        sections.begin(t, 0, 0);
        return;
      }
      const std::uint32_t range = bytes_per_warp(in_bytes);
      if (range < Walker::least_section_bytes) return;
      const std::uint32_t first = mine * range - Walker::bytes_before_section;
      const compressed_words words(data + first, in_bytes - first);
      typename input::template buffer<Thread> in(t, window, 0, words);
      const std::uint32_t limit =
          range < chunk_sections::most_bytes_searched ? range : chunk_sections::most_bytes_searched;
      if (!Walker::find_symbol(simt::warp_group<Thread>(t), in, scratch, limit)) return;
      const std::uint32_t at = (in.position() - words.begin_bit()) / 8;
      // Otherwise the next section may begin before it.
      if (at < range) sections.begin(t, mine, first + at);
    }

    /// Walks over the section that begins at `data`.
    template <class Thread>
    static CODAG_DEVICE void walk(const Thread& t, const std::byte* data, section_cutter& found,
                                  typename Walker::scratch& scratch, std::uint32_t* window) {
      const compressed_words words(data, found.in_bytes());
      typename input::template buffer<Thread> in(t, window, 0, words);
      constexpr auto value_bytes = static_cast<std::uint32_t>(sizeof(typename Decoder::element));
      Walker::walk(simt::warp_group<Thread>(t), in, scratch, found.section_bytes() / value_bytes,
                   [&](std::uint32_t bit, std::uint32_t values) {
                     return found.reached(t, {(bit - words.begin_bit()) / 8, values * value_bytes});
                   });
    }
  };

  template <class Run>
  static void run_kernels(const device_column& column, const launch_choice& choice, Run& run) {
    if (choice.phase != phase::timed) return;
    auto warps = static_cast<std::uint32_t>(value_of(parameters, choice.values, "warps_per_chunk"));
    if (warps == 0)
      warps = tuning::warps_of_a_chunk(run.gpu(), column.chunk_count, kernel::shared_bytes);
    if (warps > 1) return run(kernel{column, warps});
    if constexpr (opening_decoder<Decoder>)
      opened_lanes<Decoder>::run_both(alone{column}, choice.workspace, run);
    else
      run(alone{column});
  }
};

}  // namespace codag
