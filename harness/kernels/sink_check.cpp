#include "harness/kernels/sink_check.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "codag/codec/integer/element_io.hpp"

namespace codag::harness {
namespace {

/// Calls f with each value of the column, extended to 64 bits.
template <class F>
void for_each_value(std::span<const std::byte> column, element_type type, const F& f) {
  for (std::size_t at = 0; at < column.size(); at += size_of(type))
    f(integer::load_element(column.data() + at, type));
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
  for (std::size_t i = begin; i < original.size(); ++i)
    if (got.out[i] != ~original[i])
      return "byte " + std::to_string(i) + " of the output was written, where no value belongs";
  return {};
}

/// The values that the sinks select, in ascending order.
std::vector<std::uint64_t> selected(std::span<const std::byte> column, element_type type,
                                    std::uint64_t most) {
  std::vector<std::uint64_t> values;
  for_each_value(column, type, [&](std::uint64_t v) {
    const bool negative = is_signed(type) && static_cast<std::int64_t>(v) < 0;
    if (!negative && v <= most) values.push_back(v);
  });
  std::ranges::sort(values);
  return values;
}

}  // namespace

std::string wrong_sum(const sink_output& got, const launch_choice& choice,
                      std::span<const std::byte> original) {
  std::uint64_t sum = 0;
  for_each_value(original, choice.type, [&](std::uint64_t v) { sum += v; });
  const std::string wrong = wrong_total(got, sum, "sum");
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
