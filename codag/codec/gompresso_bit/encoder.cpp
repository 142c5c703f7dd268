#include <algorithm>
#include <array>

#include "codag/codec/gompresso/parse.hpp"
#include "codag/codec/gompresso/words.hpp"
#include "codag/codec/gompresso_bit/format.hpp"
#include "codag/codec/gompresso_bit/gompresso_bit.hpp"
#include "codag/codec/gompresso_bit/prefix_code.hpp"

namespace codag::gompresso_bit {
namespace {

/// Calls symbol(index, extra, extra_bits) for each symbol of a sequence. Indices of distances come
/// after those of literals and lengths.
template <class Symbol>
void each_symbol(std::span<const std::byte> literals, const sequence& s, const Symbol& symbol) {
  for (const std::byte b : literals) symbol(std::to_integer<unsigned>(b), 0, 0);
  if (s.length == 0) return symbol(no_length, 0, 0);
  const unsigned length = slot_of(s.length - 1), distance = slot_of(s.distance - 1);
  symbol(first_length_slot + length, s.length - 1 - slot_begin(length), extra_bits(length));
  symbol(literal_symbols + distance, s.distance - 1 - slot_begin(distance), extra_bits(distance));
}

/// The code of each symbol, of both alphabets.
struct codebook {
  std::vector<std::uint8_t> lengths;
  std::vector<std::uint16_t> codewords;

  void add(std::span<const std::uint64_t> counts, unsigned most_bits) {
    const std::vector<std::uint8_t> of = limited_lengths(counts, most_bits);
    const std::vector<std::uint16_t> words = prefix_code(of).codewords(of.size());
    lengths.insert(lengths.end(), of.begin(), of.end());
    codewords.insert(codewords.end(), words.begin(), words.end());
  }
};

/// Bits, the lowest of each byte first.
class bit_writer {
 public:
  void put(std::uint32_t bits, unsigned count) {
    pending_ |= std::uint64_t{bits} << (written_ % 8);
    written_ += count;
    for (; bytes_.size() < written_ / 8; pending_ >>= 8)
      bytes_.push_back(static_cast<std::byte>(pending_));
  }
  [[nodiscard]] std::uint64_t written() const { return written_; }
  /// The bytes, with bits of 0 after the last one.
  std::vector<std::byte> finish() {
    if (written_ % 8 != 0) bytes_.push_back(static_cast<std::byte>(pending_));
    return std::move(bytes_);
  }

 private:
  std::vector<std::byte> bytes_;
  std::uint64_t pending_ = 0;  // the bits after the last whole byte
  std::uint64_t written_ = 0;
};

codec with_settings(std::span<const std::uint64_t> values) {
  const gompresso::settings s = gompresso::settings_of(values);
  const shape coded{
      .sequences = static_cast<std::uint32_t>(value_of(settings_parameters, values, "sub_block")),
      .code_bits = static_cast<std::uint32_t>(value_of(settings_parameters, values, "code_bits")),
      .unused = 0};
  return {.name = "gompresso_bit",
          .encode = [s, coded](std::span<const std::byte> raw, element_type /*type*/,
                               std::vector<std::byte>& out) { return encode(raw, s, out, coded); },
          .decode = decode,
          .encoder = to_string(s) + ", sub-blocks of " + std::to_string(coded.sequences) +
                     " sequences, codewords of at most " + std::to_string(coded.code_bits) +
                     " bits",
          .parameters = settings_parameters,
          .with = with_settings};
}

}  // namespace

std::uint64_t encode(std::span<const std::byte> raw, const gompresso::settings& s,
                     std::vector<std::byte>& out, const shape& coded) {
  gompresso::settings with_limit = s;
  with_limit.max_literals = std::min(s.max_literals, coded.most_literals());
  const std::vector<sequence> sequences = gompresso::parse(raw, with_limit);
  std::array<std::uint64_t, all_symbols> counts{};
  std::size_t at = 0;
  for (const sequence& q : sequences) {
    each_symbol(raw.subspan(at, q.literals), q,
                [&](unsigned symbol, std::uint32_t, unsigned) { ++counts[symbol]; });
    at += q.bytes();
  }
  codebook code;
  code.add(std::span(counts).first(literal_symbols), coded.code_bits);
  code.add(std::span(counts).subspan(literal_symbols), distance_code_bits);

  gompresso::put_word(static_cast<std::uint32_t>(sequences.size()), out);
  gompresso::put_word(limits{s.eliminate_dependencies ? 1u : 0u, s.look_ahead, s.window}.word(),
                      out);
  gompresso::put_word(coded.word(), out);
  for (unsigned i = 0; i < all_symbols; i += 2)
    out.push_back(static_cast<std::byte>(code.lengths[i] |
                                         (i + 1 < all_symbols ? code.lengths[i + 1] << 4 : 0)));

  bit_writer bits;
  at = 0;
  for (auto left = std::span(sequences); !left.empty();) {
    const auto sub = left.first(std::min<std::size_t>(left.size(), coded.sequences));
    const std::uint64_t begin = bits.written();
    const std::size_t first_byte = at;
    for (const sequence& q : sub) {
      each_symbol(raw.subspan(at, q.literals), q,
                  [&](unsigned symbol, std::uint32_t extra, unsigned count) {
                    bits.put(code.codewords[symbol], code.lengths[symbol]);
                    bits.put(extra, count);
                  });
      at += q.bytes();
    }
    gompresso::put_word(sub_block{static_cast<std::uint32_t>(bits.written() - begin),
                                  static_cast<std::uint32_t>(at - first_byte)}
                            .word(),
                        out);
    left = left.subspan(sub.size());
  }
  const std::vector<std::byte> stream = bits.finish();
  out.insert(out.end(), stream.begin(), stream.end());
  return sequences.size();
}

codec row() {
  return with_settings(standard_values(settings_parameters));
}

}  // namespace codag::gompresso_bit
