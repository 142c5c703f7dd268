#include "harness/kernels/sink_check.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <vector>

#include "codag/codec/integer/element_io.hpp"
#include "codag/parallel_for.hpp"
#include "codag/tile/random_rows.hpp"

namespace codag::harness {
namespace {

/// The sum, modulo 2^64, of the values of the rows for which keeps(row) holds.
template <class Keeps>
std::uint64_t sum_of_rows(std::span<const std::byte> column, element_type type,
                          const Keeps& keeps) {
  constexpr std::size_t rows_at_once = std::size_t{1} << 20;
  const std::size_t rows = column.size() / size_of(type);
  std::atomic<std::uint64_t> sum{0};
  parallel_for((rows + rows_at_once - 1) / rows_at_once, 0, [&](std::size_t range) {
    std::uint64_t of_range = 0;
    const std::size_t end = std::min(rows, (range + 1) * rows_at_once);
    for (std::size_t row = range * rows_at_once; row < end; ++row)
      if (keeps(row)) of_range += integer::load_element(column.data() + row * size_of(type), type);
    // Relaxed: the ranges' order does not matter, and the loop's end comes after all of them.
    sum.fetch_add(of_range, std::memory_order_relaxed);
  });
  return sum;
}

std::string wrong_total(const sink_output& got, std::uint64_t expected, const char* what) {
  std::uint64_t total;
  std::memcpy(&total, got.workspace.data(), sizeof total);
  if (total == expected) return {};
  return std::string("the ") + what + " is " + std::to_string(total) + " instead of " +
         std::to_string(expected);
}

/// What is wrong if the output is not as it was from byte `begin` on.
std::string touched(const sink_output& got, std::span<const std::byte> original,
                    std::size_t begin) {
  constexpr std::size_t bytes_at_once = std::size_t{1} << 24;
  std::atomic<std::size_t> first{original.size()};
  parallel_for((original.size() + bytes_at_once - 1) / bytes_at_once, 0, [&](std::size_t range) {
    const std::size_t end = std::min(original.size(), (range + 1) * bytes_at_once);
    for (std::size_t i = std::max(begin, range * bytes_at_once); i < end; ++i) {
      if (got.out[i] == ~original[i]) continue;
      // Relaxed: whichever range comes last leaves the least of all.
      std::size_t least = first.load(std::memory_order_relaxed);
      while (i < least && !first.compare_exchange_weak(least, i, std::memory_order_relaxed)) {
      }
      return;
    }
  });
  if (first == original.size()) return {};
  return "byte " + std::to_string(first) + " of the output was written, where no value belongs";
}

/// The values that the sinks select, in ascending order.
std::vector<std::uint64_t> selected(std::span<const std::byte> column, element_type type,
                                    std::uint64_t most) {
  std::vector<std::uint64_t> values;
  for (std::size_t at = 0; at < column.size(); at += size_of(type)) {
    const std::uint64_t v = integer::load_element(column.data() + at, type);
    const bool negative = is_signed(type) && static_cast<std::int64_t>(v) < 0;
    if (!negative && v <= most) values.push_back(v);
  }
  std::ranges::sort(values);
  return values;
}

}  // namespace

std::string wrong_sum(const sink_output& got, const launch_choice& choice,
                      std::span<const std::byte> original) {
  const auto all = [](std::size_t) { return true; };
  const std::string wrong = wrong_total(got, sum_of_rows(original, choice.type, all), "sum");
  return wrong.empty() ? touched(got, original, 0) : wrong;
}

std::string wrong_filtered_sum(const sink_output& got, const launch_choice& choice,
                               std::span<const std::byte> original) {
  const random_rows kept{static_cast<std::uint32_t>(choice.values.back())};
  const auto keeps = [&](std::size_t row) { return kept.keeps(row); };
  const std::string wrong = wrong_total(got, sum_of_rows(original, choice.type, keeps), "sum");
  return wrong.empty() ? touched(got, original, 0) : wrong;
}

std::string wrong_count(const sink_output& got, const launch_choice& choice,
                        std::span<const std::byte> original) {
  const auto expected = selected(original, choice.type, choice.values.back()).size();
  const std::string wrong = wrong_total(got, expected, "count");
  return wrong.empty() ? touched(got, original, 0) : wrong;
}

std::string wrong_selection(const sink_output& got, const launch_choice& choice,
                            std::span<const std::byte> original) {
  const std::uint64_t most = choice.values.back();
  const std::vector<std::uint64_t> expected = selected(original, choice.type, most);
  if (std::string wrong = wrong_total(got, expected.size(), "number of selected values");
      !wrong.empty())
    return wrong;
  const std::size_t bytes = expected.size() * size_of(choice.type);
  if (selected(got.out.first(bytes), choice.type, most) != expected)
    return "the output does not begin with the selected values";
  return touched(got, original, bytes);
}

}  // namespace codag::harness
