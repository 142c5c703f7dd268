// The registry: every variant of every family, and the functions that run it on each backend.
//
// The build registers the variants of this repository (the files *_kernels.cmake beside this one).
// A program that links the harness adds its own variants with add_kernel() before it calls anything
// else. They are then listed, run, reported and swept like the others.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "baselines/cpu/vle_encoder.hpp"
#include "codag/codec/codec.hpp"
#include "codag/encode/device_encoding.hpp"
#include "codag/launch/launch.hpp"
#include "codag/schedule/device_column.hpp"
#include "codag/simt/host/counts.hpp"
#include "codag/simt/host/launch_options.hpp"
#include "codag/simt/simt.hpp"
#include "harness/kernels/query_argument.hpp"
#include "harness/kernels/variant_facts.hpp"

namespace codag::harness {

/// Runs a variant on the host backend. Returns the exact counts; throws simt::host::misuse.
template <class Argument>
using host_function = simt::host::counts (*)(const Argument&, const launch_choice&,
                                             const simt::host::launch_options&);

/// How a variant runs on a GPU.
template <class Argument>
struct cuda_functions {
  /// Launches the variant's kernels, one or more, on `stream` (a cudaStream_t), and returns the
  /// cudaError_t of these launches. It does not wait for the kernels. Before each kernel it calls
  /// simt::cuda::wanted(), as simt::cuda::launch() does, so that the report names the kernel.
  int (*launch)(const Argument&, const launch_choice&, void* stream) = nullptr;
};

/// The output of a launch that stores something other than the column's values.
struct sink_output {
  std::span<const std::byte> out;  ///< the column's output; before, the complement of the original
  std::span<const std::byte> workspace;
};

/// What is wrong with that output, in one line; empty if nothing is. `original` has the column's
/// values.
using sink_check = std::string (*)(const sink_output&, const launch_choice&,
                                   std::span<const std::byte> original);

/// The parts that a launch chooses by the data. The functions are null if it chooses none.
template <class Argument>
struct chosen_parts {
  /// How much of the workspace's beginning tells, in bytes.
  std::uint64_t (*bytes)(const Argument&) = nullptr;
  /// What a launch that has ended chose, in addition to the declared parts or instead of them.
  /// `recorded` is a copy of that beginning in host memory.
  std::vector<part> (*parts)(const Argument&, std::byte* recorded) = nullptr;
  /// Who decoded one of the chunks, in a word, such as "warp".
  std::string_view (*of_chunk)(const Argument&, std::byte* recorded, std::uint32_t chunk) = nullptr;
};

/// A variant and its functions. A function is null if this build lacks the backend or the kernel
/// does not support it.
template <class Argument>
struct kernel_row {
  variant_facts facts;
  host_function<Argument> run = nullptr;
  cuda_functions<Argument> cuda{};
  /// The bytes of scratch memory that a launch needs. If the function is null, it needs none.
  std::uint64_t (*workspace_bytes)(const Argument&,
                                   std::span<const std::uint64_t> values) = nullptr;
  chosen_parts<Argument> chosen{};
  /// How to verify a kernel whose sink does not write the column's values. If the function is null,
  /// the output has to be the column's values.
  sink_check check = nullptr;
  /// Why a launch with these values cannot take this column, with the remedy; empty if it can. If
  /// the function is null, it can with all values that are allowed.
  std::string (*why_not)(const chunked_column&, std::span<const std::uint64_t> values) = nullptr;
  /// Why an encoder cannot encode as these values of the codec's settings say; empty if it can.
  std::string (*why_not_settings)(std::span<const std::uint64_t> values) = nullptr;
};

/// Rows of the families decode and tile, both of which turn a chunked column into values.
using column_kernel = kernel_row<device_column>;
/// Rows of the family encode.
using encode_kernel = kernel_row<device_encoding>;
/// Rows of the family query.
using query_kernel = kernel_row<query_argument>;

/// A decoder that runs natively on all CPU cores: a codec's reference decoder or a library.
struct native_decoder {
  variant_facts facts;
  chunk_decoder decode;     ///< null if this build lacks the library
  std::string_view absent;  ///< why it is null, with the remedy
};

/// An encoder that runs natively on the CPU.
struct native_encoder {
  variant_facts facts;                         ///< its parameters are cores_parameters
  baselines::column_encoder encode = nullptr;  ///< null: the codec's own encoder, chunk by chunk
};

/// The end of a message about a variant that is not registered: where the variants are listed, or
/// that this program was built with a part of the kernels (CODAG_KERNELS), and how to build all.
std::string where_variants_are();

/// All rows, grouped by codec, in the order in which variants are listed. References to the rows
/// stay valid until the next add_kernel().
std::span<const column_kernel> column_kernels();
std::span<const encode_kernel> encode_kernels();
std::span<const query_kernel> query_kernels();
std::span<const native_decoder> native_decoders();
std::span<const native_encoder> native_encoders();

/// Adds a row. Throws std::invalid_argument if its codec already has a variant of that name, or if
/// its parameters are not well_declared().
void add_kernel(const column_kernel& row);
void add_kernel(const encode_kernel& row);
void add_kernel(const query_kernel& row);

/// The facts of every variant: of kernels first, then of native decoders and native encoders. The
/// rows of a new family of kernels must be added to its definition.
std::vector<const variant_facts*> all_variants();

/// Whether the variant of this name is native code, which always runs on the CPU cores.
bool is_native(std::string_view variant);

/// The row of this codec and variant, or nullptr.
template <class Rows>
auto find_row(const Rows& rows, std::string_view codec, std::string_view variant)
    -> decltype(&*rows.begin()) {
  for (const auto& row : rows)
    if (row.facts.codec == codec && row.facts.variant == variant) return &row;
  return nullptr;
}

}  // namespace codag::harness
