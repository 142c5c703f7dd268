// The encoders are free of data races, in two lane orders: blocks that wait for each other pass on
// single words, and share words of the stream by atomics.
#include <gtest/gtest.h>

#include "codag/simt/host/race/report.hpp"
#include "tests/support/encode_on_host.hpp"
#include "tests/support/kinds/columns_to_encode.hpp"
#include "tests/support/kinds/kinds_met.hpp"
#include "tests/support/registered_kernels.hpp"

namespace codag {
namespace {

using simt::host::lane_order;

void expect_race_free(const harness::encode_kernel& row, const parameter_values& values,
                      const std::vector<std::byte>& column, const lane_order& order) {
  SCOPED_TRACE(test::label(row, values) + ", " + std::to_string(column.size()) + " bytes");
  try {
    const test::encoded e = test::encode_on_host(row, values, column, {100'000}, {.order = order});
    EXPECT_EQ(e.result, status::ok);
  } catch (const simt::host::data_race& race) {
    FAIL() << race.what();
  }
}

TEST(vle_encoder_races, over_columns_of_every_shape) {
  unsigned n = 0;
  for (const auto& row : test::vle_encoders())
    for (const auto& column : test::vle_columns()) {
      expect_race_free(row, standard_values(row.facts.parameters), column,
                       n++ % 2 == 0 ? lane_order::descending() : lane_order::seeded(n));
      if (HasFailure()) return;
    }
}

TEST(vle_encoder_races, over_every_kind_of_codeword) {
  for (const auto& row : test::vle_encoders()) {
    test::kinds_met met("vle", element_type::uint8);
    for (const auto& [raw, code, expected] : test::columns_of_every_codeword()) try {
        const auto give = [&](const vle::workspace& work) {
          if (code) *work.code() = *code;
        };
        const auto room = static_cast<std::uint32_t>(expected.size());
        EXPECT_TRUE(
            test::wrote(test::encode_on_host(row, standard_values(row.facts.parameters), raw,
                                             {room}, {.order = lane_order::descending()}, give),
                        expected));
        met.note(expected, raw.size());
      } catch (const simt::host::data_race& race) {
        FAIL() << test::label(row, {}) << ": " << race.what();
      }
    EXPECT_TRUE(met.every_kind()) << test::label(row, {});
  }
}

// A thread whose symbols have no codewords has few bits, also where an encoder counts on more.
TEST(vle_encoder_races, over_symbols_without_codewords) {
  auto column = test::random_column(5000, 0, 2);
  for (std::size_t i = 0; i < column.size(); ++i)
    column[i] = i % 40 == 0 ? column[i] & std::byte{31} : std::byte{200};
  const vle::given_code code = test::given(test::code_of_32_symbols(), column);
  const auto give = [&](const vle::workspace& work) { *work.code() = code; };
  for (const auto& row : test::vle_encoders())
    for (const parameter_values& values : test::encoder_values(row)) try {
        if (values.back() != 0) continue;  // the same stages are timed
        if (value_of(row.facts.parameters, values, "threads") > 64) continue;
        const auto e = test::encode_on_host(row, values, column, {100'000}, {}, give);
        EXPECT_EQ(e.result, status::malformed_symbol) << test::label(row, values);
      } catch (const simt::host::data_race& race) {
        FAIL() << test::label(row, values) << ": " << race.what();
      }
}

TEST(vle_encoder_races, with_every_parameter) {
  const auto column = test::random_column(9001, 3, 1);
  unsigned n = 0;
  for (const auto& row : test::vle_encoders())
    for (const parameter_values& values : test::encoder_values(row)) {
      ++n;
      // The largest blocks take most of the time and differ in nothing else.
      if (value_of(row.facts.parameters, values, "threads") > 64 && n % 5 != 0) continue;
      expect_race_free(row, values, column,
                       n % 2 == 0 ? lane_order::ascending() : lane_order::seeded(n));
      if (HasFailure()) return;
    }
}

}  // namespace
}  // namespace codag
