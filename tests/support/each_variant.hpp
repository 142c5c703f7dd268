// Tests with one instance per variant: every registered variant is tested.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "codag/codec/codec.hpp"
#include "harness/support/backend.hpp"
#include "tests/support/registered_kernels.hpp"

namespace codag::harness {

/// The variant's name, for the message of a failed test.
inline void PrintTo(const variant_facts& facts, std::ostream* out) {
  *out << facts.codec << " " << facts.variant;
}

}  // namespace codag::harness

namespace codag::test {

/// The test's parameter is the facts of a variant.
class each_variant : public testing::TestWithParam<harness::variant_facts> {
 protected:
  [[nodiscard]] static const codec& tested_codec() { return *find_codec(GetParam().codec); }
  [[nodiscard]] static const harness::column_kernel& tested_kernel() {
    return test::kernel_of(GetParam().codec, GetParam().variant);
  }
};

/// The facts of every variant that stores the column's values and has a kernel for the backend,
/// which is not `cpu`.
inline std::vector<harness::variant_facts> variants_on(harness::backend where) {
  std::vector<harness::variant_facts> facts;
  for (const auto& kernel : harness::column_kernels())
    if (kernel.check == nullptr &&
        (where == harness::backend::cuda ? kernel.cuda.launch != nullptr : kernel.run != nullptr))
      facts.push_back(kernel.facts);
  return facts;
}

/// The test's name: "rle_v1_block_per_chunk".
inline std::string test_name(const testing::TestParamInfo<harness::variant_facts>& info) {
  std::string name = std::string(info.param.codec) + "_" + std::string(info.param.variant);
  std::replace(name.begin(), name.end(), '/', '_');
  return name;
}

#define INSTANTIATE_EACH_VARIANT(suite, where)                                              \
  INSTANTIATE_TEST_SUITE_P(                                                                 \
      , suite, testing::ValuesIn(codag::test::variants_on(codag::harness::backend::where)), \
      codag::test::test_name)

}  // namespace codag::test
