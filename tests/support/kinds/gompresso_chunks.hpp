// Chunks of gompresso_byte and gompresso_bit with every kind of sequence.
#pragma once

#include <random>
#include <vector>

#include "tests/support/kinds/gompresso_writer.hpp"

namespace codag::test {

/// Sequences with matches in their own group and in earlier ones.
inline sequences_of_chunk dependent_sequences(std::uint32_t most_literals) {
  sequences_of_chunk its{{0, gompresso::max_look_ahead, 8192}, {}, {}};
  auto& list = its.sequences;
  list = {{most_literals, 0, 0}, {3, 10, 1},  {0, 12, 5}, {2, 0, 0},   {0, 0, 0},
          {4, 40, 60},           {1, 64, 3},  {0, 8, 8},  {0, 7, 100}, {0, 0, 0},
          {1, 255, 2},           {0, 255, 70}};
  std::mt19937 random(1);
  std::uint32_t written = static_cast<std::uint32_t>(its.size());
  while (list.size() < 75) {
    const auto n = static_cast<std::uint32_t>(list.size());
    gompresso::sequence s{static_cast<std::uint32_t>(random() % 4), 0, 0};
    if (n % 5 != 0) {
      s.length = n % 9 == 0 ? 255 : 4 + static_cast<std::uint32_t>(random() % 40);
      s.distance = 1 + static_cast<std::uint32_t>(random() % (n % 3 == 0 ? written : 50));
    }
    list.push_back(s);
    written += s.bytes();
  }
  list.push_back({2, 40, 2500});
  std::size_t literals = 0;
  for (const auto& s : list) literals += s.literals;
  its.literals = random_bytes(literals, 256, 2);
  return its;
}

/// Literals in the first group, and then matches that copy from it.
inline sequences_of_chunk independent_sequences() {
  sequences_of_chunk its{{1, 64, 8192}, {}, {}};
  its.sequences.assign(gompresso::group_sequences, {8, 0, 0});
  std::uint32_t literals = 256, written = literals;
  for (std::uint32_t i = 0; i < 20; ++i) {
    gompresso::sequence s{i % 3, 5 + i, 0};
    s.distance = written + s.literals - 5 * i;
    its.sequences.push_back(s);
    literals += s.literals;
    written += s.bytes();
  }
  its.literals = random_bytes(literals, 8, 3);
  return its;
}

/// So many sequences of so many literals.
inline sequences_of_chunk only_literals(std::size_t count, std::uint32_t literals) {
  sequences_of_chunk its{{1, 64, 8192}, {}, {}};
  its.sequences.assign(count, {literals, 0, 0});
  its.literals = random_bytes(count * literals, 256, 4);
  // So that some codewords are short, and others have the most bits.
  for (std::size_t i = 0; i < its.literals.size(); i += 3) its.literals[i] = std::byte{'a'};
  return its;
}

inline std::vector<stored_chunk> chunks_of_gompresso_byte() {
  return {in_gompresso_byte(dependent_sequences(gompresso::max_literals)),
          in_gompresso_byte(independent_sequences()), in_gompresso_byte(only_literals(0, 0))};
}

inline std::vector<stored_chunk> chunks_of_gompresso_bit() {
  using gompresso_bit::shape;
  std::vector<stored_chunk> chunks;
  for (const shape& its : {shape{8, 10, 0}, shape{16, 9, 0}, shape{32, 10, 0}}) {
    chunks.push_back(in_gompresso_bit(dependent_sequences(its.most_literals()), its));
    chunks.push_back(in_gompresso_bit(independent_sequences(), its));
  }
  const shape standard{16, 10, 0};
  chunks.push_back(in_gompresso_bit(only_literals(6, 200), standard));
  chunks.push_back(in_gompresso_bit(only_literals(3, 0), standard));
  chunks.push_back(in_gompresso_bit(only_literals(0, 0), standard));
  sequences_of_chunk one_distance = only_literals(2, 5);
  one_distance.limits.flags = 0;
  one_distance.sequences.push_back({0, 12, 4});
  chunks.push_back(in_gompresso_bit(one_distance, standard));
  return chunks;
}

}  // namespace codag::test
