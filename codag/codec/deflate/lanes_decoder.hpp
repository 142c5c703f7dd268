// deflate's decoder for lanes. Parsing and writing are kernels of their own, because they need
// different resources (docs/performance.md).
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/deflate/copy_stored_blocks.hpp"
#include "codag/codec/deflate/deflate.hpp"
#include "codag/codec/deflate/dense_list.hpp"
#include "codag/codec/deflate/device_decoder.hpp"
#include "codag/codec/deflate/output_then_lists.hpp"
#include "codag/codec/deflate/token_lists.hpp"
#include "codag/codec/deflate/token_parser.hpp"
#include "codag/codec/deflate/token_sample.hpp"
#include "codag/codec/deflate/two_pass_lanes.hpp"
#include "codag/codec/deflate/window_lanes.hpp"
#include "codag/codec/deflate/write_tokens.hpp"
#include "codag/listed_chunk.hpp"
#include "codag/lz/output/block_output.hpp"
#include "codag/lz/tokens/block_period_writer.hpp"
#include "codag/lz/tokens/block_token_storage.hpp"
#include "codag/lz/tokens/block_token_writer.hpp"
#include "codag/lz/tokens/token.hpp"
#include "codag/stream/compressed_words.hpp"

namespace codag::deflate {

/// A listing_decoder (see the concept). It decodes bytes, whatever T is.
template <class T>
struct lanes_decoder {
  using sequential = device_decoder<T>;
  static_assert(lz::longest_match == max_match);
  static_assert(lz::block_output_storage::ring_bytes >= max_distance);

  using parse_storage = parser_storage<window_storage>;
  using parse_again_storage = parser_storage<two_pass_storage>;
  static constexpr unsigned parse_warps = 16, parse_again_warps = 16, write_warps = 32;
  static constexpr unsigned write_shared_bytes = lz::buffer_bytes;
  static constexpr unsigned block_write_warps = 8, write_again_blocks = 3;
  using block_write_storage = lz::block_token_storage<block_write_warps>;
  /// For chunks of short tokens, or of longer ones.
  union write_again_storage {
    lz::block_token_storage<block_write_warps, lz::short_tokens_per_thread> many;
    lz::block_token_storage<block_write_warps> few;
  };

  static constexpr std::uint64_t list_alignment = token_list::alignment;
  /// A token takes a word in the lists. Twelve times the compressed bytes suffice for tokens of 2.7
  /// bits or more, on average, if they stand one after the other, as parse_again() lists them. In
  /// the lists of parse(), tokens that a lane decodes before it meets the next lane take room, too,
  /// and the only window of a small chunk is not full.
  static CODAG_HOST_DEVICE constexpr std::uint64_t list_bytes(std::uint64_t in_bytes) {
    return in_bytes / 16 * 3 * list_alignment + 16 * 1024;
  }

  /// Makes the lists. Unless `listed` is null, it gets the number of windows after each of them,
  /// with release, up to the first stored block. `given_up` is the number of chunks that have asked
  /// for parse_again() so far.
  template <class Thread>
  static CODAG_DEVICE listed_chunk parse(const Thread& t, const compressed_words& words,
                                         std::byte* lists, std::uint64_t bytes,
                                         std::uint32_t* listed, const std::uint32_t* given_up,
                                         parse_storage& s) {
    // Two thirds of what grows with the chunk: with all of it, parsing would take longer to see
    // that lanes meet late.
    token_list_writer<Thread> writer(t, lists, bytes - (bytes - list_bytes(0)) / 3, listed);
    token_parser<Thread, window_lanes<Thread>, token_list_writer<Thread>> parser(t, words, s,
                                                                                 writer, given_up);
    const bool whole = parser.parse();
    return {.windows = writer.windows(),
            .tokens = parser.tokens(),
            .stored = writer.stored(),
            .whole = whole,
            .parse_again = parser.gave_up()};
  }
  /// The same for a chunk that parse() has given up (token_parser::gave_up()). Its first windows
  /// are written to `out` if they are mostly literals; if there is no other one, the whole chunk is
  /// written.
  template <class Thread>
  static CODAG_DEVICE listed_chunk parse_again(const Thread& t, const compressed_words& words,
                                               std::byte* lists, std::uint64_t bytes,
                                               std::byte* out, std::uint32_t out_bytes,
                                               parse_again_storage& s) {
    output_then_lists<Thread> chunk(t, words, out, out_bytes, lists, bytes);
    token_parser<Thread, two_pass_lanes<Thread>, output_then_lists<Thread>> parser(t, words, s,
                                                                                   chunk);
    const bool whole = parser.parse();
    chunk.finish();
    return {.windows = chunk.windows(),
            .tokens = parser.tokens(),
            .stored = 0,
            .whole = whole && (chunk.windows() > 0 || chunk.wrote_all()),
            .parse_again = false};
  }
  /// Whether the matches in the lists of a chunk seem to repeat values. A block writes those fast.
  template <class Thread>
  static CODAG_DEVICE bool repeats(const Thread& t, const std::byte* lists, std::uint32_t windows) {
    return windows > 0 && repeats_values(t, lists);
  }
  /// A warp writes the output of the lists. Returns false, in all lanes, if that is not a whole
  /// chunk.
  template <class Thread>
  static CODAG_DEVICE bool write(const Thread& t, const std::byte* lists, std::uint32_t windows,
                                 std::byte* out, std::uint32_t out_bytes, std::byte* shared) {
    return write_tokens(t, lists, windows, out, out_bytes, shared);
  }
  /// The same, by a block of block_write_warps warps. `has_window` says whether there is a first
  /// window; next() says that of each next one.
  /// If `long_tokens`, tokens are expected to be long in some windows.
  template <bool long_tokens, class Thread, class Next>
  static CODAG_DEVICE bool write_by_block(const Thread& t, const std::byte* lists, bool has_window,
                                          const Next& next, bool repeats, std::byte* out,
                                          std::uint32_t out_bytes, block_write_storage& shared) {
    return write_tokens_by_block<block_write_warps, long_tokens>(t, lists, has_window, next,
                                                                 repeats, out, out_bytes, shared);
  }
  /// A block writes a chunk `in` that has stored blocks only, from lists that parse() has made.
  template <class Thread>
  static CODAG_DEVICE bool copy_stored(const Thread& t, const compressed_words& in,
                                       const std::byte* lists, std::uint32_t windows,
                                       std::byte* out, std::uint32_t out_bytes) {
    return copy_stored_blocks(t, in, lists, windows, out, out_bytes);
  }
  /// A block writes a chunk `in` that has other blocks, too, from lists that parse() has made.
  template <class Thread>
  static CODAG_DEVICE bool write_stored(const Thread& t, const compressed_words& in,
                                        const std::byte* lists, std::uint32_t windows,
                                        std::byte* out, std::uint32_t out_bytes,
                                        block_write_storage& shared) {
    lz::block_output<Thread> output(t, shared.output, out, out_bytes);
    lz::block_token_writer<Thread, block_write_warps> batches(t, shared, output);
    return write_tokens_and_stored<token_list_reader>(
        t, in, lists, windows, output,
        [&](const auto& tokens) { return write_window(t, tokens, batches); });
  }
  /// The same from lists that parse_again() has made.
  template <class Thread>
  static CODAG_DEVICE bool write_again(const Thread& t, const compressed_words& in,
                                       const std::byte* lists, std::uint32_t windows,
                                       std::byte* out, std::uint32_t out_bytes,
                                       write_again_storage& shared) {
    const token_sample sample = token_sample::of(t, lists, windows);
    // Fewer tokens per thread suffice if these fill a batch.
    using storage = lz::block_token_storage<block_write_warps>;
    if (sample.bytes_per_token * storage::most_tokens < storage::batch_bytes) {
      lz::block_output<Thread> output(t, shared.many.output, out, out_bytes);
      lz::block_token_writer<Thread, block_write_warps, lz::short_tokens_per_thread> batches(
          t, shared.many, output);
      return write_tokens_and_stored<dense_list_reader>(
          t, in, lists, windows, output,
          [&](const auto& tokens) { return write_window(t, tokens, batches); });
    }
    lz::block_output<Thread> output(t, shared.few.output, out, out_bytes);
    lz::block_period_writer<Thread, block_write_warps> values(t, shared.few, output);
    lz::block_token_writer<Thread, block_write_warps> batches(t, shared.few, output);
    return write_tokens_and_stored<dense_list_reader>(
        t, in, lists, windows, output, [&](const auto& tokens) {
          return write_window(t, tokens, sample.repeats, values, batches);
        });
  }
};

}  // namespace codag::deflate
