// LZ4's parse, with dependency elimination as an option.
#include <algorithm>
#include <array>

#include "codag/codec/gompresso/common_bytes.hpp"
#include "codag/codec/gompresso/parse.hpp"
#include "codag/codec/gompresso/sequence_list.hpp"

namespace codag::gompresso {
namespace {

// What LZ4's block format demands of the end of a block.
constexpr std::size_t last_match_bytes = 12, last_literals = 5;

/// The last position of each hash that a match may begin at, as in lib/lz4.c: 2^12 entries, of five
/// bytes each.
class position_table {
 public:
  /// An entry that holds no position is 0, which is a position as well. As in LZ4, what is there is
  /// compared anyway.
  explicit position_table(std::span<const std::byte> raw) : raw_(raw) {}

  [[nodiscard]] std::uint32_t find(std::size_t at) const { return positions_[hash(at)]; }

  /// Enters a position. If it may not be copied yet, it waits until free() is told that it may.
  void put(std::size_t at, bool waits) {
    if (waits)
      waiting_.push_back(static_cast<std::uint32_t>(at));
    else
      positions_[hash(at)] = static_cast<std::uint32_t>(at);
  }
  void free() {
    for (const std::uint32_t at : waiting_) positions_[hash(at)] = at;
    waiting_.clear();
  }

 private:
  static constexpr unsigned hash_bits = 12;

  [[nodiscard]] std::size_t hash(std::size_t at) const {
    constexpr std::uint64_t prime = 889'523'592'379;
    return (load<std::uint64_t>(raw_, at) << 24) * prime >> (64 - hash_bits);
  }

  std::span<const std::byte> raw_;
  std::array<std::uint32_t, std::size_t{1} << hash_bits> positions_{};
  std::vector<std::uint32_t> waiting_;
};

class lz4_parser {
 public:
  lz4_parser(std::span<const std::byte> raw, const settings& s)
      : raw_(raw), settings_(s), sequences_(s), known_(raw) {}

  std::vector<sequence> run() {
    if (raw_.size() > last_match_bytes) {
      known_.put(0, settings_.eliminate_dependencies);
      const std::size_t last = raw_.size() - last_match_bytes;
      for (std::size_t at = 1; find_match(at, last);) {
        // A match may begin where the last one has ended, and is then looked for once.
        do at = sequences_.end();
        while (at <= last && take_next(at));
        ++at;
      }
    }
    if (sequences_.end() < raw_.size()) sequences_.add(raw_.size(), 0, 0);
    return sequences_.take();
  }

 private:
  /// Looks for a match from `at` on, up to `last`, and takes it.
  bool find_match(std::size_t at, std::size_t last) {
    // After every 64 positions without a match, the step is longer by one.
    for (std::size_t tries = 64; at <= last; at += tries++ >> 6) {
      if (take_match(at)) return true;
      // The first group has no match; it ends only if its literals become sequences.
      if (settings_.eliminate_dependencies && sequences_.add_literals(at)) known_.free();
    }
    return false;
  }

  /// Takes the match at the end of the last one, and enters a position before it.
  bool take_next(std::size_t at) {
    known_.put(at - 2, settings_.eliminate_dependencies);
    return take_match(at);
  }

  /// Takes the match that the table has for `at`, if there is one, and enters `at`.
  bool take_match(std::size_t at) {
    const std::size_t from = known_.find(at);
    known_.put(at, settings_.eliminate_dependencies);
    const std::size_t source_end = sequences_.source_end(raw_.size());
    if (from >= at || at - from > settings_.window || source_end < from + 4 ||
        load<std::uint32_t>(raw_, from) != load<std::uint32_t>(raw_, at))
      return false;
    std::size_t before = 0;  // bytes that the match has before `at`
    const std::size_t most_before = std::min(at - sequences_.end(), from);
    while (before < most_before && raw_[from - before - 1] == raw_[at - before - 1]) ++before;
    const std::size_t most = std::min(raw_.size() - last_literals - at, source_end - from);
    const std::size_t length = before + 4 + common_bytes(raw_, from + 4, at + 4, most - 4);
    if (length < settings_.min_match) return false;
    add(at - before, length, at - from);
    return true;
  }

  /// Adds a match, in several sequences if it is longer than one may be. What is left over and too
  /// short for one is looked for again.
  void add(std::size_t at, std::size_t length, std::size_t distance) {
    bool ended = false;
    for (; length >= settings_.min_match; at = sequences_.end()) {
      const std::size_t now = std::min<std::size_t>(length, settings_.look_ahead);
      if (sequences_.add(at, static_cast<std::uint32_t>(now), static_cast<std::uint32_t>(distance)))
        ended = true;
      length -= now;
    }
    if (ended) known_.free();
  }

  std::span<const std::byte> raw_;
  const settings& settings_;
  sequence_list sequences_;
  position_table known_;
};

}  // namespace

std::vector<sequence> parse_lz4(std::span<const std::byte> raw, const settings& s) {
  return lz4_parser(raw, s).run();
}

}  // namespace codag::gompresso
