// The registered tile kernels with other sinks than store: what they write is what
// their checks expect, and the checks find what is wrong.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <numeric>

#include "codag/codec/codec.hpp"
#include "harness/kernels/sink_check.hpp"
#include "tests/support/columns.hpp"
#include "tests/support/registered_kernels.hpp"
#include "tests/support/sink_on_host.hpp"

namespace codag {
namespace {

using simt::host::lane_order;

class sink_rows : public testing::TestWithParam<const harness::column_kernel*> {
 public:
  static std::vector<const harness::column_kernel*> rows() {
    std::vector<const harness::column_kernel*> rows;
    for (const auto& kernel : harness::column_kernels())
      if (kernel.check != nullptr && kernel.run != nullptr) rows.push_back(&kernel);
    return rows;
  }

 protected:
  /// What the kernel's check says after `launches` timed launches.
  static std::string wrong_after(unsigned launches, const std::vector<std::byte>& raw,
                                 element_type type, const parameter_values& values,
                                 const lane_order& order) {
    const auto& kernel = *GetParam();
    const test::sink_run run =
        test::run_sink(kernel, compress(*find_codec(kernel.facts.codec), raw, type, 4096), raw,
                       values, {.order = order}, launches);
    EXPECT_EQ(std::ranges::count(run.statuses, status::ok), std::ssize(run.statuses));
    return run.wrong;
  }
};

TEST_P(sink_rows, write_what_is_expected) {
  for (const element_type type :
       {element_type::int32, element_type::uint32, element_type::int64, element_type::uint64})
    for (const std::size_t which : {8u, 13u, 16u}) {  // runs of 3, random widths, random runs
      const auto raw = test::adversarial_columns(type, 1501, 4)[which].bytes;
      for (const parameter_values& values : test::ends_of_limits(GetParam()->facts.parameters)) {
        EXPECT_EQ(wrong_after(1, raw, type, values, lane_order::descending()), "");
      }
      EXPECT_EQ(wrong_after(1, raw, type, standard_values(GetParam()->facts.parameters),
                            lane_order::ascending()),
                "");
    }
}

TEST_P(sink_rows, give_one_columns_total_however_often_they_are_launched) {
  std::vector<std::uint64_t> numbers(2000);
  std::iota(numbers.begin(), numbers.end(), 31000);
  const auto raw = test::to_column(element_type::int32, numbers);
  EXPECT_EQ(wrong_after(3, raw, element_type::int32, standard_values(GetParam()->facts.parameters),
                        lane_order::seeded(1)),
            "");
}

TEST_P(sink_rows, support_integers_of_4_and_8_bytes) {
  for (const element_type type : test::all_types)
    EXPECT_EQ(GetParam()->facts.decodes(type),
              type == element_type::int32 || type == element_type::uint32 ||
                  type == element_type::int64 || type == element_type::uint64);
}

INSTANTIATE_TEST_SUITE_P(, sink_rows, testing::ValuesIn(sink_rows::rows()), [](const auto& info) {
  std::string name =
      std::string(info.param->facts.codec) + "_" + std::string(info.param->facts.variant);
  std::ranges::replace(name, '/', '_');
  return name;
});

/// An output after a sink, of the int16 values -1, 5, 9, 3.
struct sink_output {
  static std::vector<std::byte> values() {
    return test::to_column(element_type::int16, std::vector<std::uint64_t>{0xffff, 5, 9, 3});
  }
  explicit sink_output(std::uint64_t total) : original(values()), workspace(8) {
    for (const std::byte b : original) out.push_back(~b);
    std::memcpy(workspace.data(), &total, 8);
  }
  [[nodiscard]] std::string by(harness::sink_check check, std::uint64_t most = 5) const {
    return check({out, workspace}, {element_type::int16, {&most, 1}}, original);
  }
  std::vector<std::byte> original, out, workspace;
};

TEST(sink_checks, compare_totals_as_the_type_is) {
  EXPECT_EQ(sink_output(16).by(harness::wrong_sum), "");
  EXPECT_EQ(sink_output(0xffff + 17).by(harness::wrong_sum), "the sum is 65552 instead of 16");
  EXPECT_EQ(sink_output(16).by(harness::wrong_filtered_sum, 1'000'000), "");
  EXPECT_EQ(sink_output(0).by(harness::wrong_filtered_sum, 0), "");
  EXPECT_EQ(sink_output(16).by(harness::wrong_filtered_sum, 0), "the sum is 16 instead of 0");
  EXPECT_EQ(sink_output(2).by(harness::wrong_count), "");
  EXPECT_EQ(sink_output(3).by(harness::wrong_count), "the count is 3 instead of 2");
}

TEST(sink_checks, find_what_was_written_where_nothing_belongs) {
  sink_output sum(16), count(2);
  sum.out[7] = std::byte{1};
  count.out[0] = std::byte{1};
  EXPECT_NE(sum.by(harness::wrong_filtered_sum, 1'000'000), "");
  EXPECT_EQ(sum.by(harness::wrong_sum), "byte 7 of the output was written, where no value belongs");
  EXPECT_NE(count.by(harness::wrong_count), "");
}

TEST(sink_checks, take_a_selection_in_any_order) {
  sink_output got(2);
  const auto put = [&](std::size_t at, std::uint16_t v) { std::memcpy(&got.out[2 * at], &v, 2); };
  put(0, 3), put(1, 5);
  EXPECT_EQ(got.by(harness::wrong_selection), "");
  put(0, 5), put(1, 3);
  EXPECT_EQ(got.by(harness::wrong_selection), "");
  put(1, 5);
  EXPECT_EQ(got.by(harness::wrong_selection), "the output does not begin with the selected values");
  put(1, 3), put(2, 9);
  EXPECT_EQ(got.by(harness::wrong_selection),
            "byte 4 of the output was written, where no value belongs");
  EXPECT_NE(sink_output(1).by(harness::wrong_selection), "");
}

}  // namespace
}  // namespace codag
