// The matches that a chunk has, for the parses that look for the longest one.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "codag/codec/gompresso/common_bytes.hpp"
#include "codag/codec/gompresso/settings.hpp"

namespace codag::gompresso {

struct match {
  std::uint32_t length = 0, distance = 0;
};

/// The positions of a chunk that a match may begin at, chained by a hash of their first bytes.
class dictionary {
 public:
  dictionary(std::span<const std::byte> raw, const settings& s)
      : raw_(raw),
        settings_(s),
        hash_bits_(std::min(15, static_cast<int>(std::bit_width(raw.size())) + 1)),
        heads_(std::size_t{1} << hash_bits_, none),
        before_(raw.size(), none) {}

  /// Adds the positions up to `end` that have not been added yet.
  void add_up_to(std::size_t end) {
    for (; added_ < end && added_ + hashed_bytes <= raw_.size(); ++added_) {
      std::uint32_t& head = heads_[hash(added_)];
      before_[added_] = head;
      head = static_cast<std::uint32_t>(added_);
    }
  }

  /// The longest match for the bytes at `at` that begins at an added position and ends before
  /// `source_end`; of equal ones the nearest. Only positions before `at` have been added.
  [[nodiscard]] match find(std::size_t at, std::size_t source_end) const {
    match best;
    if (at + hashed_bytes > raw_.size()) return best;
    const auto most = std::min<std::size_t>(settings_.look_ahead, raw_.size() - at);
    unsigned tries = most_tries;
    for (std::uint32_t from = heads_[hash(at)];
         from != none && at - from <= settings_.window && tries > 0 && best.length < most;
         from = before_[from], --tries) {
      // A longer match has the best one's bytes and the next one.
      const std::size_t reach = std::min(most, source_end - from);
      if (reach <= best.length || raw_[from + best.length] != raw_[at + best.length]) continue;
      const std::size_t length = common_bytes(raw_, from, at, reach);
      if (length > best.length)
        best = {static_cast<std::uint32_t>(length), static_cast<std::uint32_t>(at - from)};
    }
    return best;
  }

 private:
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
  static constexpr std::size_t hashed_bytes = 4;
  /// A longer search makes chunks hardly smaller, and takes long if many positions have the same
  /// hash.
  static constexpr unsigned most_tries = 64;

  [[nodiscard]] std::size_t hash(std::size_t at) const {
    // Knuth's multiplicative hash.
    return load<std::uint32_t>(raw_, at) * 2654435761u >> (32 - hash_bits_);
  }

  std::span<const std::byte> raw_;
  const settings& settings_;
  int hash_bits_;
  std::vector<std::uint32_t> heads_, before_;
  std::size_t added_ = 0;
};

}  // namespace codag::gompresso
