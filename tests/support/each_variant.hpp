// Tests with one instance a variant: what is registered is tested.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "codag/codec/codec.hpp"
#include "tests/support/registered_kernels.hpp"

namespace codag::harness {

/// In a failed test's message.
inline void PrintTo(const variant_facts& facts, std::ostream* out) {
  *out << facts.codec << " " << facts.variant;
}

}  // namespace codag::harness

namespace codag::test {

/// Parameter: what is known of a variant.
class each_variant : public testing::TestWithParam<harness::variant_facts> {
 protected:
  [[nodiscard]] static const codec& tested_codec() { return *find_codec(GetParam().codec); }
  /// Its kernel on the host backend.
  [[nodiscard]] static const harness::host_kernel& tested_kernel() {
    return *harness::find_row(harness::host_kernels(), GetParam().codec, GetParam().variant);
  }
};

inline std::vector<harness::variant_facts> every_variants_facts() {
  std::vector<harness::variant_facts> facts;
  for (const auto& kernel : harness::host_kernels()) facts.push_back(kernel.facts);
  return facts;
}

/// "rle_v1_block_per_chunk", for the test's name.
inline std::string test_name(const testing::TestParamInfo<harness::variant_facts>& info) {
  std::string name = std::string(info.param.codec) + "_" + std::string(info.param.variant);
  std::replace(name.begin(), name.end(), '/', '_');
  return name;
}

#define INSTANTIATE_EACH_VARIANT(suite)                                                     \
  INSTANTIATE_TEST_SUITE_P(, suite, testing::ValuesIn(codag::test::every_variants_facts()), \
                           codag::test::test_name)

}  // namespace codag::test
