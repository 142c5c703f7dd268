// parse_then_write: one kernel finds the chunks' tokens, a warp per chunk, and others write their
// output.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "codag/launch/launch.hpp"
#include "codag/listed_chunk.hpp"
#include "codag/parts.hpp"
#include "codag/schedule/all_threads.hpp"
#include "codag/schedule/device_column.hpp"
#include "codag/schedule/launch_parameters.hpp"
#include "codag/schedule/listed_windows.hpp"
#include "codag/schedule/listing_decoder.hpp"
#include "codag/schedule/queued_chunks.hpp"
#include "codag/schedule/token_pipeline.hpp"
#include "codag/schedule/token_workspace.hpp"
#include "codag/schedule/warp_per_chunk.hpp"
#include "codag/simt/gpu_facts.hpp"
#include "codag/simt/simt.hpp"
#include "codag/stream/compressed_words.hpp"
#include "codag/stream/shared_input_buffer.hpp"
#include "codag/tuning/policy.hpp"

namespace codag {

/// Decoding by lanes in several kernels, because finding tokens and writing their output need
/// different resources: many registers and much shared memory for few warps, or many warps
/// (docs/performance.md). The steps, in this order:
/// - reset_step sets up the workspace;
/// - parse_kernel finds the tokens, with a warp per chunk;
/// - write_kernel writes chunks, with a warp for each;
/// - write_by_block_kernel writes the other chunks, with a block for each;
/// - parse_again_kernel finds, in another way, the tokens of chunks that parse_kernel has given up,
///   with a warp for each. It may write their output at once;
/// - write_again_kernel writes the output that parse_again_kernel left, with a block per chunk;
/// - write_stored_kernel writes chunks with stored bytes, with a block for each;
/// - rest_step decodes, by all_threads, the chunks that the kernels above have given up.
/// Most columns leave several of them without work. A kernel without work takes little time if it
/// is launched ahead. So all are, but for the first one, the early ones, and parse_again_kernel.
/// Launched ahead, the blocks of parse_again_kernel would fill the multiprocessors that are free
/// first, and leave others idle: the mixture of 1 MiB took 20 % longer (H200, 30 November 2026).
///
/// Few chunks leave most of a multiprocessor idle if each is written by one warp. Then a block of
/// warps writes each chunk, and the blocks may begin while the chunks are being parsed. With many
/// chunks, a block writes a chunk if its tokens are short, which a warp writes slowly, or if its
/// matches repeat values, which a block writes fast. The parse kernel decides, because it knows the
/// tokens.
template <listing_decoder Decoder>
struct parse_then_write {
  static_assert(token_workspace::alignment % Decoder::list_alignment == 0);
  static constexpr std::array parts{part{"schedule", "pipeline"}, part{"decoding", "lanes"},
                                    part{"input_buffer", "shared"}, part{"prefetch_warp", "no"},
                                    part{"kernels", "parse and write"}};
  static constexpr std::array<std::string_view, 3> writers{"warp", "auto", "block"};
  static constexpr std::array<std::string_view, 2> parsers{"auto", "two_passes"};
  static constexpr std::array parameters{
      warps_per_block_parameter(1, 4, 4),
      parameter{
          .key = "writer",
          .label = "writer",
          .least = 0,
          .most = writers.size() - 1,
          .standard = 1,
          .choices = writers,
          .help =
              "what writes a chunk: a warp, or a block of 8 warps; auto: by the number of chunks "
              "and by their tokens (docs/performance.md). Other kernels write stored bytes"},
      parameter{
          .key = "parser",
          .label = "parser",
          .least = 0,
          .most = parsers.size() - 1,
          .standard = 0,
          .choices = parsers,
          .help = "how tokens are found: in two passes, or auto: in one, and in two if lanes give "
                  "up the chunk (docs/performance.md). What is found in two passes is written by "
                  "the warp that found it, or by a block"}};
  static_assert(well_declared(parameters));
  /// The chunks that the GPU writes at once, if a block writes each.
  static constexpr std::uint32_t chunks_held_by_blocks(const simt::gpu_facts& gpu) {
    constexpr unsigned threads = Decoder::block_write_warps * simt::warp_size;
    return gpu.multiprocessors *
           std::min(Decoder::write_warps / Decoder::block_write_warps,
                    simt::blocks_held(gpu, threads, sizeof(typename Decoder::block_write_storage)));
  }
  /// The same, if a warp writes each.
  static constexpr std::uint32_t chunks_held_by_warps(const simt::gpu_facts& gpu) {
    constexpr auto warps = static_cast<unsigned>(parameters[0].standard);
    return gpu.multiprocessors *
           std::min(Decoder::write_warps,
                    warps * simt::blocks_held(gpu, warps * simt::warp_size,
                                              warps * Decoder::write_shared_bytes));
  }
  /// Whether blocks begin early, with few chunks.
  static constexpr bool begin_early(const simt::gpu_facts& gpu, const device_column& column) {
    return column.in_bytes <= column.out_bytes / thresholds(gpu).least_ratio_to_begin_early;
  }
  /// Whether those blocks expect long tokens, too.
  static constexpr bool expect_long_tokens(const simt::gpu_facts& gpu,
                                           const device_column& column) {
    return column.in_bytes <= column.out_bytes / thresholds(gpu).least_ratio_of_long_tokens;
  }
  /// With more than chunks_held_by_blocks() chunks, a block writes a chunk whose values repeat if
  /// the chunk has at least this many bytes.
  static constexpr std::uint32_t least_repeated_bytes(const simt::gpu_facts& gpu,
                                                      std::uint32_t chunks) {
    return chunks <= chunks_held_by_warps(gpu) ? thresholds(gpu).repeated_bytes_with_few_chunks
                                               : thresholds(gpu).repeated_bytes_with_many_chunks;
  }

  /// What plan_of() has chosen: above all, whether warps write chunks, or blocks, or each some.
  struct choices {
    bool warps, blocks;
    bool early;        ///< whether blocks write a chunk while it is parsed; warps write none then
    bool long_tokens;  ///< whether these blocks expect long tokens, too
    bool two_passes;   ///< whether all chunks are parsed in two passes
    std::uint32_t least_repeated_bytes;  ///< of a chunk whose values a block looks at
    std::uint32_t short_token_bytes;     ///< blocks write chunks with fewer per token
    std::uint32_t most_blocks;           ///< that the GPU holds at once
    /// How many chunks parse_again_kernel and write_again_kernel take at once.
    std::uint32_t most_parsed_again, most_written_again;
  };

  struct plan {
    token_launch launch;
    choices chosen;

    [[nodiscard]] constexpr auto fallback() const {
      return warp_per_chunk<typename Decoder::sequential, all_threads, shared_input>{launch.column};
    }
    /// Enough for chunks that share no compressed byte.
    static constexpr std::uint64_t list_bytes(const device_column& column) {
      return Decoder::list_bytes(column.in_bytes) + column.chunk_count * Decoder::list_bytes(0);
    }
  };

 private:
  static constexpr joined_parts own_name{parts, 3};
  static constexpr const tuning::block_writing& thresholds(const simt::gpu_facts& gpu) {
    return tuning::policy_of(gpu).blocks;
  }

 public:
  static constexpr const char* name = own_name.text;

  struct parse_kernel {
    static constexpr const char* name = "parse";
    static constexpr bool launched_ahead = true;
    static constexpr unsigned max_threads = parameters[0].most * simt::warp_size;
    static constexpr unsigned min_blocks = Decoder::parse_warps / parameters[0].most;
    token_launch given;
    choices chosen;

    static constexpr parse_kernel of(const plan& p) { return {p.launch, p.chosen}; }
    [[nodiscard]] constexpr simt::launch_shape shape() const {
      return given.shape(sizeof(typename Decoder::parse_storage));
    }
    template <class Thread>
    CODAG_DEVICE void operator()(const Thread& t, std::byte* shared) const {
      const std::uint32_t index = given.chunk_of(t);
      if (index >= given.column.chunk_count)
        return;  // the whole warp leaves; nothing below waits for the block
      parsed_chunk* const record = given.workspace.records() + index;
      auto& storage =
          *t.keep_shared(reinterpret_cast<typename Decoder::parse_storage*>(shared) + t.warp());
      parsed_chunk result{.begin = 0, .windows = 0, .left = true};
      chunk c;
      if (load_chunk_of<typename Decoder::sequential>(t, given.column, index, c)) {
        const std::uint64_t bytes = Decoder::list_bytes(c.in_bytes);
        result.begin = given.workspace.take(t, bytes);
        // An acquire load of `windows` makes `begin` visible.
        if (t.lane() == 0) t.store(&record->begin, result.begin);
        if (result.begin + bytes <= given.workspace.list_bytes) {
          listed_chunk listed{
              .windows = 0, .tokens = 0, .stored = 0, .whole = false, .parse_again = true};
          if (!chosen.two_passes)
            listed = Decoder::parse(t, compressed_words(given.column.in + c.in_offset, c.in_bytes),
                                    given.workspace.lists() + result.begin, bytes,
                                    chosen.early ? &record->windows : nullptr,
                                    given.workspace.queued(chunk_queue::parse_again), storage);
          result.windows = listed.windows;
          result.left = !listed.whole;
          const bool short_tokens =
              std::uint64_t{listed.tokens} * chosen.short_token_bytes > c.out_bytes;
          if (!chosen.early && chosen.blocks && !short_tokens && !result.left &&
              c.out_bytes >= chosen.least_repeated_bytes)
            result.repeats =
                Decoder::repeats(t, given.workspace.lists() + result.begin, result.windows);
          result.by_block = chosen.blocks && (!chosen.warps || short_tokens || result.repeats);
          // write_stored_kernel takes it from the queue. The kernels before that leave it.
          const bool stored = listed.whole && listed.stored > 0;
          if (stored) result.left = true;
          if (t.lane() == 0 && stored)
            given.workspace.enqueue(t,
                                    listed.stored == listed.windows ? chunk_queue::copy_stored
                                                                    : chunk_queue::write_stored,
                                    index);
          if (t.lane() == 0 && listed.parse_again)
            given.workspace.enqueue(t, chunk_queue::parse_again, index);
        }
      }
      if (t.lane() != 0) return;
      t.store(&record->left, result.left);
      t.store(&record->by_block, result.by_block);
      t.store(&record->repeats, result.repeats);
      // Release: an early writer that sees the end sees the record's other members and all windows.
      t.store_release(&record->windows, result.windows | (result.left ? window_count::given_up
                                                                      : window_count::all_listed));
    }
  };

  struct write_kernel {
    static constexpr const char* name = "write";
    static constexpr bool launched_ahead = true;
    static constexpr unsigned max_threads = parameters[0].most * simt::warp_size;
    static constexpr unsigned min_blocks = Decoder::write_warps / parameters[0].most;
    token_launch given;

    static constexpr bool runs(const plan& p) { return p.chosen.warps; }
    static constexpr write_kernel of(const plan& p) { return write_kernel{p.launch}; }
    [[nodiscard]] constexpr simt::launch_shape shape() const {
      return given.shape(Decoder::write_shared_bytes);
    }
    template <class Thread>
    CODAG_DEVICE void operator()(const Thread& t, std::byte* shared) const {
      const std::uint32_t index = given.chunk_of(t);
      if (index >= given.column.chunk_count) return;
      parsed_chunk* const record = given.workspace.records() + index;
      const parsed_chunk parsed = t.load(record);
      if (parsed.left || parsed.by_block) return;
      // parse_kernel has found the entry to be inside the column.
      chunk c;
      load_chunk_of<typename Decoder::sequential>(t, given.column, index, c);
      const bool whole = Decoder::write(
          t, given.workspace.lists() + parsed.begin, window_count::windows(parsed.windows),
          given.column.out + c.out_offset, c.out_bytes,
          t.keep_shared(shared + t.warp() * Decoder::write_shared_bytes));
      // All lanes have loaded the record before lane 0 changes it.
      t.sync_warp();
      if (t.lane() != 0) return;
      if (whole)
        t.store(given.column.statuses + index, status::ok);
      else
        t.store(&record->left, true);
    }
  };

  /// A block per chunk. If it is `early`, it begins while the chunks are being parsed, and writes
  /// what has been found so far; then it writes all chunks, which may have `long_tokens`.
  template <bool early, bool long_tokens = false>
  struct write_by_block_kernel {
    static_assert(early || !long_tokens, "otherwise, warps write chunks of long tokens");
    static constexpr const char* name = long_tokens ? "write_long_by_block_early"
                                        : early     ? "write_by_block_early"
                                                    : "write_by_block";
    static constexpr unsigned max_threads = Decoder::block_write_warps * simt::warp_size;
    static constexpr unsigned min_blocks = Decoder::write_warps / Decoder::block_write_warps;
    using shared_storage = typename Decoder::block_write_storage;
    token_launch given;

    /// parse_kernel is launched ahead, so that blocks begin when all of its warps have.
    static constexpr bool begins_early = early, launched_ahead = true;
    static constexpr bool runs(const plan& p) {
      return p.chosen.blocks && p.chosen.early == early &&
             (!early || p.chosen.long_tokens == long_tokens);
    }
    static constexpr write_by_block_kernel of(const plan& p) {
      return write_by_block_kernel{p.launch};
    }
    [[nodiscard]] constexpr simt::launch_shape shape() const {
      return {given.column.chunk_count, max_threads};
    }
    template <class Thread>
    CODAG_DEVICE void operator()(const Thread& t, shared_storage& shared) const {
      parsed_chunk* const record = given.workspace.records() + t.block();
      chunk c;
      bool whole;
      if constexpr (early) {
        if (!load_chunk_of<typename Decoder::sequential>(t, given.column, t.block(), c))
          return;  // the parse kernel leaves it, too
        listed_windows<Thread> windows(t, &record->windows);
        const bool any = windows.next();
        const std::byte* const lists = given.workspace.lists() + t.load(&record->begin);
        const bool written = write(
            t, c, lists, any, [&] { return windows.next(); }, any && Decoder::repeats(t, lists, 1),
            shared);
        // No barrier: thread 0 alone changes the record, in a member that no other thread loads. It
        // waits for the parser, which stores that member, too.
        if (t.thread_index() != 0 || !windows.whole()) return;
        whole = written;
      } else {
        const parsed_chunk parsed = t.load(record);
        if (parsed.left || !parsed.by_block) return;  // the whole block leaves
        // parse_kernel has found the entry to be inside the column.
        load_chunk_of<typename Decoder::sequential>(t, given.column, t.block(), c);
        std::uint32_t windows = window_count::windows(parsed.windows);
        whole = write(
            t, c, given.workspace.lists() + parsed.begin, windows > 0,
            [&] { return --windows > 0; }, parsed.repeats, shared);
        // All threads have loaded the record before one changes it.
        t.sync_block();
        if (t.thread_index() != 0) return;
      }
      if (whole)
        t.store(given.column.statuses + t.block(), status::ok);
      else
        t.store(&record->left, true);
    }

   private:
    template <class Thread, class Next>
    CODAG_DEVICE bool write(const Thread& t, const chunk& c, const std::byte* lists, bool any,
                            const Next& next, bool repeats, shared_storage& shared) const {
      return Decoder::template write_by_block<long_tokens>(t, lists, any, next, repeats,
                                                           given.column.out + c.out_offset,
                                                           c.out_bytes, *t.keep_shared(&shared));
    }
  };

  /// Warps that parse again what parse_kernel has given up, and write some of it.
  struct parse_again_kernel {
    static constexpr const char* name = "parse_again";
    static constexpr unsigned max_threads = simt::warp_size;
    static constexpr unsigned min_blocks = Decoder::parse_again_warps;
    using shared_storage = typename Decoder::parse_again_storage;
    token_launch given;
    std::uint32_t blocks;

    static constexpr parse_again_kernel of(const plan& p) {
      return {p.launch, std::min(p.launch.column.chunk_count, p.chosen.most_parsed_again)};
    }
    [[nodiscard]] constexpr simt::launch_shape shape() const { return {blocks, max_threads}; }
    template <class Thread>
    CODAG_DEVICE void operator()(const Thread& t, shared_storage& shared) const {
      const token_workspace& memory = given.workspace;
      each_queued<typename Decoder::sequential>(
          t, given, blocks, chunk_queue::parse_again, [&](std::uint32_t index, const chunk& c) {
            parsed_chunk* const record = memory.records() + index;
            const listed_chunk listed = Decoder::parse_again(
                t, compressed_words(given.column.in + c.in_offset, c.in_bytes),
                memory.lists() + t.load(&record->begin), Decoder::list_bytes(c.in_bytes),
                given.column.out + c.out_offset, c.out_bytes, *t.keep_shared(&shared));
            if (t.lane() != 0 || !listed.whole) return;
            if (listed.windows == 0) {  // all of its output is written
              t.store(&record->left, false);
              t.store(&record->by_block, false);
              t.store(given.column.statuses + index, status::ok);
              return;
            }
            // For the kernels that write only tokens it stays given up. The queue has it.
            t.store(&record->windows, listed.windows | window_count::given_up);
            memory.enqueue(t, chunk_queue::write_again, index);
          });
    }
  };

  /// Blocks that write what was parsed again. If tokens are short, as most literals are, a block
  /// takes many at once, in more shared memory than the other writers have.
  struct write_again_kernel {
    static constexpr const char* name = "write_again";
    static constexpr bool launched_ahead = true;
    static constexpr unsigned max_threads = Decoder::block_write_warps * simt::warp_size;
    static constexpr unsigned min_blocks = Decoder::write_again_blocks;
    using storage = typename Decoder::write_again_storage;
    token_launch given;
    std::uint32_t blocks;

    static constexpr write_again_kernel of(const plan& p) {
      return {p.launch, std::min(p.launch.column.chunk_count, p.chosen.most_written_again)};
    }
    [[nodiscard]] constexpr simt::launch_shape shape() const {
      return {blocks, max_threads, sizeof(storage)};
    }
    template <class Thread>
    CODAG_DEVICE void operator()(const Thread& t, std::byte* shared) const {
      write_queued<typename Decoder::sequential>(
          t, given, blocks, chunk_queue::write_again, [&](const auto&... what) {
            return Decoder::write_again(t, what...,
                                        *t.keep_shared(reinterpret_cast<storage*>(shared)));
          });
    }
  };

  /// Blocks that write the chunks of which bytes are stored. A kernel of its own, because
  /// copying needs registers: in the other ones, columns without a stored byte took up to 29 %
  /// longer (TPT on an H200, 29 November 2026).
  struct write_stored_kernel {
    static constexpr const char* name = "write_stored";
    static constexpr bool launched_ahead = true;
    static constexpr unsigned max_threads = Decoder::block_write_warps * simt::warp_size;
    static constexpr unsigned min_blocks = Decoder::write_warps / Decoder::block_write_warps;
    using shared_storage = typename Decoder::block_write_storage;
    token_launch given;
    std::uint32_t blocks;

    static constexpr write_stored_kernel of(const plan& p) {
      return {p.launch, std::min(p.launch.column.chunk_count, p.chosen.most_blocks)};
    }
    [[nodiscard]] constexpr simt::launch_shape shape() const { return {blocks, max_threads}; }
    template <class Thread>
    CODAG_DEVICE void operator()(const Thread& t, shared_storage& shared) const {
      write_queued<typename Decoder::sequential>(
          t, given, blocks, chunk_queue::copy_stored,
          [&](const auto&... what) { return Decoder::copy_stored(t, what...); });
      write_queued<typename Decoder::sequential>(
          t, given, blocks, chunk_queue::write_stored, [&](const auto&... what) {
            return Decoder::write_stored(t, what..., *t.keep_shared(&shared));
          });
    }
  };

  using steps = token_pipeline<plan, parse_kernel, write_kernel, write_by_block_kernel<false>,
                               write_by_block_kernel<true>, write_by_block_kernel<true, true>,
                               parse_again_kernel, write_again_kernel, write_stored_kernel>;

  static constexpr std::uint64_t workspace_bytes(const device_column& column,
                                                 std::span<const std::uint64_t> /*values*/) {
    return steps::workspace_bytes(column);
  }

  /// What those values choose on that GPU.
  static constexpr plan plan_of(const simt::gpu_facts& gpu, const device_column& column,
                                std::span<const std::uint64_t> values, std::byte* workspace) {
    const std::string_view writer = writers[value_of(parameters, values, "writer")];
    const bool few = column.chunk_count <= chunks_held_by_blocks(gpu);
    const bool warps = writer == "warp" || (writer == "auto" && !few);
    return {{column, steps::workspace(column, workspace),
             launch_parameters_of(parameters, values).warps_per_block},
            {.warps = warps,
             .blocks = writer == "block" || writer == "auto",
             .early = writer != "warp" && few && begin_early(gpu, column),
             .long_tokens = expect_long_tokens(gpu, column),
             .two_passes = parsers[value_of(parameters, values, "parser")] == "two_passes",
             .least_repeated_bytes = warps ? least_repeated_bytes(gpu, column.chunk_count) : 0,
             .short_token_bytes = thresholds(gpu).short_token_bytes,
             .most_blocks = chunks_held_by_blocks(gpu),
             .most_parsed_again = gpu.multiprocessors *
                                  simt::blocks_held(gpu, simt::warp_size,
                                                    sizeof(typename Decoder::parse_again_storage)),
             .most_written_again =
                 gpu.multiprocessors *
                 std::min(Decoder::write_again_blocks,
                          simt::blocks_held(gpu, Decoder::block_write_warps * simt::warp_size,
                                            sizeof(typename Decoder::write_again_storage)))}};
  }

  template <class Run>
  static void run_kernels(const device_column& column, const launch_choice& choice, Run& run) {
    steps::run_steps(plan_of(run.gpu(), column, choice.values, choice.workspace), choice.phase,
                     run);
  }

  /// The beginning of the workspace that the functions below read, in bytes.
  static constexpr std::uint64_t recorded_bytes(const device_column& column) {
    return steps::record_bytes(column);
  }
  /// Who wrote a chunk: "warp", "block", or "rest", the kernel that decodes what the others leave.
  /// A launch has ended, and `workspace` is a copy of its first recorded_bytes() in host memory.
  static std::string_view writer_of(const device_column& column, std::byte* workspace,
                                    std::uint32_t chunk) {
    const parsed_chunk& its = steps::workspace(column, workspace).records()[chunk];
    return its.left ? "rest" : its.by_block ? "block" : "warp";
  }
  /// The parts that the column's tokens decided: who wrote its chunks, from the same copy.
  static std::array<part, 2> parts_that_ran(const device_column& column, std::byte* workspace) {
    bool warps = false, blocks = false, rest = false;
    for (std::uint32_t i = 0; i < column.chunk_count; ++i) {
      const std::string_view writer = writer_of(column, workspace, i);
      rest |= writer == "rest";
      blocks |= writer == "block";
      warps |= writer == "warp";
    }
    constexpr std::array<std::string_view, 8> wrote{
        "nobody", "warp",          "block",          "warp and block",
        "rest",   "warp and rest", "block and rest", "warp, block and rest"};
    return {part{"decoding", warps || blocks ? "lanes" : "all_threads"},
            part{"writer", wrote[warps + 2 * blocks + 4 * rest]}};
  }
};

}  // namespace codag
