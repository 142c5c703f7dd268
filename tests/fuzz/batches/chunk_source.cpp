#include "tests/fuzz/batches/chunk_source.hpp"

#include <algorithm>

#include "tests/fuzz/deflate_chunks.hpp"

namespace codag::fuzz {
namespace {

template <class T>
const T& any_of(const std::vector<T>& list, random_numbers& random) {
  return list[random() % list.size()];
}

void mutate_once(bytes& b, const bytes& other, random_numbers& random) {
  const std::size_t at = random() % b.size();
  const std::size_t run = 1 + random() % std::min<std::size_t>(b.size() - at, 16);
  const auto place = b.begin() + static_cast<std::ptrdiff_t>(at);
  const auto run_end = place + static_cast<std::ptrdiff_t>(run);
  switch (random() % 8) {
    case 0:
    case 1:
      *place ^= static_cast<std::byte>(1u << random() % 8);
      break;
    case 2:
      *place = static_cast<std::byte>(random());
      break;
    case 3: {  // the ends of what a byte, a varint's byte or a length may be
      constexpr std::byte ends[] = {std::byte{0}, std::byte{1}, std::byte{0x7f}, std::byte{0x80},
                                    std::byte{0xff}};
      *place = ends[random() % std::size(ends)];
      break;
    }
    case 4:
      if (run < b.size()) b.erase(place, run_end);
      break;
    case 5: {
      const bytes repeated(place, run_end);
      b.insert(place, repeated.begin(), repeated.end());
      break;
    }
    case 6: {
      if (other.empty()) break;
      const std::size_t from = random() % other.size();
      const std::size_t count = std::min({run, other.size() - from, b.size() - at});
      std::copy_n(other.begin() + static_cast<std::ptrdiff_t>(from), count, place);
      break;
    }
    default:  // the end is missing, or bytes follow it
      if (random() % 2 == 0)
        b.resize(1 + random() % b.size());
      else
        b.push_back(static_cast<std::byte>(random()));
  }
}

}  // namespace

void mutate(bytes& b, const bytes& other, random_numbers& random) {
  if (b.empty()) b.push_back(std::byte{0});
  const std::size_t most_bytes = std::max<std::size_t>(b.size(), 2 * max_out_bytes);
  for (auto n = 1 + random() % 4; n > 0; --n) mutate_once(b, other, random);
  if (b.size() > most_bytes) b.resize(most_bytes);
}

chunk_source::chunk_source(const codec& codec) : codec_(codec) {
  const bool is_deflate = codec.name == "deflate";
  for (const bytes& seed : is_deflate ? deflate_seeds() : chunk_seeds(codec.name))
    all_.push_back(read_chunk(input(seed)));
  for (const chunk_bytes& c : all_) of_type_[static_cast<std::size_t>(c.type)].push_back(c);
  kinds_ = chunks_of_every_kind(codec.name);
  if (is_deflate)
    builders_ = {{chunk_with_code_lengths, code_lengths_inputs()},
                 {chunk_with_distances, distances_inputs()}};
}

const std::vector<chunk_bytes>& chunk_source::seeds_of(element_type type) const {
  const auto& its = of_type_[static_cast<std::size_t>(type)];
  return its.empty() ? all_ : its;
}

chunk_bytes chunk_source::next(element_type type, random_numbers& random,
                               std::vector<chunk_bytes>& earlier) const {
  chunk_bytes c;
  const auto mutated = [&](chunk_bytes from) {
    mutate(from.in, any_of(seeds_of(type), random).in, random);
    return from;
  };
  switch (random() % 8) {
    case 0:
    case 1:
      c = fresh_chunk(codec_, type, random);
      earlier.push_back(c);
      break;
    case 2:
    case 3:
      c = earlier.empty() ? fresh_chunk(codec_, type, random) : mutated(any_of(earlier, random));
      break;
    case 4:
      c = any_of(kinds_, random);
      break;
    case 5:
      c = mutated(any_of(kinds_, random));
      break;
    case 6:
      if (!builders_.empty()) {
        const builder& chosen = any_of(builders_, random);
        bytes from = any_of(chosen.inputs, random);
        mutate(from, any_of(chosen.inputs, random), random);
        c = chosen.build(input(from));
        break;
      }
      [[fallthrough]];
    default:
      c = any_of(seeds_of(type), random);
      if (random() % 4 != 0) c = mutated(c);
  }
  const auto element = static_cast<std::uint32_t>(size_of(type));
  if (random() % 32 == 0) c.out_bytes = static_cast<std::uint32_t>(random() % max_out_bytes);
  c.out_bytes -= c.out_bytes % element;
  c.type = type;
  return c;
}

}  // namespace codag::fuzz
