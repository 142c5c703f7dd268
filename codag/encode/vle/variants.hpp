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
#include "codag/encode/vle/pack_segments.hpp"
#include "codag/encode/vle/pavle_encoder.hpp"
#include "codag/encode/vle/reset_segments.hpp"
#include "codag/encode/vle/segment_choice.hpp"
#include "codag/encode/vle/segment_encoder.hpp"
#include "codag/encode/vle/stages.hpp"
#include "codag/encode/vle/workspace.hpp"
#include "codag/launch/launch.hpp"
#include "codag/launch/pipeline.hpp"
#include "codag/parameters.hpp"
#include "codag/parts.hpp"

namespace codag::vle {

inline constexpr std::array<std::string_view, 2> grid_names = {"persistent", "block_per_segment"};
inline constexpr std::array<std::string_view, 2> write_names = {"direct", "buffered"};
inline constexpr std::array<std::string_view, 2> atomics_names = {"per_thread", "per_warp"};
/// As segment_placement has them.
inline constexpr std::array<std::string_view, 3> placement_names = {"in_place", "compacted",
                                                                    "compacted_by_threads"};

inline constexpr parameter words_per_thread_parameter{
    .key = "words_per_thread",
    .label = "net",
    .least = 1,
    .most = segment_choice::most_words,
    .standard = 16,
    .power_of_two = true,
    .help = "words of 4 bytes that a thread encodes: CUVLE's NET"};
/// `most`: of the kernel.
constexpr parameter threads_parameter(std::uint64_t most) {
  return {.key = "threads",
          .label = "threads",
          .least = 64,
          .most = most,
          .standard = 256,
          .power_of_two = true,
          .help = "threads per block"};
}

/// A limit on the blocks of each kernel that encodes or compacts: it stands for a GPU with few
/// multiprocessors.
inline constexpr parameter resident_blocks_parameter{
    .key = "resident_blocks",
    .label = "blocks",
    .most = 1024,
    .help = "blocks at a time, as on a GPU with few multiprocessors; 0: as many as this one holds"};

// The steps of a launch. Like every encoder here, they make one chunk of all values: with another
// number of chunks, no kernel runs, and the statuses stay as they are.

/// What a launch of any variant is made of.
struct encoding_plan {
  device_encoding job;
  workspace work;
  timed_stages timed;
};
/// The same of a variant that encodes segments.
struct segment_plan : encoding_plan {
  segment_choice choice;
};

/// A step that belongs to a stage.
template <stage its>
struct step_of_stage {
  static phase phase_of(const encoding_plan& plan) { return vle::phase_of(its, plan.timed); }
};
/// A step with as many blocks as the GPU holds.
struct step_that_fills_gpu {
  static bool fills_gpu(const encoding_plan& /*plan*/) { return true; }
};

/// A step whose blocks a launch may limit.
struct limited_step {
  static unsigned most_blocks(const segment_plan& plan) { return plan.choice.most_blocks; }
};

struct reset_counts_step : step_of_stage<stage::histogram> {
  static reset_counts_kernel of(const encoding_plan& plan) {
    return reset_counts_kernel{plan.work};
  }
};
struct histogram_step : step_of_stage<stage::histogram>, step_that_fills_gpu {
  static histogram_kernel of(const encoding_plan& plan) { return {plan.job, plan.work}; }
};
struct codebook_step : step_of_stage<stage::codebook> {
  static build_codebook_kernel of(const encoding_plan& plan) {
    return build_codebook_kernel{plan.work};
  }
};
struct reset_segments_step : step_of_stage<stage::encoding>, step_that_fills_gpu, limited_step {
  static reset_segments_kernel of(const segment_plan& plan) {
    return {plan.job, plan.work, plan.choice.in_place()};
  }
};
template <class Kernel>
struct segments_step : step_of_stage<stage::encoding>, limited_step {
  static bool fills_gpu(const segment_plan& plan) { return plan.choice.persistent; }
  static Kernel of(const segment_plan& plan) {
    return {plan.job, plan.work, plan.choice, plan.work.segments};
  }
};
struct pavle_segments_step : step_of_stage<stage::encoding>, limited_step {
  static pavle_kernel of(const segment_plan& plan) {
    return {plan.job, plan.work, plan.work.segments};
  }
};
/// Segments that were encoded apart are joined.
struct place_segments_step : step_of_stage<stage::compaction> {
  static bool runs(const segment_plan& plan) { return !plan.choice.in_place(); }
  static place_segments_kernel of(const segment_plan& plan) { return {plan.job, plan.work}; }
};
template <segment_placement its>
struct compaction_step : step_of_stage<stage::compaction>, limited_step {
  static bool runs(const segment_plan& plan) { return plan.choice.placement == its; }
};
struct compact_segments_step : compaction_step<segment_placement::compacted> {
  static compact_segments_kernel of(const segment_plan& plan) {
    return {plan.job, plan.work, plan.work.segments};
  }
};
struct clear_stream_step : compaction_step<segment_placement::compacted_by_threads>,
                           step_that_fills_gpu {
  static clear_stream_kernel of(const segment_plan& plan) { return {plan.job, plan.work}; }
};
struct pack_segments_step : compaction_step<segment_placement::compacted_by_threads> {
  static pack_segments_kernel of(const segment_plan& plan) {
    return {plan.job, plan.work, pack_segments_kernel::blocks_for(plan.work.segments)};
  }
};
struct reset_tiles_step : step_of_stage<stage::encoding>, step_that_fills_gpu {
  static reset_segments_kernel of(const encoding_plan& plan) {
    return {plan.job, plan.work, false};
  }
};
struct lookback_step : step_of_stage<stage::encoding>, step_that_fills_gpu {
  static lookback_kernel of(const encoding_plan& plan) { return {plan.job, plan.work}; }
};

/// What the variants that encode segments derive from. Their last parameter is `timed`.
template <class Variant, class SegmentsStep = segments_step<segment_kernel>>
struct segment_variant {
  using element_types = vle::element_types;
  using steps = pipeline<segment_plan, reset_counts_step, histogram_step, codebook_step,
                         reset_segments_step, SegmentsStep, place_segments_step,
                         compact_segments_step, clear_stream_step, pack_segments_step>;

  static std::uint64_t workspace_bytes(const device_encoding& job,
                                       std::span<const std::uint64_t> values) {
    const segment_choice choice = Variant::choice_of(values);
    return workspace::bytes(choice.segments_of(job.value_bytes), slot_words(choice));
  }
  template <class Run>
  static void run_kernels(const device_encoding& job, const launch_choice& given, Run& run) {
    if (job.chunk_count != 1) return;
    const segment_choice choice = Variant::choice_of(given.values);
    const workspace work{given.workspace, choice.segments_of(job.value_bytes), slot_words(choice)};
    steps::run_steps({{job, work, timed_stages_of(given.values.back())}, choice}, given.phase, run);
  }

 private:
  static constexpr std::uint64_t slot_words(const segment_choice& choice) {
    return choice.in_place() ? 0 : choice.segment_bytes() * max_code_bits / 32;
  }
};

/// CUVLE (section III). `grid`, `writes` and `placement` each take away one of the optimisations
/// that sections I and IV list.
struct cuvle : segment_variant<cuvle> {
  static constexpr const char* name = "cuvle";
  static constexpr std::array parts{part{"schedule", "segments"}, part{"scan", "adjacent"}};
  static constexpr std::array parameters{
      words_per_thread_parameter,
      threads_parameter(segment_kernel::max_threads),
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
                .most = placement_names.size() - 1,
                .choices = placement_names,
                .help = "segments at their place in the stream, or apart, and compacted later: "
                        "a block or a thread moves one"},
      parameter{.key = "atomics",
                .label = "atomics",
                .most = 1,
                .choices = atomics_names,
                .help = "two atomic ORs per thread, or two per warp (section III-E)"},
      resident_blocks_parameter,
      timed_parameter<3>()};
  static_assert(well_declared(parameters));

  static segment_choice choice_of(std::span<const std::uint64_t> values) {
    return {.words_per_thread = static_cast<std::uint32_t>(values[0]),
            .threads = static_cast<std::uint32_t>(values[1]),
            .persistent = values[2] == 0,
            .buffered = values[3] == 1,
            .placement = static_cast<segment_placement>(values[4]),
            .atomics_per_warp = values[5] == 1,
            .most_blocks = static_cast<std::uint32_t>(values[6])};
  }
  /// Why a launch cannot have these values; empty if it can.
  static std::string_view why_not(std::span<const std::uint64_t> values) {
    const segment_choice choice = choice_of(values);
    if (!choice.atomics_per_warp || choice.words_per_thread >= 8) return {};
    return "two atomics per warp need threads with 32 bits or more: give words_per_thread of 8 or "
           "more (CUVLE section III-E)";
  }
};

/// PAVLE as published (pavle_encoder.hpp): a block of 256 threads per segment, a word per thread,
/// and a compaction by one thread per segment. Sizes are summed by place_segments_kernel, where the
/// published code has a scan of the CUDA SDK.
struct pavle : segment_variant<pavle, pavle_segments_step> {
  static constexpr const char* name = "pavle";
  static constexpr std::array parts{part{"schedule", "segments"}, part{"scan", "none"}};
  static constexpr std::array parameters{resident_blocks_parameter, timed_parameter<3>()};
  static_assert(well_declared(parameters));

  static segment_choice choice_of(std::span<const std::uint64_t> values) {
    return {.words_per_thread = 1,
            .threads = pavle_kernel::max_threads,
            .persistent = false,
            .buffered = true,
            .placement = segment_placement::compacted_by_threads,
            .most_blocks = static_cast<std::uint32_t>(values[0])};
  }
};

/// PAVLE's method at its best: CUVLE's kernel with one block per segment, which joins codewords in
/// shared memory and copies them to a place of the segment's own. The scan is one of shuffles,
/// threads encode several words, and the compaction is by a block per segment.
struct pavle_tuned : segment_variant<pavle_tuned> {
  static constexpr const char* name = "pavle_tuned";
  static constexpr std::array parts{part{"schedule", "segments"}, part{"scan", "none"}};
  static constexpr std::array parameters{words_per_thread_parameter,
                                         threads_parameter(segment_kernel::max_threads),
                                         resident_blocks_parameter, timed_parameter<3>()};
  static_assert(well_declared(parameters));

  static segment_choice choice_of(std::span<const std::uint64_t> values) {
    return {.words_per_thread = static_cast<std::uint32_t>(values[0]),
            .threads = static_cast<std::uint32_t>(values[1]),
            .persistent = false,
            .buffered = true,
            .placement = segment_placement::compacted,
            .most_blocks = static_cast<std::uint32_t>(values[2])};
  }
};

/// cuSZ's encoder (Tian et al., IPDPS 2021): PAVLE's segments and compaction, but codewords are
/// reduced and merged instead of ORed atomically.
struct vle_merge : segment_variant<vle_merge, segments_step<merge_kernel>> {
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
      threads_parameter(merge_kernel::max_threads), timed_parameter<3>()};
  static_assert(well_declared(parameters));

  static segment_choice choice_of(std::span<const std::uint64_t> values) {
    return {.words_per_thread = static_cast<std::uint32_t>(values[0]),
            .threads = static_cast<std::uint32_t>(values[1]),
            .persistent = true,
            .buffered = false,
            .placement = segment_placement::compacted};
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

  using steps = pipeline<encoding_plan, reset_counts_step, histogram_step, codebook_step,
                         reset_tiles_step, lookback_step>;

  static partial_work partial(std::span<const std::uint64_t> values) {
    return partial_work_of(timed_stages_of(values[0]));
  }
  static std::uint64_t workspace_bytes(const device_encoding& job,
                                       std::span<const std::uint64_t> /*values*/) {
    return workspace::bytes(lookback_kernel::most_tiles_of(job.value_bytes), 0);
  }
  template <class Run>
  static void run_kernels(const device_encoding& job, const launch_choice& given, Run& run) {
    if (job.chunk_count != 1) return;
    const workspace work{given.workspace, lookback_kernel::most_tiles_of(job.value_bytes), 0};
    steps::run_steps({job, work, timed_stages_of(given.values[0])}, given.phase, run);
  }
};

}  // namespace codag::vle
