#include <algorithm>

#include "codag/codec/gompresso/parse.hpp"
#include "codag/codec/gompresso/words.hpp"
#include "codag/codec/gompresso_byte/format.hpp"
#include "codag/codec/gompresso_byte/gompresso_byte.hpp"

namespace codag::gompresso_byte {
namespace {

codec with_settings(std::span<const std::uint64_t> values) {
  const gompresso::settings s = gompresso::settings_of(values);
  return {.name = "gompresso_byte",
          .encode = [s](std::span<const std::byte> raw, element_type /*type*/,
                        std::vector<std::byte>& out) { return encode(raw, s, out); },
          .decode = decode,
          .encoder = to_string(s),
          .parameters = gompresso::settings_parameters,
          .with = with_settings};
}

}  // namespace

std::uint64_t encode(std::span<const std::byte> raw, const gompresso::settings& s,
                     std::vector<std::byte>& out) {
  const std::vector<sequence> sequences = gompresso::parse(raw, s);
  gompresso::put_word(static_cast<std::uint32_t>(sequences.size()), out);
  gompresso::put_word(limits{s.eliminate_dependencies ? 1u : 0u, s.look_ahead, s.window}.word(),
                      out);
  std::size_t at = 0;
  for (auto left = std::span(sequences); !left.empty();) {
    const auto group = left.first(std::min<std::size_t>(left.size(), gompresso::group_sequences));
    for (const sequence& q : group) gompresso::put_word(word_of(q), out);
    for (const sequence& q : group) {
      const auto literals = raw.subspan(at, q.literals);
      out.insert(out.end(), literals.begin(), literals.end());
      at += q.bytes();
    }
    left = left.subspan(group.size());
  }
  return sequences.size();
}

codec row() {
  return with_settings(standard_values(gompresso::settings_parameters));
}

}  // namespace codag::gompresso_byte
