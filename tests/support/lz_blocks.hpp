// Tokens of an LZ77 stream, and a block of two warps that writes them, on the host backend.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <vector>

#include "codag/lz/output/block_output.hpp"
#include "codag/lz/tokens/block_match_writer.hpp"
#include "codag/lz/tokens/block_period_writer.hpp"
#include "codag/lz/tokens/block_token_storage.hpp"
#include "codag/lz/tokens/block_token_writer.hpp"
#include "codag/lz/tokens/token.hpp"
#include "codag/simt/host/launch.hpp"
#include "tests/support/lambda_kernel.hpp"

namespace codag::test {

using byte_vector = std::vector<std::uint8_t>;

/// What launch(out) writes to a chunk of `bytes` bytes that begins `offset` bytes after a line of
/// 16. The bytes before and after it keep their value; AddressSanitizer sees an access past those.
template <class Launch>
byte_vector written_by(std::size_t offset, std::size_t bytes, const Launch& launch) {
  constexpr std::align_val_t line{16};
  struct free_line {
    void operator()(std::byte* p) const { ::operator delete[](p, line); }
  };
  const std::size_t room = offset + bytes + 1;
  const std::unique_ptr<std::byte[], free_line> memory(
      static_cast<std::byte*>(::operator new[](room, line)));
  std::fill_n(memory.get(), room, std::byte{0xee});
  launch(memory.get() + offset);
  for (std::size_t i = 0; i < offset; ++i) EXPECT_EQ(memory[i], std::byte{0xee}) << i;
  EXPECT_EQ(memory[room - 1], std::byte{0xee}) << "a byte after the chunk";
  const auto* begin = reinterpret_cast<const std::uint8_t*>(memory.get() + offset);
  return {begin, begin + bytes};
}

/// What the tokens give, one byte after the other.
inline byte_vector serial(const std::vector<lz::token>& tokens) {
  byte_vector out;
  for (const lz::token t : tokens) {
    const std::size_t at = out.size();
    if (!lz::is_match(t)) out.push_back(static_cast<std::uint8_t>(lz::number_of(t)));
    for (std::uint32_t i = 0; lz::is_match(t) && i < lz::number_of(t); ++i)
      out.push_back(out[at + i - lz::distance_of(t)]);
  }
  return out;
}

inline lz::token make_match(std::uint32_t length, std::uint32_t distance) {
  return length << 16 | distance;
}

inline constexpr unsigned block_warps = 2;

/// What a thread of the block has.
struct block_thread {
  using thread = simt::host::thread;
  using storage = lz::block_token_storage<block_warps>;

  block_thread(const thread& its_thread, storage& shared, std::byte* out, std::size_t out_bytes)
      : t(its_thread),
        memory(shared),
        output(t, memory.output, out, static_cast<std::uint32_t>(out_bytes)),
        values(t, memory, output),
        batches(t, memory, output),
        matches(t, memory, output) {}

  /// Gives the thread its tokens of those from number `first` to number `end`: write(mine,
  /// available).
  template <class Write>
  auto bring(const std::vector<lz::token>& tokens, std::size_t first, std::size_t end,
             const Write& write) const {
    lz::token mine[lz::tokens_per_thread];
    for (unsigned k = 0; k < lz::tokens_per_thread; ++k) {
      const std::size_t i = first + lz::tokens_per_thread * t.thread_index() + k;
      mine[k] = i < end ? tokens[i] : lz::make_literal(0);
    }
    return write(mine, static_cast<std::uint32_t>(end - first));
  }
  /// Writes a batch of the thread's tokens, and returns how many it takes.
  std::uint32_t write_batch(const lz::token (&mine)[lz::tokens_per_thread],
                            std::uint32_t available) {
    const std::uint32_t taken = batches.take(mine, available);
    if (taken > 0) batches.write();
    return taken;
  }

  /// Writes the tokens match by match. Returns false if it cannot.
  bool write_by_matches(const std::vector<lz::token>& tokens) {
    struct {
      const std::vector<lz::token>& all;
      void load(std::size_t i, lz::token (&tokens)[1]) const {
        tokens[0] = i < all.size() ? all[i] : lz::make_literal(0);
      }
      [[nodiscard]] std::uint32_t total() const { return static_cast<std::uint32_t>(all.size()); }
    } reader{tokens};
    return matches.write(reader);
  }

  /// Writes the tokens in batches. Returns false if it cannot.
  bool write_in_batches(const std::vector<lz::token>& tokens, bool repeats) {
    const auto write = [&](const auto& mine, std::uint32_t available) {
      const std::uint32_t by_values = repeats ? values.write(mine, available) : 0;
      if (by_values > 0) return by_values;
      return write_batch(mine, repeats ? values.left_to_token_writer(available) : available);
    };
    for (std::size_t first = 0; first < tokens.size();) {
      const std::uint32_t taken = bring(tokens, first, tokens.size(), write);
      if (taken == 0) return false;
      first += taken;
    }
    return true;
  }

  const thread& t;
  storage& memory;
  lz::block_output<thread> output;
  lz::block_period_writer<thread, block_warps> values;
  lz::block_token_writer<thread, block_warps> batches;
  lz::block_match_writer<thread, block_warps> matches;
};

/// Runs body(block_thread&) for each thread of the block.
template <class Body>
void run_block(std::byte* out, std::size_t out_bytes, const Body& body,
               const simt::host::launch_options& options = {}) {
  run<block_thread::storage>(
      {1, block_warps * simt::warp_size},
      [&](const block_thread::thread& t, block_thread::storage& memory) {
        block_thread its(t, memory, out, out_bytes);
        body(its);
      },
      options);
}

/// How a block writes tokens: by block_token_writer, with few or many tokens per thread, by
/// block_period_writer where that can, or by block_match_writer.
enum class block_way { batches, short_tokens, repeated_values, matches };
inline constexpr block_way block_ways[] = {block_way::batches, block_way::short_tokens,
                                           block_way::repeated_values, block_way::matches};

/// Writes the tokens with many per thread. Returns whether they are the whole chunk.
inline bool write_short_tokens(const std::vector<lz::token>& tokens, std::byte* out,
                               std::size_t out_bytes, const simt::host::launch_options& options) {
  constexpr unsigned per_thread = lz::short_tokens_per_thread;
  using storage = lz::block_token_storage<block_warps, per_thread>;
  using thread = simt::host::thread;
  bool whole = false;
  run<storage>(
      {1, block_warps * simt::warp_size},
      [&](const thread& t, storage& memory) {
        lz::block_output<thread> output(t, memory.output, out,
                                        static_cast<std::uint32_t>(out_bytes));
        lz::block_token_writer<thread, block_warps, per_thread> batches(t, memory, output);
        for (std::size_t first = 0; first < tokens.size();) {
          lz::token mine[per_thread];
          for (unsigned k = 0; k < per_thread; ++k) {
            const std::size_t i = first + per_thread * t.thread_index() + k;
            mine[k] = i < tokens.size() ? tokens[i] : lz::make_literal(0);
          }
          const std::uint32_t taken =
              batches.take(mine, static_cast<std::uint32_t>(tokens.size() - first));
          if (taken == 0) return;
          batches.write();
          first += taken;
        }
        const bool is_whole = output.finish();
        if (t.thread_index() == 0) whole = is_whole;
      },
      options);
  return whole;
}

/// Writes the tokens by a block. Returns whether it says that they are the whole chunk.
inline bool write_by_block(const std::vector<lz::token>& tokens, std::byte* out,
                           std::size_t out_bytes, block_way way,
                           const simt::host::launch_options& options) {
  if (way == block_way::short_tokens) return write_short_tokens(tokens, out, out_bytes, options);
  bool whole = false;
  const bool repeats = way == block_way::repeated_values;
  run_block(
      out, out_bytes,
      [&](block_thread& b) {
        const bool written = way == block_way::matches ? b.write_by_matches(tokens)
                                                       : b.write_in_batches(tokens, repeats);
        if (!written) return;
        const bool is_whole = b.output.finish();
        if (b.t.thread_index() == 0) whole = is_whole;
      },
      options);
  return whole;
}

}  // namespace codag::test
