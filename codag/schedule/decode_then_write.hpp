// decode_then_write: a warp per chunk in two kernels, with all tokens in device memory between
// them.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "codag/annotate.hpp"
#include "codag/launch/launch.hpp"
#include "codag/parameters.hpp"
#include "codag/parts.hpp"
#include "codag/schedule/archetype.hpp"
#include "codag/schedule/device_column.hpp"
#include "codag/schedule/ring_lanes.hpp"
#include "codag/schedule/token_pipeline.hpp"
#include "codag/schedule/token_workspace.hpp"
#include "codag/simt/simt.hpp"

namespace codag {

/// A decoder in two steps. The first one stores a chunk's tokens in token_bytes() bytes of memory,
/// aligned to token_workspace::alignment. The second one writes the output of the tokens through a
/// ring. If the status of a step is not ok, it is that of the reference decoder. one_step does both
/// steps at once.
template <class Decoder>
concept token_decoder =
    ring_decoder<typename Decoder::one_step> &&
    requires(const archetype::thread& t, const std::byte* in, std::uint32_t n, std::byte* out) {
      typename std::integral_constant<unsigned, Decoder::decode_warps>;
      typename std::integral_constant<unsigned, Decoder::write_warps>;
      typename std::integral_constant<unsigned, Decoder::standard_ring_bytes>;
      typename std::integral_constant<unsigned, Decoder::decode_shared_bytes>;
      { Decoder::token_bytes(t, in, n, n) } -> std::same_as<std::uint64_t>;
      { Decoder::decode(t, in, n, n, out, out) } -> std::same_as<status>;
      { Decoder::write(t, in, n, in, out, n, out, n, n) } -> std::same_as<status>;
    };

/// An ablation of ring_lanes: Gompresso's two kernels (section III). The last step decodes the
/// chunks whose tokens do not fit into the workspace, as ring_lanes does. No encoder of ours makes
/// such chunks.
template <token_decoder Decoder>
struct decode_then_write {
  using one_kernel = ring_lanes<typename Decoder::one_step>;

  static constexpr std::array parts{
      part{"schedule", "pipeline"},  part{"decoding", "lanes"},
      part{"output_buffer", "ring"}, part{"input_buffer", "shared"},
      part{"prefetch_warp", "no"},   part{"kernels", "decode and write"}};
  static constexpr auto parameters = [] {
    auto all = one_kernel::parameters;
    std::ranges::find(all, "output_ring_bytes", &parameter::key)->standard =
        Decoder::standard_ring_bytes;
    return all;
  }();

 private:
  static constexpr joined_parts own_name{parts, 3};

 public:
  static constexpr const char* name = own_name.text;

  struct arguments : token_launch {
    std::uint32_t ring_bytes;  ///< of the kernel that writes
  };

  struct plan {
    arguments launch;

    [[nodiscard]] constexpr one_kernel fallback() const {
      return {launch.column, launch.warps_per_block, launch.ring_bytes};
    }
    /// Enough for the literals, and for sequences of four bytes on average.
    static constexpr std::uint64_t list_bytes(const device_column& column) {
      return 2 * column.out_bytes + column.chunk_count * (2 * token_workspace::alignment + 256);
    }
  };

  struct decode_kernel {
    static constexpr const char* name = "decode";
    static constexpr unsigned max_threads = parameters[0].most * simt::warp_size;
    static constexpr unsigned min_blocks = Decoder::decode_warps / parameters[0].most;
    arguments given;

    static constexpr decode_kernel of(const plan& p) { return decode_kernel{p.launch}; }
    [[nodiscard]] constexpr simt::launch_shape shape() const {
      return given.shape(Decoder::decode_shared_bytes);
    }
    template <class Thread>
    CODAG_DEVICE void operator()(const Thread& t, std::byte* shared) const {
      const std::uint32_t index = given.chunk_of(t);
      if (index >= given.column.chunk_count)
        return;  // the whole warp leaves; nothing below waits for the block
      std::byte* const mine = t.keep_shared(shared + t.warp() * Decoder::decode_shared_bytes);
      parsed_chunk record{.begin = 0, .windows = 0, .left = false};
      status result = status::bad_chunk_table;
      chunk c;
      if (load_chunk<std::uint8_t>(t, given.column, index, c)) {
        const std::byte* const in = given.column.in + c.in_offset;
        const std::uint64_t needed =
            token_workspace::aligned(Decoder::token_bytes(t, in, c.in_bytes, c.out_bytes));
        record.begin = given.workspace.take(t, needed);
        record.left = record.begin + needed > given.workspace.list_bytes;
        if (!record.left)
          result = Decoder::decode(t, in, c.in_bytes, c.out_bytes,
                                   given.workspace.lists() + record.begin, mine);
      }
      if (t.lane() != 0) return;
      t.store(given.workspace.records() + index, record);
      t.store(given.column.statuses + index, result);
    }
  };

  struct write_kernel {
    static constexpr const char* name = "write";
    static constexpr unsigned max_threads = parameters[0].most * simt::warp_size;
    static constexpr unsigned min_blocks = Decoder::write_warps / parameters[0].most;
    arguments given;

    static constexpr write_kernel of(const plan& p) { return write_kernel{p.launch}; }
    [[nodiscard]] constexpr simt::launch_shape shape() const {
      return given.shape(Decoder::write_shared_bytes(given.ring_bytes));
    }
    template <class Thread>
    CODAG_DEVICE void operator()(const Thread& t, std::byte* shared) const {
      const std::uint32_t index = given.chunk_of(t);
      if (index >= given.column.chunk_count) return;
      const std::uint32_t mine =
          shared_place(t, shared, Decoder::write_shared_bytes(given.ring_bytes));
      const parsed_chunk parsed = t.load(given.workspace.records() + index);
      const status decoded = t.load(given.column.statuses + index);
      if (parsed.left || decoded != status::ok) return;
      // decode_kernel has found the entry to be inside the column.
      chunk c;
      load_chunk<std::uint8_t>(t, given.column, index, c);
      const status result = Decoder::write(
          t, given.column.in + c.in_offset, c.in_bytes, given.workspace.lists() + parsed.begin,
          given.column.out + c.out_offset, c.out_bytes, shared, mine, given.ring_bytes);
      // All lanes have loaded the status before lane 0 changes it.
      t.sync_warp();
      if (t.lane() == 0) t.store(given.column.statuses + index, result);
    }
  };

  using steps = token_pipeline<plan, decode_kernel, write_kernel>;

  static constexpr std::uint64_t workspace_bytes(const device_column& column,
                                                 std::span<const std::uint64_t> /*values*/) {
    return steps::workspace_bytes(column);
  }

  template <class Run>
  static void run_kernels(const device_column& column, const launch_choice& choice, Run& run) {
    const one_kernel chosen = one_kernel::with(column, choice.values);
    const plan all{{{column, steps::workspace(column, choice.workspace), chosen.warps_per_block},
                    chosen.ring_bytes}};
    steps::run_steps(all, choice.phase, run);
  }
};

}  // namespace codag
