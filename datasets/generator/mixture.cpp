// "mixture": a column whose kind of contents changes, as the pages of a file or of memory do.
// Stretches of equal length hold random bytes, text, zeros, integers or Base64. Each five
// consecutive stretches have all five kinds in random order, which follows from the seed and the
// index of the stretch alone; so a stretch may be longer than a block.
#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "datasets/generator/synthetic.hpp"
#include "datasets/generator/text_column.hpp"
#include "datasets/generator/vocabulary.hpp"

namespace codag::datasets {
namespace {

constexpr std::array mixture_parameters = {parameter{.key = "stretch",
                                                     .label = "stretch",
                                                     .unit = "B",
                                                     .least = 4096,
                                                     .most = 1 << 20,
                                                     .standard = 65536,
                                                     .power_of_two = true,
                                                     .bytes = true,
                                                     .help = "bytes of one kind"}};
static_assert(well_declared(mixture_parameters));

enum class contents { random_bytes, words, zeros, integers, base64 };

contents contents_of(std::uint64_t stretch, std::uint64_t seed) {
  std::array kinds = {contents::random_bytes, contents::words, contents::zeros, contents::integers,
                      contents::base64};
  random r(random::mix(~seed) + stretch / kinds.size());
  for (std::size_t left = kinds.size(); left > 1; --left)
    std::swap(kinds[left - 1], kinds[r.below(left)]);
  return kinds[stretch % kinds.size()];
}

void fill_with_words(random& r, const vocabulary& words, std::span<std::byte> out) {
  for (std::uint64_t word = words.draw(r); !out.empty(); word = words.follow(r, word)) {
    const std::string text = words.text(word) + ' ';
    const std::size_t bytes = std::min(text.size(), out.size());
    std::memcpy(out.data(), text.data(), bytes);
    out = out.subspan(bytes);
  }
}

/// Integers of 32 bits, below 4096.
void fill_with_integers(random& r, std::span<std::byte> out) {
  for (std::size_t i = 0; i < out.size(); i += sizeof(std::uint32_t)) {
    const auto value = static_cast<std::uint32_t>(r.below(4096));
    std::memcpy(&out[i], &value, sizeof value);
  }
}

/// `out` is all zeros before.
void fill(contents kind, random& r, const vocabulary& words, std::span<std::byte> out) {
  if (kind == contents::words) fill_with_words(r, words, out);
  if (kind == contents::integers) fill_with_integers(r, out);
  if (kind == contents::random_bytes)
    for (std::byte& byte : out) byte = static_cast<std::byte>(r.next() >> 56);
  if (kind == contents::base64)
    for (std::byte& byte : out) byte = static_cast<std::byte>(base64_digits[r.next() >> 58]);
}

block_writer prepare_mixture(const column_request& asked) {
  return [stretch = asked["stretch"], seed = asked.seed,
          words = std::make_shared<const vocabulary>(asked.seed)](random& r, std::uint64_t block,
                                                                  std::span<std::byte> out) {
    std::vector<std::byte> whole(generator_block_bytes);
    const std::size_t part = std::min<std::size_t>(stretch, whole.size());
    for (std::size_t at = 0; at < whole.size(); at += part) {
      const std::uint64_t index = (block * generator_block_bytes + at) / stretch;
      fill(contents_of(index, seed), r, *words, std::span(whole).subspan(at, part));
    }
    std::memcpy(out.data(), whole.data(), out.size());
  };
}

}  // namespace

generator mixture_generator() {
  return {.name = "mixture",
          .description = "stretches of random bytes, text, zeros, integers and Base64",
          .type = element_type::uint8,
          .parameters = mixture_parameters,
          .prepare = prepare_mixture};
}

}  // namespace codag::datasets
