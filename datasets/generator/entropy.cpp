// "entropy": bytes with a given entropy. The frequencies of the 256 bytes form a geometric series
// whose ratio is chosen to meet the entropy. Each block holds every byte exactly as often as that
// says, in random order, so that not only the expected but the measured entropy is what was asked.
#include <array>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <utility>
#include <vector>

#include "datasets/generator/fixed_point.hpp"
#include "datasets/generator/synthetic.hpp"

namespace codag::datasets {
namespace {

constexpr std::array entropy_parameters = {parameter{.key = "entropy",
                                                     .label = "entropy",
                                                     .unit = "bits",
                                                     .scale = 100,
                                                     .least = 0,
                                                     .most = 800,
                                                     .standard = 400,
                                                     .help = "bits per byte"}};
static_assert(well_declared(entropy_parameters));

/// How often each byte occurs in a block.
using byte_counts = std::array<std::uint64_t, 256>;

constexpr std::uint64_t ratio_one = std::uint64_t{1} << 31;  // of a ratio, which is at most 1

/// The counts for the frequencies 1, ratio, ratio^2, ..., which add up to a block.
byte_counts counts_of(std::uint64_t ratio) {
  std::array<std::uint64_t, 256> sums{};  // of the frequencies so far
  std::uint64_t frequency = ratio_one, sum = 0;
  for (std::uint64_t& s : sums) {
    s = sum += frequency;
    frequency = frequency * ratio / ratio_one;
  }
  byte_counts counts{};
  std::uint64_t before = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const std::uint64_t until = (sums[i] * generator_block_bytes + sum / 2) / sum;
    counts[i] = until - std::exchange(before, until);
  }
  return counts;
}

/// The entropy in units of 2^-32 bits per byte: log2 n - sum(c log2 c) / n.
std::uint64_t entropy_of(const byte_counts& counts) {
  std::uint64_t sum = 0;
  for (const std::uint64_t c : counts)
    if (c > 0) sum += c * log2_fixed(c);
  return log2_fixed(generator_block_bytes) - sum / generator_block_bytes;
}

/// The counts whose entropy is nearest to `wanted`.
byte_counts counts_for(std::uint64_t wanted) {
  std::uint64_t low = 0, high = ratio_one;  // ratios for 0 bits and for 8
  while (high - low > 1) {
    const std::uint64_t middle = std::midpoint(low, high);
    (entropy_of(counts_of(middle)) <= wanted ? low : high) = middle;
  }
  const byte_counts less = counts_of(low), more = counts_of(high);
  return wanted - entropy_of(less) < entropy_of(more) - wanted ? less : more;
}

block_writer prepare_entropy(const column_request& asked) {
  constexpr std::uint64_t bit = std::uint64_t{1} << 32;
  const byte_counts counts = counts_for(asked["entropy"] * bit / entropy_parameters[0].scale);
  return [counts](random& r, std::uint64_t, std::span<std::byte> out) {
    std::vector<std::byte> block;
    block.reserve(generator_block_bytes);
    for (std::size_t i = 0; i < counts.size(); ++i)
      block.insert(block.end(), counts[i], static_cast<std::byte>(i));
    for (std::size_t left = block.size(); left > 1; --left)
      std::swap(block[left - 1], block[r.below(left)]);
    std::memcpy(out.data(), block.data(), out.size());
  };
}

}  // namespace

generator entropy_generator() {
  return {
      .name = "entropy",
      .description = "bytes in random order with a given entropy, which each piece of 128 KiB has",
      .type = element_type::uint8,
      .parameters = entropy_parameters,
      .prepare = prepare_entropy};
}

}  // namespace codag::datasets
