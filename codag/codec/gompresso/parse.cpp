#include "codag/codec/gompresso/parse.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace codag::gompresso {
namespace {

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

  /// The longest match of what is at `at` that begins at an added position and ends before
  /// `source_end`; of equal ones the nearest.
  [[nodiscard]] match find(std::size_t at, std::size_t source_end) const {
    match best;
    if (at + hashed_bytes > raw_.size()) return best;
    const auto most = std::min<std::size_t>(settings_.look_ahead, raw_.size() - at);
    unsigned tries = most_tries;
    for (std::uint32_t from = heads_[hash(at)];
         from != none && at - from <= settings_.window && tries > 0 && best.length < most;
         from = before_[from], --tries) {
      const std::size_t length = common(from, at, std::min(most, source_end - from));
      if (length > best.length)
        best = {static_cast<std::uint32_t>(length), static_cast<std::uint32_t>(at - from)};
    }
    return best;
  }

 private:
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
  static constexpr std::size_t hashed_bytes = 4;
  /// A longer search makes chunks hardly smaller, and takes long where positions are alike.
  static constexpr unsigned most_tries = 64;

  [[nodiscard]] std::uint32_t byte(std::size_t at) const {
    return std::to_integer<std::uint32_t>(raw_[at]);
  }
  [[nodiscard]] std::size_t hash(std::size_t at) const {
    const std::uint32_t word =
        byte(at) | byte(at + 1) << 8 | byte(at + 2) << 16 | byte(at + 3) << 24;
    return word * 2654435761u >> (32 - hash_bits_);  // Knuth's multiplicative hash
  }
  [[nodiscard]] std::size_t common(std::size_t from, std::size_t at, std::size_t most) const {
    std::size_t length = 0;
    while (length < most && raw_[from + length] == raw_[at + length]) ++length;
    return length;
  }

  std::span<const std::byte> raw_;
  const settings& settings_;
  int hash_bits_;
  std::vector<std::uint32_t> heads_, before_;
  std::size_t added_ = 0;
};

/// With dependency elimination, the first group has nothing that it could copy. Its literal strings
/// are short, so that it ends early and the second group has.
constexpr std::uint32_t first_literals = 8;

}  // namespace

std::vector<sequence> parse(std::span<const std::byte> raw, const settings& s,
                            std::uint32_t least_length) {
  std::vector<sequence> sequences;
  dictionary known(raw, s);
  std::size_t at = 0, literals_begin = 0;
  std::size_t high_water_mark = 0;  // the end of the last whole group: warpHWM in Fig. 4
  const auto emit = [&](const match& m) {
    sequences.push_back({static_cast<std::uint32_t>(at - literals_begin), m.length, m.distance});
    at += m.length;
    literals_begin = at;
    if (sequences.size() % group_sequences == 0) high_water_mark = at;
  };
  const auto most_literals = [&] {
    return s.eliminate_dependencies && high_water_mark == 0 ? first_literals : max_literals;
  };
  while (at < raw.size()) {
    known.add_up_to(s.eliminate_dependencies ? high_water_mark : at);
    const match m = known.find(at, s.eliminate_dependencies ? high_water_mark : raw.size());
    if (m.length >= least_length)
      emit(m);
    else if (at - literals_begin == most_literals())
      emit({});
    else
      ++at;
  }
  if (literals_begin < at) emit({});
  return sequences;
}

}  // namespace codag::gompresso
