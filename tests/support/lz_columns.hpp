// Seeded columns of bytes for LZ77: near and far matches, long and short ones, and none.
#pragma once

#include <algorithm>
#include <cstddef>
#include <random>
#include <string>
#include <vector>

#include "tests/support/columns.hpp"

namespace codag::test {

inline std::vector<named_column> lz_columns(std::size_t size, unsigned seed) {
  std::mt19937_64 random(seed);
  std::vector<named_column> columns;
  const auto add = [&](std::string name, auto&& next) {
    std::vector<std::byte> column;
    while (column.size() < size) next(column);
    column.resize(size);
    columns.push_back({std::move(name), std::move(column)});
  };
  const auto literals = [&](std::vector<std::byte>& to, std::size_t count) {
    for (; count > 0; --count) to.push_back(static_cast<std::byte>(random()));
  };
  const auto copies = [&](std::vector<std::byte>& to, std::size_t most_distance,
                          std::size_t most_length) {
    const std::size_t distance = 1 + random() % std::min(to.size(), most_distance);
    for (std::size_t n = 4 + random() % most_length; n > 0; --n)
      to.push_back(to[to.size() - distance]);
  };
  add("one byte", [](auto& to) { to.push_back(std::byte{7}); });
  add("period 3", [](auto& to) { to.push_back(static_cast<std::byte>(to.size() % 3)); });
  add("random", [&](auto& to) { literals(to, 1); });
  add("near copies", [&](auto& to) {
    literals(to, 1 + random() % 6);
    copies(to, 40, 30);
  });
  add("far copies", [&](auto& to) {
    literals(to, 1 + random() % 20);
    copies(to, 40'000, 100);
  });
  add("long literals", [&](auto& to) {
    literals(to, 1 + random() % 1000);
    copies(to, 5000, 300);
  });
  // 200 words, of which some are frequent.
  std::vector<std::vector<std::byte>> words(200);
  for (auto& word : words) literals(word, 2 + random() % 9);
  add("words", [&](auto& to) {
    const auto& word = words[random() % (1 + random() % words.size())];
    to.insert(to.end(), word.begin(), word.end());
  });
  return columns;
}

}  // namespace codag::test
