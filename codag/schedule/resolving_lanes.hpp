// resolving_lanes: a warp per chunk, each lane takes a sequence, and the launch chooses how the
// warp resolves back-references.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>

#include "codag/launch/launch.hpp"
#include "codag/lz/sequences/multi_round.hpp"
#include "codag/lz/sequences/no_dependency.hpp"
#include "codag/lz/sequences/resolution.hpp"
#include "codag/lz/sequences/sequential_copy.hpp"
#include "codag/parts.hpp"
#include "codag/schedule/archetype.hpp"
#include "codag/schedule/device_column.hpp"
#include "codag/schedule/launch_parameters.hpp"
#include "codag/simt/simt.hpp"

namespace codag {

/// A decoder whose lanes take a sequence each: a literal string and a back-reference. It reads and
/// writes global memory, and has shared_bytes of shared memory, a multiple of shared_alignment.
/// decode() is collective over the warp; lane 0, at least, has the status.
template <class Decoder>
concept resolving_decoder =
    requires(const archetype::thread& t, const std::byte* in, std::uint32_t bytes, std::byte* out) {
      typename std::integral_constant<unsigned, Decoder::shared_bytes>;
      requires(Decoder::shared_bytes % simt::shared_alignment == 0);
      {
        Decoder::template decode<lz::multi_round>(t, in, bytes, out, bytes, out)
      } -> std::same_as<status>;
    };

/// Gompresso's decompression (section III): each chunk is assigned to a warp. There is a kernel for
/// each resolution, so that one does not take the registers of another.
template <resolving_decoder Decoder>
struct resolving_lanes {
  static constexpr std::array parts{part{"schedule", "warp_per_chunk"}, part{"decoding", "lanes"},
                                    part{"input_buffer", "global"}, part{"prefetch_warp", "no"}};
  /// In the order of the values of `resolve`.
  static constexpr std::array<std::string_view, 3> resolutions{
      lz::sequential_copy::name, lz::multi_round::name, lz::no_dependency::name};
  static constexpr std::array parameters{warps_per_block_parameter(1, 8, 4),
                                         parameter{.key = "resolve",
                                                   .label = "resolve",
                                                   .least = 0,
                                                   .most = resolutions.size() - 1,
                                                   .standard = 1,
                                                   .choices = resolutions,
                                                   .help = "how back-references are resolved"}};
  static_assert(well_declared(parameters));

 private:
  static constexpr joined_parts own_name{parts, 3};

 public:
  static constexpr const char* name = own_name.text;

  /// Whether a launch with these values needs chunks without dependencies inside a group.
  static constexpr bool needs_independence(std::span<const std::uint64_t> values) {
    return resolutions[value_of(parameters, values, "resolve")] == lz::no_dependency::name;
  }

  template <class Resolution>
  struct kernel {
    // Not a constraint of the template: nvcc 12.4 stops with an internal error at a constrained
    // member template of a class template.
    static_assert(lz::resolution<Resolution, archetype::thread>);
    static constexpr const char* name = resolving_lanes::name;
    static constexpr unsigned max_threads = parameters[0].most * simt::warp_size;
    // Per multiprocessor, so that 32 warps can be resident. It bounds the registers.
    static constexpr unsigned min_blocks = 32 / parameters[0].most;

    device_column column;
    std::uint32_t warps_per_block;

    [[nodiscard]] constexpr simt::launch_shape shape() const {
      return {(column.chunk_count + warps_per_block - 1) / warps_per_block,
              warps_per_block * simt::warp_size, warps_per_block * Decoder::shared_bytes};
    }
    template <class Thread>
    CODAG_DEVICE void operator()(const Thread& t, std::byte* shared) const {
      const std::uint32_t index = t.block() * warps_per_block + t.warp();
      if (index >= column.chunk_count)
        return;  // the whole warp leaves; nothing below waits for the block
      chunk c;
      status result = status::bad_chunk_table;
      if (load_chunk<std::uint8_t>(t, column, index, c))
        result = Decoder::template decode<Resolution>(t, column.in + c.in_offset, c.in_bytes,
                                                      column.out + c.out_offset, c.out_bytes,
                                                      shared + t.warp() * Decoder::shared_bytes);
      if (t.lane() == 0) t.store(column.statuses + index, result);
    }
  };

  template <class Run>
  static void run_kernels(const device_column& column, const launch_choice& choice, Run& run) {
    if (choice.phase != phase::timed) return;
    const std::uint32_t warps = launch_parameters_of(parameters, choice.values).warps_per_block;
    switch (value_of(parameters, choice.values, "resolve")) {
      case 0:
        return run(kernel<lz::sequential_copy>{column, warps});
      case 1:
        return run(kernel<lz::multi_round>{column, warps});
      default:
        return run(kernel<lz::no_dependency>{column, warps});
    }
  }
};

}  // namespace codag
