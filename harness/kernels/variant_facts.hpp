// The properties of a variant that do not require its kernels.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "codag/element_type.hpp"
#include "codag/parameters.hpp"
#include "codag/parts.hpp"
#include "codag/phase.hpp"
#include "harness/support/work_kind.hpp"

namespace codag::harness {

/// The families of kernels, which differ in their input and output. Each does the kind of work that
/// has its name; work_kind.hpp says what that is.
enum class family : std::uint8_t { decode, tile, encode, query };

constexpr std::string_view to_string(family f) {
  using enum work_kind;
  constexpr work_kind works[] = {decode, tile, encode, query};
  return to_string(works[static_cast<std::size_t>(f)]);
}

/// One variant. `codec` and `variant` together are unique over all families.
struct variant_facts {
  harness::family family = family::decode;
  std::string_view codec;    ///< "rle_v1"
  std::string_view variant;  ///< "warp_per_chunk/all_threads/shared"
  std::span<const part> parts{};
  std::span<const parameter> parameters{};
  bool (*supports)(element_type) = nullptr;  ///< null: supports every type
  /// Why the host backend cannot run the variant (for example because it needs TMA or
  /// clusters); empty if it can.
  std::string_view cuda_only{};
  /// Whether an encoder makes a single chunk of a column, whatever chunk size a config asks for.
  bool whole_column = false;
  /// What a launch with these values of the parameters does if that is a part of the work only.
  /// Null: every launch does all.
  partial_work (*partial)(std::span<const std::uint64_t> values) = nullptr;

  [[nodiscard]] bool decodes(element_type type) const {
    return supports == nullptr || supports(type);
  }
};

}  // namespace codag::harness
