// The synthetic generators: what is measured in a column is what was asked for.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <iterator>
#include <map>
#include <vector>

#include "datasets/generator/generator.hpp"
#include "datasets/generator/integer_column.hpp"
#include "tests/datasets/contents.hpp"

namespace codag::datasets {
namespace {

constexpr std::uint64_t seed = 11;

/// A column's values; the generators make no negative ones.
std::vector<std::uint64_t> widened(const dataset& data) {
  const std::size_t width = size_of(data.type);
  std::vector<std::uint64_t> values(data.bytes.size() / width);
  for (std::size_t i = 0; i < values.size(); ++i)
    std::memcpy(&values[i], &data.bytes[i * width], width);
  return values;
}

std::vector<std::uint64_t> column(const char* name, const parameter_values& parameters,
                                  std::uint64_t bytes = mebibyte) {
  return widened(generate(name, bytes, seed, parameters));
}

std::map<std::uint64_t, std::uint64_t> counts_of(std::vector<std::uint64_t> values) {
  std::ranges::sort(values);
  std::map<std::uint64_t, std::uint64_t> counts;
  for (std::size_t i = 0, end = 0; i < values.size(); i = end) {
    while (end < values.size() && values[end] == values[i]) ++end;
    counts.emplace_hint(counts.end(), values[i], end - i);
  }
  return counts;
}

int width_of(const std::vector<std::uint64_t>& values) {
  return static_cast<int>(std::bit_width(std::ranges::max(values)));
}

double entropy_of(const std::vector<std::uint64_t>& values) {
  double entropy = 0;
  for (const auto& [value, count] : counts_of(values)) {
    const double share = static_cast<double>(count) / static_cast<double>(values.size());
    entropy -= share * std::log2(share);
  }
  return entropy;
}

TEST(entropy, is_within_a_hundredth_of_what_was_asked) {
  for (const std::uint64_t hundredths : {1, 2, 5, 10, 50, 100, 200, 314, 450, 600, 700, 790, 799}) {
    const double asked = static_cast<double>(hundredths) / 100;
    const auto values = column("entropy", {hundredths}, 3 * generator_block_bytes);
    EXPECT_NEAR(entropy_of(values), asked, asked / 100) << asked;
    // Each block meets it on its own, and a block is a chunk of the default size.
    const std::vector<std::uint64_t> block(values.begin(), values.begin() + generator_block_bytes);
    EXPECT_NEAR(entropy_of(block), asked, asked / 100) << asked;
  }
}

TEST(entropy, of_0_is_one_byte_and_of_8_is_all_equally_often) {
  EXPECT_EQ(counts_of(column("entropy", {0})).size(), 1u);
  const auto counts = counts_of(column("entropy", {800}));
  ASSERT_EQ(counts.size(), 256u);
  for (const auto& [value, count] : counts) EXPECT_EQ(count, mebibyte / 256) << value;
}

// The bytes are independent of their neighbours: a pair has twice the entropy of a byte.
TEST(entropy, is_in_random_order) {
  const auto values = column("entropy", {300}, 4 * mebibyte);
  std::vector<std::uint64_t> pairs;
  for (std::size_t i = 0; i < values.size(); i += 2)
    pairs.push_back(values[i] << 8 | values[i + 1]);
  EXPECT_NEAR(entropy_of(pairs), 6, 0.01);
}

TEST(uniform, has_the_width_and_no_value_more_often) {
  for (const std::uint64_t width : {0, 1, 7, 8, 13, 16, 31, 32, 33, 63, 64}) {
    const std::uint64_t type = width <= 8 ? u8 : width <= 16 ? u16 : width <= 32 ? u32 : u64;
    const auto values = column("uniform", {type, width});
    EXPECT_EQ(width_of(values), static_cast<int>(width));
    double sum = 0;
    for (const std::uint64_t v : values)
      sum += std::ldexp(static_cast<double>(v), -static_cast<int>(width));
    if (width < 8) continue;  // the mean of few values is not near a half
    EXPECT_NEAR(sum / static_cast<double>(values.size()), 0.5, 0.005) << width;
  }
  const auto counts = counts_of(column("uniform", {u8, 4}));
  ASSERT_EQ(counts.size(), 16u);
  for (const auto& [value, count] : counts)
    EXPECT_NEAR(static_cast<double>(count), mebibyte / 16.0, mebibyte / 16.0 / 50) << value;
}

TEST(uniform, fills_every_integer_type) {
  for (std::uint64_t i = 0; i < integer_type_names.size(); ++i) {
    const dataset data = generate("uniform", 4096, seed, {i, 7});
    EXPECT_EQ(to_string(data.type), integer_type_names[i]);
    EXPECT_EQ(data.bytes.size(), 4096u);
    EXPECT_EQ(width_of(widened(data)), 7);
  }
}

struct asked_runs {
  std::uint64_t type, width, distinct, tenths;  // of the mean run length
  std::uint64_t bytes;
  double tolerance;  // about three standard deviations of the mean
};

TEST(runs, have_the_mean_length_the_width_and_the_distinct_values) {
  for (const asked_runs& asked :
       {asked_runs{u8, 1, 2, 10, mebibyte, 0.0001}, asked_runs{u8, 8, 256, 10, mebibyte, 0.0001},
        asked_runs{u32, 17, 100, 15, 2 * mebibyte, 0.01},
        asked_runs{u32, 8, 100, 80, 4 * mebibyte, 0.01},
        asked_runs{u16, 16, 2, 1000, 8 * mebibyte, 0.015},
        asked_runs{u64, 64, 3, 10'000, 32 * mebibyte, 0.05},
        // As long as most blocks: what a block's end does to the mean would show.
        asked_runs{u64, 1, 2, 100'000, 64 * mebibyte, 0.1}}) {
    const auto values =
        column("runs", {asked.type, asked.width, asked.distinct, asked.tenths}, asked.bytes);
    std::vector<std::uint64_t> run_values;
    std::ranges::unique_copy(values, std::back_inserter(run_values));
    const double mean = static_cast<double>(values.size()) / static_cast<double>(run_values.size());
    const double wanted = static_cast<double>(asked.tenths) / 10;
    EXPECT_NEAR(mean, wanted, wanted * asked.tolerance);
    EXPECT_EQ(width_of(run_values), static_cast<int>(asked.width));
    EXPECT_EQ(counts_of(run_values).size(), asked.distinct);
  }
}

TEST(zipf, has_the_frequencies_of_the_law) {
  for (const std::uint64_t skew : {0, 50, 100, 137, 200}) {
    constexpr std::uint64_t distinct = 100;
    constexpr unsigned width = 20;
    const auto values = column("zipf", {u32, width, distinct, skew}, 2 * mebibyte);
    const auto counts = counts_of(values);
    EXPECT_EQ(counts.size(), distinct) << skew;
    EXPECT_EQ(width_of(values), static_cast<int>(width));
    const double exponent = static_cast<double>(skew) / 100;
    double sum = 0;
    for (std::uint64_t k = 1; k <= distinct; ++k) sum += std::pow(k, -exponent);
    for (std::uint64_t k = 1; k <= distinct; ++k) {
      const double expected = static_cast<double>(values.size()) * std::pow(k, -exponent) / sum;
      const auto count = static_cast<double>(counts.at(distinct_value(k - 1, width)));
      EXPECT_NEAR(count, expected, 5 * std::sqrt(expected)) << skew << ", rank " << k;
    }
  }
}

TEST(zipf, takes_its_greatest_numbers) {
  const std::uint64_t most = distinct_parameter.most;
  EXPECT_EQ(width_of(column("zipf", {u64, 64, most, 200})), 64);
  // Of 2^20 equally frequent values, 2^19 draws take 1 - e^-0.5 of them.
  const auto counts = counts_of(column("zipf", {u32, 20, most, 0}, 2 * mebibyte));
  EXPECT_NEAR(static_cast<double>(counts.size()) / static_cast<double>(most), 1 - std::exp(-0.5),
              0.002);
}

TEST(sorted, ascends_through_the_distinct_values) {
  for (const std::uint64_t distinct : {1, 2, 100, 4096, 65536}) {
    const auto values = column("sorted", {u32, 24, distinct});
    EXPECT_TRUE(std::ranges::is_sorted(values));
    const auto counts = counts_of(values);
    EXPECT_EQ(counts.size(), distinct);
    EXPECT_EQ(width_of(values), 24);
    // A value begins in its part of the column and ends in the next one.
    const std::uint64_t part = values.size() / distinct;
    for (const auto& [value, count] : counts) EXPECT_LE(count, 2 * (part + 1)) << value;
  }
}

TEST(sorted, has_no_more_values_than_elements) {
  const auto values = column("sorted", {u32, 24, 1000}, 400);
  EXPECT_EQ(counts_of(values).size(), 100u);
  EXPECT_TRUE(std::ranges::is_sorted(values));
}

TEST(sorted, is_sorted_whatever_the_length) {
  for (const std::uint64_t bytes :
       {std::uint64_t{1}, std::uint64_t{generator_block_bytes - 1},
        std::uint64_t{generator_block_bytes + 1}, std::uint64_t{3 * generator_block_bytes}}) {
    const auto values = column("sorted", {u8, 8, 256}, bytes);
    EXPECT_TRUE(std::ranges::is_sorted(values)) << bytes;
    EXPECT_EQ(counts_of(values).size(), std::min<std::uint64_t>(256, bytes));
  }
}

TEST(zipf_ranks, has_the_law_with_the_ranks_as_values) {
  for (const std::uint64_t skew : {100, 250, 500}) {
    const auto values = column("zipf_ranks", {1000, skew}, 2 * mebibyte);
    const auto counts = counts_of(values);
    const double exponent = static_cast<double>(skew) / 100;
    double sum = 0;
    for (std::uint64_t k = 1; k <= 1000; ++k) sum += std::pow(k, -exponent);
    for (std::uint64_t k = 1; k <= 8; ++k) {
      const double expected = static_cast<double>(values.size()) * std::pow(k, -exponent) / sum;
      const auto count = static_cast<double>(counts.at(k - 1));
      EXPECT_NEAR(count, expected, 5 * std::sqrt(expected)) << skew << ", rank " << k;
    }
    EXPECT_LT(std::ranges::max(values), 1000u);
  }
}

TEST(normal, has_the_mean_the_deviation_and_the_bell) {
  for (const std::uint64_t mean : {1ull << 10, 1ull << 31}) {
    for (const std::uint64_t deviation : {5, 20, 100}) {
      const auto values = column("normal", {mean, deviation}, 2 * mebibyte);
      const auto count = static_cast<double>(values.size());
      const auto d = static_cast<double>(deviation);
      double sum = 0, squares = 0, within_one = 0, within_two = 0;
      for (const std::uint64_t v : values) {
        const double distance = static_cast<double>(v) - static_cast<double>(mean);
        sum += distance;
        squares += distance * distance;
        within_one += std::abs(distance) < d + 0.5 ? 1 : 0;
        within_two += std::abs(distance) < 2 * d + 0.5 ? 1 : 0;
      }
      EXPECT_NEAR(sum / count, 0, 5 * d / std::sqrt(count));
      EXPECT_NEAR(std::sqrt(squares / count), d, 5 * d / std::sqrt(2 * count));
      const auto share_within = [](double deviations) {
        return std::erf(deviations / std::sqrt(2));
      };
      EXPECT_NEAR(within_one / count, share_within(1 + 0.5 / d), 0.01);
      EXPECT_NEAR(within_two / count, share_within(2 + 0.5 / d), 0.01);
    }
  }
}

TEST(normal, has_no_value_below_0) {
  const auto values = column("normal", {0, 20});
  EXPECT_EQ(std::ranges::min(values), 0u);
  EXPECT_LE(std::ranges::max(values), 160u);
  EXPECT_LE(std::ranges::max(column("normal", {64, 20})), 64u + 160);
}

TEST(ascending, counts_up) {
  for (const std::uint64_t distinct : {4, 1000, 1 << 18}) {
    const auto values = column("ascending", {distinct});
    EXPECT_TRUE(std::ranges::is_sorted(values));
    EXPECT_EQ(values.front(), 0u);
    EXPECT_EQ(values.back(), distinct - 1);
    const auto counts = counts_of(values);
    EXPECT_EQ(counts.size(), distinct);
    for (const auto& [value, count] : counts) EXPECT_LE(count, 2 * (values.size() / distinct + 1));
  }
}

TEST(ascending, gives_every_element_a_value_of_its_own_if_there_are_enough) {
  const auto values = column("ascending", {1 << 28}, 40000);
  for (std::size_t i = 0; i < values.size(); ++i) ASSERT_EQ(values[i], i);
}

TEST(distinct_value, is_one_to_one_and_begins_with_the_largest) {
  for (const unsigned width : {1u, 2u, 3u, 8u, 11u, 16u}) {
    std::vector<bool> seen(std::size_t{1} << width);
    for (std::uint64_t i = 0; i < seen.size(); ++i) seen.at(distinct_value(i, width)) = true;
    EXPECT_EQ(std::ranges::count(seen, true), std::ssize(seen)) << width;
  }
  EXPECT_EQ(distinct_value(0, 0), 0u);
  for (unsigned width = 1; width <= 64; ++width)
    EXPECT_EQ(distinct_value(0, width), ~std::uint64_t{0} >> (64 - width));
}

}  // namespace
}  // namespace codag::datasets
