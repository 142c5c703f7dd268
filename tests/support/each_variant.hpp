// Tests with one instance a variant: what is registered is tested.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "codag/codec/codec.hpp"
#include "harness/run/variant_list.hpp"

namespace codag::test {

/// (codec, variant), as harness::all_variants names them.
using variant_name = std::pair<std::string_view, std::string_view>;

class each_variant : public testing::TestWithParam<variant_name> {
 protected:
  [[nodiscard]] static const codec& tested_codec() { return *find_codec(GetParam().first); }

  /// Calls f.template operator()<Kernel>() with the variant's kernel for the element type.
  template <class F>
  static void with_kernel(element_type type, F&& f) {
    EXPECT_TRUE(
        harness::all_variants::visit(GetParam().first, GetParam().second, [&]<class Variant>() {
          harness::with_element(type, [&]<class T>() {
            f.template operator()<typename Variant::template kernel<T>>();
          });
        }));
  }
};

/// "rle_v1_block_per_chunk", for the test's name.
inline std::string test_name(const testing::TestParamInfo<variant_name>& info) {
  std::string name = std::string(info.param.first) + "_" + std::string(info.param.second);
  std::replace(name.begin(), name.end(), '/', '_');
  return name;
}

#define INSTANTIATE_EACH_VARIANT(suite)                                                       \
  INSTANTIATE_TEST_SUITE_P(, suite, testing::ValuesIn(codag::harness::all_variants::names()), \
                           codag::test::test_name)

}  // namespace codag::test
