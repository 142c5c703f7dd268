// The parse that a warp makes: 32 positions at once.
#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "codag/codec/gompresso/common_bytes.hpp"
#include "codag/codec/gompresso/parse.hpp"
#include "codag/codec/gompresso/sequence_list.hpp"
#include "codag/codec/gompresso/warp_parse.hpp"

namespace codag::gompresso {
namespace {

struct found_match {
  std::uint32_t length = 0, distance = 0;
};

class warp_parser {
 public:
  warp_parser(std::span<const std::byte> raw, const settings& s)
      : raw_(raw),
        size_(static_cast<std::uint32_t>(raw.size())),
        rules_{s.window, s.look_ahead, s.min_match},
        sequences_(s),
        table_(warp_parse::buckets),
        entered_in_(warp_parse::buckets) {}

  std::vector<sequence> run() {
    for (std::uint32_t at = 0; at < size_;) at = take_step(at);
    if (sequences_.end() < raw_.size()) sequences_.add(raw_.size(), 0, 0);
    return sequences_.take();
  }

 private:
  /// Returns where the next step begins.
  std::uint32_t take_step(std::uint32_t at) {
    const auto source_end = static_cast<std::uint32_t>(sequences_.source_end(raw_.size()));
    std::uint32_t end = at;  // of the positions whose first bytes are all there
    while (end < at + warp_parse::positions && end + warp_parse::hashed_bytes <= size_) ++end;
    found_match match;
    std::uint32_t first = at;
    for (; first < end; ++first)
      if (match = match_at(first, source_end); match.length != 0) break;
    enter(at, std::min(first + 1, end), source_end);
    if (match.length != 0) {
      sequences_.add(first, match.length, match.distance);
      return first + match.length;
    }
    const std::uint32_t next = std::min(at + warp_parse::positions, size_);
    sequences_.add_literals(next);
    return next;
  }

  [[nodiscard]] found_match match_at(std::uint32_t at, std::uint32_t source_end) const {
    const warp_parse::bucket& known = table_[bucket_at(at)];
    for (const std::uint32_t entry : {known.newest, known.older}) {
      if (!rules_.usable(entry, source_end)) continue;
      const std::uint32_t from = entry - 1;
      const auto length = static_cast<std::uint32_t>(
          common_bytes(raw_, from, at, rules_.most(at, from, size_, source_end)));
      if (length >= rules_.min_match) return {length, at - from};
    }
    return {};
  }

  void enter(std::uint32_t begin, std::uint32_t end, std::uint32_t source_end) {
    ++step_;
    for (std::uint32_t at = end; at-- > begin;) {
      const std::uint32_t place = bucket_at(at);
      if (entered_in_[place] == step_) continue;
      entered_in_[place] = step_;
      table_[place].enter(at, rules_.usable(table_[place].newest, source_end));
    }
  }

  [[nodiscard]] std::uint32_t bucket_at(std::uint32_t at) const {
    return warp_parse::bucket_of(load<std::uint32_t>(raw_, at));
  }

  std::span<const std::byte> raw_;
  std::uint32_t size_;
  warp_parse::rules rules_;
  sequence_list sequences_;
  std::vector<warp_parse::bucket> table_;
  std::vector<std::uint32_t> entered_in_;  // the last step that has entered a position
  std::uint32_t step_ = 0;
};

}  // namespace

std::vector<sequence> parse_warp(std::span<const std::byte> raw, const settings& s) {
  return warp_parser(raw, s).run();
}

}  // namespace codag::gompresso
