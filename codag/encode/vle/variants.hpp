// The variants of the vle encoder, by the papers' names: their parts, their parameters, and the
// kernels of their launches.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "codag/encode/device_encoding.hpp"
#include "codag/encode/vle/build_codebook.hpp"
#include "codag/encode/vle/compact_segments.hpp"
#include "codag/encode/vle/histogram.hpp"
#include "codag/encode/vle/lookback_encoder.hpp"
#include "codag/encode/vle/merge_encoder.hpp"
#include "codag/encode/vle/segment_choice.hpp"
#include "codag/encode/vle/segment_encoder.hpp"
#include "codag/encode/vle/stages.hpp"
#include "codag/encode/vle/workspace.hpp"
#include "codag/parameters.hpp"
#include "codag/parts.hpp"

namespace codag::vle {

inline constexpr std::array<std::string_view, 2> grid_names = {"persistent", "block_per_segment"};
inline constexpr std::array<std::string_view, 2> write_names = {"direct", "buffered"};
inline constexpr std::array<std::string_view, 2> placement_names = {"in_place", "compacted"};

inline constexpr parameter words_per_thread_parameter{
    .key = "words_per_thread",
    .label = "net",
    .least = 1,
    .most = segment_choice::most_words,
    .standard = 16,
    .power_of_two = true,
    .help = "words of 4 bytes that a thread encodes: CUVLE's NET"};
inline constexpr parameter threads_parameter{.key = "threads",
                                             .label = "threads",
                                             .least = 64,
                                             .most = segment_choice::max_threads,
                                             .standard = 256,
                                             .power_of_two = true,
                                             .help = "threads per block"};

/// The stages before the encoding, which all variants share.
template <class Resident, class Run>
void run_code_stages(phase now, timed_stages timed, const device_encoding& job,
                     const workspace& work, const Resident& resident, const Run& run) {
  if (phase_of(stage::histogram, timed) == now) {
    run(reset_counts_kernel{work});
    histogram_kernel counting{job, work};
    counting.blocks = resident(counting);
    run(counting);
  }
  if (phase_of(stage::codebook, timed) == now) run(build_codebook_kernel{work});
}

/// What the encoders of segments have in common; `Kernel` encodes them. Like every encoder here, it
/// makes one chunk of all values: with another number of chunks, no kernel runs, and the statuses
/// stay as they are.
template <class Kernel>
struct segment_sequence {
  device_encoding job;
  workspace work;
  segment_choice choice;
  timed_stages timed;

  static segment_sequence with(const device_encoding& job, std::byte* memory,
                               const segment_choice& choice, timed_stages timed) {
    return {job, {memory, choice.segments_of(job.value_bytes), slot_words(choice)}, choice, timed};
  }
  static std::uint64_t workspace_bytes(const device_encoding& job, const segment_choice& choice) {
    return workspace::bytes(choice.segments_of(job.value_bytes), slot_words(choice));
  }

  template <class Resident>
  [[nodiscard]] Kernel main(const Resident& resident) const {
    Kernel kernel{job, work, choice, work.segments};
    if (choice.persistent) kernel.blocks = resident(kernel);
    return kernel;
  }

  template <class Resident, class Run>
  void each_kernel(phase now, const Resident& resident, const Run& run) const {
    if (job.chunk_count != 1) return;
    run_code_stages(now, timed, job, work, resident, run);
    if (phase_of(stage::encoding, timed) == now) {
      reset_segments_kernel reset{job, work, choice.in_place};
      reset.blocks = resident(reset);
      run(reset);
      run(main(resident));
    }
    if (phase_of(stage::compaction, timed) == now && !choice.in_place) {
      run(place_segments_kernel{job, work});
      run(compact_segments_kernel{job, work});
    }
  }

 private:
  static constexpr std::uint64_t slot_words(const segment_choice& choice) {
    return choice.in_place ? 0 : choice.segment_bytes() * max_code_bits / 32;
  }
};

/// What the variants that encode segments derive from. Their last parameter is `timed`.
template <class Variant, class Kernel = segment_kernel>
struct segment_variant {
  using sequence = segment_sequence<Kernel>;
  using element_types = vle::element_types;

  static std::uint64_t workspace_bytes(const device_encoding& job,
                                       std::span<const std::uint64_t> values) {
    return sequence::workspace_bytes(job, Variant::choice_of(values));
  }
  static sequence with(const device_encoding& job, std::span<const std::uint64_t> values,
                       std::byte* memory) {
    return sequence::with(job, memory, Variant::choice_of(values), timed_stages_of(values.back()));
  }
};

/// CUVLE (section III). `grid`, `writes` and `placement` each take away one of the optimisations
/// that section I lists.
struct cuvle : segment_variant<cuvle> {
  static constexpr const char* name = "cuvle";
  static constexpr std::array parts{part{"schedule", "segments"}, part{"scan", "adjacent"}};
  static constexpr std::array parameters{
      words_per_thread_parameter,
      threads_parameter,
      parameter{.key = "grid",
                .label = "grid",
                .most = 1,
                .choices = grid_names,
                .help = "how many blocks: as many as are resident, or one per segment"},
      parameter{.key = "writes",
                .label = "writes",
                .most = 1,
                .choices = write_names,
                .help = "to global memory directly, or through a buffer in shared memory"},
      parameter{.key = "placement",
                .label = "placement",
                .most = 1,
                .choices = placement_names,
                .help = "segments at their place in the stream, or apart, and compacted later"},
      timed_parameter<3>()};
  static_assert(well_declared(parameters));

  static segment_choice choice_of(std::span<const std::uint64_t> values) {
    return {.words_per_thread = static_cast<std::uint32_t>(values[0]),
            .threads = static_cast<std::uint32_t>(values[1]),
            .persistent = values[2] == 0,
            .buffered = values[3] == 1,
            .in_place = values[4] == 0};
  }
};

/// PAVLE (Balevic 2010), as CUVLE describes it in sections I and IV: one block per segment, which
/// joins codewords in shared memory and copies them to a place of the segment's own; the compaction
/// is a pass after it.
struct pavle : segment_variant<pavle> {
  static constexpr const char* name = "pavle";
  static constexpr std::array parts{part{"schedule", "segments"}, part{"scan", "none"}};
  static constexpr std::array parameters{words_per_thread_parameter, threads_parameter,
                                         timed_parameter<3>()};
  static_assert(well_declared(parameters));

  static segment_choice choice_of(std::span<const std::uint64_t> values) {
    return {.words_per_thread = static_cast<std::uint32_t>(values[0]),
            .threads = static_cast<std::uint32_t>(values[1]),
            .persistent = false,
            .buffered = true,
            .in_place = false};
  }
};

/// cuSZ's encoder (Tian et al., IPDPS 2021): PAVLE's segments and compaction, but codewords are
/// reduced and merged instead of ORed atomically.
struct vle_merge : segment_variant<vle_merge, merge_kernel> {
  static constexpr const char* name = "vle_merge";
  static constexpr std::array parts{part{"schedule", "segments"}, part{"scan", "none"}};
  static constexpr std::array parameters{
      parameter{.key = "words_per_thread",
                .label = "net",
                .least = 1,
                .most = merge_kernel::most_words,
                .standard = merge_kernel::most_words,
                .power_of_two = true,
                .help = "words of 4 bytes that a thread joins before the block merges them"},
      threads_parameter, timed_parameter<3>()};
  static_assert(well_declared(parameters));

  static segment_choice choice_of(std::span<const std::uint64_t> values) {
    return {.words_per_thread = static_cast<std::uint32_t>(values[0]),
            .threads = static_cast<std::uint32_t>(values[1]),
            .persistent = true,
            .buffered = false,
            .in_place = false};
  }
};

/// An encoder as one would write it today. Its stages before the encoding can be timed on their
/// own.
struct vle_lookback {
  using element_types = vle::element_types;
  static constexpr const char* name = "vle_lookback";
  static constexpr std::array parts{part{"schedule", "tiles"}, part{"scan", "decoupled_look_back"}};
  static constexpr std::array parameters{timed_parameter<timed_names.size()>()};
  static_assert(well_declared(parameters));

  device_encoding job;
  workspace work;
  timed_stages timed;

  static partial_work partial(std::span<const std::uint64_t> values) {
    return partial_work_of(timed_stages_of(values[0]));
  }
  static std::uint64_t workspace_bytes(const device_encoding& job,
                                       std::span<const std::uint64_t> /*values*/) {
    return workspace::bytes(lookback_kernel::most_tiles_of(job.value_bytes), 0);
  }
  static vle_lookback with(const device_encoding& job, std::span<const std::uint64_t> values,
                           std::byte* memory) {
    return {job,
            {memory, lookback_kernel::most_tiles_of(job.value_bytes), 0},
            timed_stages_of(values[0])};
  }

  template <class Resident>
  [[nodiscard]] lookback_kernel main(const Resident& resident) const {
    lookback_kernel kernel{job, work};
    kernel.blocks = resident(kernel);
    return kernel;
  }

  template <class Resident, class Run>
  void each_kernel(phase now, const Resident& resident, const Run& run) const {
    if (job.chunk_count != 1) return;
    run_code_stages(now, timed, job, work, resident, run);
    if (phase_of(stage::encoding, timed) != now) return;
    reset_segments_kernel reset{job, work, false};
    reset.blocks = resident(reset);
    run(reset);
    run(main(resident));
  }
};

}  // namespace codag::vle
