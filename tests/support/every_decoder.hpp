// Decodes a chunk with the codec's reference decoder and with every variant of the codec.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codag/codec/codec.hpp"
#include "tests/support/bytes.hpp"
#include "tests/support/registered_kernels.hpp"

namespace codag::test {

/// Expects `expected` from the reference decoder. With status::ok, expects `values` too; otherwise
/// only their size matters.
inline void expect_from_reference(std::string_view codec, element_type type,
                                  std::span<const std::byte> in, status expected,
                                  const std::vector<std::byte>& values) {
  std::vector<std::byte> out(values.size());
  EXPECT_EQ(find_codec(codec)->decode(in, type, out), expected) << "reference decoder";
  if (expected == status::ok) {
    EXPECT_EQ(out, values) << "reference decoder";
  }
}

/// The same from the reference decoder and from every variant on the host backend.
inline void expect_from_every_decoder(std::string_view codec, element_type type,
                                      std::span<const std::byte> in, status expected,
                                      const std::vector<std::byte>& values) {
  expect_from_reference(codec, type, in, expected, values);
  const chunk whole{0, 0, static_cast<std::uint32_t>(in.size()),
                    static_cast<std::uint32_t>(values.size())};
  const auto kernels = kernels_of(codec);
  // A planner's chunks are decoded on the CPU only; a query decodes those of its schemes.
  EXPECT_EQ(kernels.empty(), codec == "planner") << codec;
  for (const auto& kernel : kernels) {
    if (!kernel.facts.decodes(type)) continue;
    const decoded d = decode(kernel, type, in, {&whole, 1}, values.size());
    EXPECT_EQ(d.statuses[0], expected) << kernel.facts.variant;
    if (expected == status::ok) {
      EXPECT_EQ(d.out, values) << kernel.facts.variant;
    }
  }
}

}  // namespace codag::test
