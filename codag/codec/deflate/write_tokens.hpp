// write_tokens: a warp or a block writes a chunk from its tokens.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/deflate/token_lists.hpp"
#include "codag/codec/deflate/token_sample.hpp"
#include "codag/lz/output/block_output.hpp"
#include "codag/lz/output/output_buffer.hpp"
#include "codag/lz/tokens/block_match_writer.hpp"
#include "codag/lz/tokens/block_period_writer.hpp"
#include "codag/lz/tokens/block_token_storage.hpp"
#include "codag/lz/tokens/block_token_writer.hpp"
#include "codag/lz/tokens/token_batch.hpp"
#include "codag/lz/tokens/warp_token_writer.hpp"
#include "codag/simt/simt.hpp"
#include "codag/simt/warp_group.hpp"
#include "codag/stream/compressed_words.hpp"

namespace codag::deflate {

/// A warp writes the tokens of `windows` windows. Returns whether they give `out_bytes` bytes,
/// which are then all written to `out`. If not, only a part of them is written. `memory` has
/// lz::buffer_bytes bytes. Collective over the warp.
template <class Thread>
CODAG_DEVICE bool write_tokens(const Thread& t, const std::byte* window, std::uint32_t windows,
                               std::byte* out, std::uint32_t out_bytes, std::byte* memory) {
  const simt::warp_group<Thread> warp(t);
  const unsigned lane = t.lane();
  lz::output_buffer<Thread> output(t, memory, out);
  lz::warp_token_writer<Thread> writer(warp, output);
  for (; windows > 0; --windows) {
    token_list_reader<Thread> tokens(warp, t, window);
    const auto has = [&](std::uint32_t first) { return first + lane < tokens.total(); };
    auto batch = lz::token_batch::of(warp, tokens.load(lane), has(0));
    lz::token after = tokens.load(simt::warp_size + lane);
    for (std::uint32_t first = 0; first < tokens.total(); first += simt::warp_size) {
      // While this batch is written, the sources of the next one are being loaded, and so are the
      // tokens of the one after that.
      auto next = lz::token_batch::of(warp, after, has(first + simt::warp_size));
      after = tokens.load(first + 2 * simt::warp_size + lane);
      next.load_early(output, output.position() + batch.total);
      if (batch.total > out_bytes - output.written() ||
          batch.reaches_before(warp, output.written()))
        return false;
      writer.write(batch);
      batch = next;
    }
    window = tokens.next_window();
  }
  output.finish();
  return output.written() == out_bytes;
}

/// A block of `warps` warps writes a window's tokens by batches. `repeats` says whether most
/// matches seem to repeat values. Returns false if it cannot; the chunk is lost then. Collective
/// over the block.
template <unsigned warps, class Thread, class Tokens>
CODAG_DEVICE bool write_window(const Thread& t, const Tokens& tokens, bool repeats,
                               lz::block_period_writer<Thread, warps>& values,
                               lz::block_token_writer<Thread, warps>& batches) {
  lz::token mine[lz::tokens_per_thread];
  std::uint32_t index = lz::tokens_per_thread * t.thread_index();  // of the thread's first token
  tokens.load(index, mine);
  for (std::uint32_t first = 0; first < tokens.total();) {
    const std::uint32_t available = tokens.total() - first;
    std::uint32_t taken = repeats ? values.write(mine, available) : 0;
    const bool is_batch = taken == 0;
    if (is_batch)
      taken = batches.take(mine, repeats ? values.left_to_token_writer(available) : available);
    if (taken == 0) return false;
    first += taken;
    index += taken;
    // While the batch is written, the tokens of the next one are being loaded.
    tokens.load(index, mine);
    if (is_batch) batches.write();
  }
  return true;
}
/// The same by batches alone, for which each thread takes `per_thread` tokens.
template <unsigned warps, unsigned per_thread, class Thread, class Tokens>
CODAG_DEVICE bool write_window(const Thread& t, const Tokens& tokens,
                               lz::block_token_writer<Thread, warps, per_thread>& batches) {
  lz::token mine[per_thread];
  std::uint32_t index = per_thread * t.thread_index();
  tokens.load(index, mine);
  for (std::uint32_t first = 0; first < tokens.total();) {
    const std::uint32_t taken = batches.take(mine, tokens.total() - first);
    if (taken == 0) return false;
    first += taken;
    index += taken;
    // While the batch is written, the tokens of the next one are being loaded.
    tokens.load(index, mine);
    batches.write();
  }
  return true;
}

/// Like write_tokens(), by all warps of a block. `has_window` says whether there is a first window,
/// and next() says that of each next one. `repeats` says whether most matches seem to repeat
/// values. If `long_tokens`, windows of long tokens are written by a block_match_writer. Collective
/// over the block. No window is that of a stored block.
template <unsigned warps, bool long_tokens, class Thread, class Next>
CODAG_DEVICE bool write_tokens_by_block(const Thread& t, const std::byte* window, bool has_window,
                                        const Next& next, bool repeats, std::byte* out,
                                        std::uint32_t out_bytes,
                                        lz::block_token_storage<warps>& memory) {
  const simt::warp_group<Thread> warp(t);
  lz::block_output<Thread> output(t, memory.output, out, out_bytes);
  lz::block_period_writer<Thread, warps> values(t, memory, output);
  lz::block_token_writer<Thread, warps> batches(t, memory, output);
  lz::block_match_writer<Thread, warps> matches(t, memory, output);
  for (; has_window; has_window = next()) {
    const token_list_reader<Thread> tokens(warp, t, window);
    const bool by_matches = long_tokens && !repeats && are_long(t, window);
    if (!(by_matches ? matches.write(tokens) : write_window(t, tokens, repeats, values, batches)))
      return false;
    window = tokens.next_window();
  }
  return output.finish();
}

/// A block writes a chunk to `output`. Its windows have tokens, which a Reader reads and `write`
/// writes, or are stored blocks of the chunk `in`; the first one may be what is written already.
/// Returns whether they give the whole chunk, as write_tokens(). Collective over the block.
template <template <class> class Reader, class Thread, class Write>
CODAG_DEVICE bool write_tokens_and_stored(const Thread& t, const compressed_words& in,
                                          const std::byte* window, std::uint32_t windows,
                                          lz::block_output<Thread>& output, const Write& write) {
  const simt::warp_group<Thread> warp(t);
  for (; windows > 0; --windows) {
    const std::uint32_t kind = token_list::kind_of(t, window);
    if (kind == token_list::kind_written) {
      output.adopt(token_list::written_of(t, window));
      window += token_list::header_bytes;
    } else if (kind == token_list::kind_stored) {
      const auto stored = token_list::stored_of(t, window);
      if (stored.count > output.left()) return false;
      output.append(in, stored.from, stored.count);
      window += token_list::header_bytes;
    } else {
      const Reader<Thread> tokens(warp, t, window);
      if (!write(tokens)) return false;
      window = tokens.next_window();
    }
    // The window's bytes are there, and its batch is not read any more.
    t.sync_block();
  }
  return output.finish();
}

}  // namespace codag::deflate
