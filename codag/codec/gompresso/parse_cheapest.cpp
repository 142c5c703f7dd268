// The cheapest parse: dynamic programming over what follows the begin of a group.
#include <algorithm>
#include <cstddef>

#include "codag/codec/gompresso/dictionary.hpp"
#include "codag/codec/gompresso/parse.hpp"
#include "codag/codec/gompresso/sequence_list.hpp"

namespace codag::gompresso {
namespace {

/// How far a plan looks ahead, in bytes. Its end hardly matters for what its first group becomes:
/// with twice as much, texts are as small, and parsing takes twice as long.
constexpr std::size_t most_planned = 768;
static_assert(most_planned > max_literals, "a plan adds a sequence, or it is the chunk's last one");

class cheapest_parser {
 public:
  cheapest_parser(std::span<const std::byte> raw, const settings& s)
      : raw_(raw), settings_(s), known_(raw, s), sequences_(s) {}

  std::vector<sequence> run() {
    while (sequences_.end() < raw_.size()) add_group();
    return sequences_.take();
  }

 private:
  /// What a plan does at a position.
  struct step {
    std::uint32_t cost = 0;  ///< of all from here to the plan's end
    match taken;             ///< of length 0: a literal
  };

  /// Plans from the end of the last sequence on, and adds sequences until a group ends, or what is
  /// planned does.
  void add_group() {
    const std::size_t begin = sequences_.end();
    const std::size_t planned = std::min(most_planned, raw_.size() - begin);
    plan(begin, planned);
    std::size_t at = begin;
    for (bool ended = false; !ended && at < begin + planned;) {
      const match& m = steps_[at - begin].taken;
      if (m.length > 0) {
        ended = sequences_.add(at, m.length, m.distance);
        at += m.length;
      } else if (++at - sequences_.end() == sequences_.most_literals()) {
        ended = sequences_.add(at, 0, 0);
      }
    }
    // The chunk's last literals. Those of a plan that ends earlier are planned again.
    if (at == raw_.size() && sequences_.end() < at) sequences_.add(at, 0, 0);
  }

  /// From its end to its begin, what is cheapest at each position. A match may be shorter than the
  /// longest one.
  void plan(std::size_t begin, std::size_t planned) {
    const std::size_t source_end = sequences_.source_end(raw_.size());
    // With another high-water mark, all matches are others.
    const std::size_t passed = settings_.eliminate_dependencies ? longest_.size() : begin - begin_;
    longest_.erase(longest_.begin(), longest_.begin() + static_cast<std::ptrdiff_t>(passed));
    begin_ = begin;
    for (std::size_t at = begin + longest_.size(); at < begin + planned; ++at) {
      known_.add_up_to(std::min(at, source_end));
      longest_.push_back(known_.find(at, source_end));
    }
    steps_.assign(planned + 1, {});
    for (std::size_t i = planned; i-- > 0;) {
      step& best = steps_[i];
      best.cost = steps_[i + 1].cost + 1;
      const std::size_t most = std::min<std::size_t>(longest_[i].length, planned - i);
      // The longest of equally cheap ones.
      for (std::size_t length = settings_.min_match; length <= most; ++length) {
        const std::uint32_t cost = steps_[i + length].cost + settings_.min_match - 1;
        if (cost > best.cost || (cost == best.cost && best.taken.length == 0)) continue;
        best = {cost, {static_cast<std::uint32_t>(length), longest_[i].distance}};
      }
    }
  }

  std::span<const std::byte> raw_;
  const settings& settings_;
  dictionary known_;
  sequence_list sequences_;
  std::size_t begin_ = 0;       // of the plan
  std::vector<match> longest_;  // at each position of the plan
  std::vector<step> steps_;     // and at its end
};

}  // namespace

std::vector<sequence> parse_cheapest(std::span<const std::byte> raw, const settings& s) {
  return cheapest_parser(raw, s).run();
}

}  // namespace codag::gompresso
