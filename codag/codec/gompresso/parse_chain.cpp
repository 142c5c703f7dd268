// The chain parse: at each position, the longest match that a hash chain leads to.
#include <algorithm>

#include "codag/codec/gompresso/dictionary.hpp"
#include "codag/codec/gompresso/parse.hpp"
#include "codag/codec/gompresso/sequence_list.hpp"

namespace codag::gompresso {

std::vector<sequence> parse_chain(std::span<const std::byte> raw, const settings& s) {
  sequence_list sequences(s);
  dictionary known(raw, s);
  for (std::size_t at = 0; at < raw.size();) {
    const std::size_t source_end = sequences.source_end(raw.size());
    known.add_up_to(std::min(at, source_end));
    const match m = known.find(at, source_end);
    if (m.length >= s.min_match) {
      sequences.add(at, m.length, m.distance);
      at = sequences.end();
    } else if (at - sequences.end() == sequences.most_literals()) {
      sequences.add(at, 0, 0);
    } else {
      ++at;
    }
  }
  if (sequences.end() < raw.size()) sequences.add(raw.size(), 0, 0);
  return sequences.take();
}

}  // namespace codag::gompresso
