// Memory traffic on the CPU: all cores copy, read or write a buffer.
#include <algorithm>
#include <cstring>
#include <vector>

#include "codag/parallel_for.hpp"
#include "harness/workloads/traffic_pattern.hpp"
#include "harness/workloads/workloads.hpp"

namespace codag::harness {
namespace {

/// A buffer divided into one part per core. For a part smaller than smallest_part, a second thread
/// costs more than it saves.
class native_traffic : public workload {
 public:
  explicit native_traffic(std::uint64_t words)
      : parts_(std::clamp<std::size_t>(words / smallest_part, 1, core_count())),
        part_(words / parts_ + 1),
        words_(words) {}

 protected:
  /// Calls body(part, begin, end) on all cores. Begin and end are indices of words.
  template <class Body>
  void for_each_part(const Body& body) {
    parallel_for(parts_, 0, [&](std::size_t p) {
      body(p, std::min(words_, p * part_), std::min(words_, (p + 1) * part_));
    });
  }

  std::size_t parts_;

 private:
  static constexpr std::size_t smallest_part = (4 << 20) / sizeof(std::uint64_t);
  std::size_t part_, words_;
};

class native_copy final : public native_traffic {
 public:
  explicit native_copy(std::uint64_t words)
      : native_traffic(words), from_(traffic_words(words)), to_(words) {}

  void poison() override {
    std::ranges::transform(from_, to_.begin(), [](std::uint64_t word) { return ~word; });
  }
  verification outcome() override {
    return check(std::as_bytes(std::span(from_)), std::as_bytes(std::span(to_)), {});
  }
  void launch() override {
    for_each_part([&](std::size_t, std::size_t begin, std::size_t end) {
      std::memcpy(to_.data() + begin, from_.data() + begin, (end - begin) * sizeof(std::uint64_t));
    });
  }

 private:
  std::vector<std::uint64_t> from_, to_;
};

class native_read final : public native_traffic {
 public:
  explicit native_read(std::uint64_t words)
      : native_traffic(words), from_(traffic_words(words)), folded_(parts_) {}

  void poison() override { std::ranges::fill(folded_, ~std::uint64_t{0}); }
  verification outcome() override {
    std::uint64_t expected = 0;
    for (const std::uint64_t word : from_) expected ^= word;
    std::uint64_t got = 0;
    for (const std::uint64_t part : folded_) got ^= part;
    verification v{.ok = got == expected, .reason = {}, .chunk_status = {}};
    if (!v.ok) v.reason = "the exclusive or of the words that were read is wrong";
    return v;
  }
  void launch() override {
    for_each_part([&](std::size_t p, std::size_t begin, std::size_t end) {
      std::uint64_t folded = 0;
      for (std::size_t i = begin; i < end; ++i) folded ^= from_[i];
      folded_[p] = folded;
    });
  }

 private:
  std::vector<std::uint64_t> from_, folded_;
};

class native_write final : public native_traffic {
 public:
  explicit native_write(std::uint64_t words) : native_traffic(words), to_(words) {}

  void poison() override { std::ranges::fill(to_, ~written_word); }
  verification outcome() override {
    const std::vector<std::uint64_t> expected(to_.size(), written_word);
    return check(std::as_bytes(std::span(expected)), std::as_bytes(std::span(to_)), {});
  }
  void launch() override {
    for_each_part([&](std::size_t, std::size_t begin, std::size_t end) {
      std::fill(to_.data() + begin, to_.data() + end, written_word);
    });
  }

 private:
  std::vector<std::uint64_t> to_;
};

}  // namespace

std::unique_ptr<workload> make_native_traffic(traffic kind, std::uint64_t buffer_bytes) {
  const std::uint64_t words = std::max<std::uint64_t>(buffer_bytes / sizeof(std::uint64_t), 1);
  switch (kind) {
    case traffic::copy:
      return std::make_unique<native_copy>(words);
    case traffic::read:
      return std::make_unique<native_read>(words);
    case traffic::write:
      break;
  }
  return std::make_unique<native_write>(words);
}

}  // namespace codag::harness
