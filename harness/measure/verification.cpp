#include <algorithm>
#include <utility>

#include "codag/parallel_for.hpp"
#include "harness/measure/verification.hpp"

namespace codag::harness {
namespace {

constexpr std::size_t range_bytes = 4 << 20;  // what one core compares at a time

std::size_t ranges(std::size_t bytes) {
  return (bytes + range_bytes - 1) / range_bytes;
}

}  // namespace

std::vector<std::byte> poison_for(std::span<const std::byte> original) {
  std::vector<std::byte> poison(original.size());
  parallel_for(ranges(original.size()), 0, [&](std::size_t p) {
    const std::size_t end = std::min(original.size(), (p + 1) * range_bytes);
    for (std::size_t i = p * range_bytes; i < end; ++i) poison[i] = ~original[i];
  });
  return poison;
}

std::optional<std::size_t> first_difference(std::span<const std::byte> original,
                                            std::span<const std::byte> out) {
  std::vector<std::size_t> first_wrong(ranges(original.size()), original.size());
  parallel_for(first_wrong.size(), 0, [&](std::size_t p) {
    const std::size_t begin = p * range_bytes;
    const std::size_t bytes = std::min(range_bytes, original.size() - begin);
    const auto a = original.subspan(begin, bytes), b = out.subspan(begin, bytes);
    const auto wrong = std::mismatch(a.begin(), a.end(), b.begin()).first;
    if (wrong != a.end()) first_wrong[p] = begin + static_cast<std::size_t>(wrong - a.begin());
  });
  for (const std::size_t at : first_wrong)
    if (at != original.size()) return at;
  return std::nullopt;
}

verification outcome_of(std::string wrong, std::span<const status> statuses) {
  verification v;
  for (std::size_t i = 0; i < statuses.size(); ++i) {
    ++v.chunk_status[to_string(statuses[i])];
    if (statuses[i] != status::ok && v.reason.empty())
      v.reason = "chunk " + std::to_string(i) + ": " + to_string(statuses[i]);
  }
  if (v.reason.empty()) v.reason = std::move(wrong);
  v.ok = v.reason.empty();
  return v;
}

verification outcome_of(std::optional<std::size_t> first_wrong, std::span<const status> statuses) {
  return outcome_of(first_wrong
                        ? "output differs from the original at byte " + std::to_string(*first_wrong)
                        : std::string(),
                    statuses);
}

}  // namespace codag::harness
