// The registry: every variant of every family, and the functions that run it on each backend.
//
// The variants of this repository are registered by the build (decode_kernels.cmake). A program
// that links the harness adds its own with add_kernel() before it calls anything else; from there
// on they are listed, run, reported and swept like the others.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codag/codec/codec.hpp"
#include "codag/encode/device_encoding.hpp"
#include "codag/schedule/device_column.hpp"
#include "codag/simt/host/counts.hpp"
#include "codag/simt/host/launch_options.hpp"
#include "codag/simt/simt.hpp"
#include "harness/kernels/variant_facts.hpp"

namespace codag::harness {

/// A kernel's entry point and the shape of a launch, for the CUDA runtime's queries.
struct kernel_entry {
  const void* function;
  simt::launch_shape shape;
};

/// What a launch is given beside its family's argument.
struct launch_choice {
  element_type type;
  std::span<const std::uint64_t> values;  ///< one per declared parameter, all of them allowed
  std::byte* workspace = nullptr;         ///< workspace_bytes() of the backend's memory
};

/// How a variant runs on the host backend. Returns the exact counts; throws simt::host::misuse.
template <class Argument>
using host_function = simt::host::counts (*)(const Argument&, const launch_choice&,
                                             const simt::host::launch_options&);

/// How a variant runs on a GPU.
template <class Argument>
struct cuda_functions {
  /// Launches one or more kernels asynchronously on `stream` (a cudaStream_t); returns the
  /// launch's cudaError_t.
  int (*launch)(const Argument&, const launch_choice&, void* stream) = nullptr;
  /// The entry of the kernel that does most of the work.
  kernel_entry (*entry)(const Argument&, const launch_choice&) = nullptr;
};

/// A variant and its functions. A function is null where its backend is not in this build or the
/// kernel has no form for it.
template <class Argument>
struct kernel_row {
  variant_facts facts;
  host_function<Argument> run = nullptr;
  cuda_functions<Argument> cuda{};
  /// Bytes of scratch memory that a launch needs; null: none.
  std::uint64_t (*workspace_bytes)(const Argument&,
                                   std::span<const std::uint64_t> values) = nullptr;
};

/// Rows of the families decode and tile: both turn a chunked column into values.
using column_kernel = kernel_row<device_column>;
/// Rows of the family encode.
using encode_kernel = kernel_row<device_encoding>;

/// A decoder that runs natively on all CPU cores: a codec's reference decoder, or a library.
struct native_decoder {
  variant_facts facts;
  chunk_decoder decode;     ///< null: this build lacks the library
  std::string_view absent;  ///< why, with the remedy
};

/// All rows, codec by codec, in the order that variants are listed. The rows stay where they are
/// until the next add_kernel().
std::span<const column_kernel> column_kernels();
std::span<const encode_kernel> encode_kernels();
std::span<const native_decoder> native_decoders();

/// Adds a row. Throws std::invalid_argument if its codec has a variant of that name, or if its
/// parameters are not well_declared().
void add_kernel(const column_kernel& row);
void add_kernel(const encode_kernel& row);

/// The facts of every variant: kernels first, then native decoders. Kernels of families to come
/// add themselves here.
std::vector<const variant_facts*> all_variants();

/// Whether a variant of that name is native code on all CPU cores, whatever the kernels run on.
bool is_native(std::string_view variant);

/// The row of that codec and variant, or nullptr.
template <class Rows>
auto find_row(const Rows& rows, std::string_view codec, std::string_view variant)
    -> decltype(&*rows.begin()) {
  for (const auto& row : rows)
    if (row.facts.codec == codec && row.facts.variant == variant) return &row;
  return nullptr;
}

}  // namespace codag::harness
