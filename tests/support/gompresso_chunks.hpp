// Chunks of gompresso_byte, put together by hand.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "codag/codec/codec.hpp"
#include "codag/codec/gompresso/words.hpp"
#include "codag/codec/gompresso_byte/format.hpp"
#include "codag/parameters.hpp"
#include "tests/support/bytes.hpp"
#include "tests/support/registered_kernels.hpp"

namespace codag::test {

/// A group: its sequences, and the literals of all of them.
struct gompresso_group {
  std::vector<gompresso::sequence> sequences;
  std::string literals;
};

/// The chunk of these groups, right or wrong.
inline bytes gompresso_chunk(const std::vector<gompresso_group>& groups,
                             const gompresso_byte::limits& limits = {0, 64, 8192}) {
  std::uint32_t count = 0;
  for (const auto& g : groups) count += static_cast<std::uint32_t>(g.sequences.size());
  bytes out;
  gompresso::put_word(count, out);
  gompresso::put_word(limits.word(), out);
  for (const auto& g : groups) {
    for (const auto& s : g.sequences) gompresso::put_word(gompresso::word_of(s), out);
    const bytes literals = from_text(g.literals);
    out.insert(out.end(), literals.begin(), literals.end());
  }
  return out;
}

/// A codec of Gompresso with these settings, and the standard values of all others.
inline codec gompresso_with(std::string_view name, std::uint64_t window, std::uint64_t look_ahead,
                            bool eliminate_dependencies) {
  const codec& standard = *find_codec(name);
  parameter_values values = standard_values(standard.parameters);
  values[0] = window;
  values[1] = look_ahead;
  values[2] = eliminate_dependencies ? 1 : 0;
  return standard.with(values);
}

/// The values of the parameter `resolve`.
enum class resolve : std::uint8_t { sequential_copy, multi_round, no_dependency };
inline constexpr resolve every_resolve[] = {resolve::sequential_copy, resolve::multi_round,
                                            resolve::no_dependency};

/// Decodes chunks of gompresso_byte on the host backend, with four warps per block.
inline decoded decode_gompresso(resolve how, std::span<const std::byte> in,
                                std::span<const chunk> chunks, std::size_t out_bytes,
                                const simt::host::launch_options& options = {}) {
  return decode(kernel_of("gompresso_byte", "warp_per_chunk/lanes/global"), element_type::uint8, in,
                chunks, out_bytes, std::byte{0xee}, {4, static_cast<std::uint64_t>(how)}, options);
}
/// The same of one chunk.
inline decoded decode_gompresso(resolve how, std::span<const std::byte> in, std::size_t out_bytes,
                                const simt::host::launch_options& options = {}) {
  const chunk whole{0, 0, static_cast<std::uint32_t>(in.size()),
                    static_cast<std::uint32_t>(out_bytes)};
  return decode_gompresso(how, in, {&whole, 1}, out_bytes, options);
}

}  // namespace codag::test
