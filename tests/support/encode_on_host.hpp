// Runs vle's encoders for a test, on columns that reach each of their branches.
#pragma once

#include <algorithm>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "codag/codec/vle/vle.hpp"
#include "codag/encode/vle/workspace.hpp"
#include "codag/simt/host/global_memory.hpp"
#include "harness/kernels/registry.hpp"

namespace codag::test {

struct encoded {
  std::vector<std::byte> out;  ///< the room and what follows it
  std::uint32_t size = 0;
  status result = status::not_decoded;
};

inline constexpr std::byte poison{0xa5};
inline constexpr std::size_t after_room = 64;

/// Encodes a column into a room, in which each phase of the row runs.
inline encoded encode_on_host(const harness::encode_kernel& row, const parameter_values& values,
                              const std::vector<std::byte>& raw, std::uint32_t room_bytes,
                              const simt::host::launch_options& options = {},
                              const std::function<void(vle::workspace)>& before_timed = {}) {
  const auto in = simt::host::to_global<std::byte>(raw);
  simt::host::global_vector<std::byte> room(room_bytes + after_room, poison);
  const chunk entry{0, 0, room_bytes, static_cast<std::uint32_t>(raw.size())};
  const auto chunks = simt::host::to_global(std::span(&entry, 1));
  simt::host::global_vector<std::uint32_t> size(1, 77);
  simt::host::global_vector<status> result(1, status::not_decoded);
  const device_encoding job{in.data(),     in.size(), room.data(), room.size(),
                            chunks.data(), 1,         size.data(), result.data()};
  simt::host::global_vector<std::byte> memory(row.workspace_bytes(job, values), poison);
  for (const phase p : {phase::before, phase::timed, phase::after}) {
    if (p == phase::timed && before_timed) before_timed({memory.data(), 0, 0});
    row.run(job, {element_type::uint8, values, memory.data(), p}, options);
  }
  return {{room.begin(), room.end()}, size[0], result[0]};
}

inline std::vector<std::byte> random_column(std::size_t count, unsigned uneven,
                                            std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::byte> column(count);
  for (std::byte& b : column) {
    std::uint64_t value = random() % 256;
    for (unsigned i = 0; i < uneven; ++i) value = std::min<std::uint64_t>(value, random() % 256);
    b = static_cast<std::byte>(value);
  }
  return column;
}

/// Columns whose ends lie at and around the ends of words, threads' shares, tiles and segments.
inline std::vector<std::vector<std::byte>> vle_columns() {
  std::vector<std::vector<std::byte>> all;
  for (const std::size_t count : {1, 2, 3, 4, 5, 15, 16, 17, 63, 64, 65, 4095, 4096, 4097, 9001})
    all.push_back(random_column(count, static_cast<unsigned>(count % 3 * 4), count));
  all.emplace_back(5000, std::byte{9});        // one symbol: one bit each
  all.push_back(random_column(20'000, 0, 1));  // 8 bits each
  all.push_back(random_column(20'000, 30, 2));
  // A tile of rare symbols, which have long codewords, between frequent ones.
  std::vector<std::byte> rare(40'000, std::byte{0});
  for (std::size_t i = 0; i < 250; ++i) rare[17'000 + i] = static_cast<std::byte>(i);
  all.push_back(rare);
  return all;
}

/// The encoders that the host backend runs.
inline std::vector<harness::encode_kernel> vle_encoders() {
  std::vector<harness::encode_kernel> rows;
  for (const auto& row : harness::encode_kernels())
    if (row.facts.codec == "vle" && row.run != nullptr) rows.push_back(row);
  return rows;
}

/// The row's name and values as a label.
inline std::string label(const harness::encode_kernel& row, const parameter_values& values) {
  std::string text(row.facts.variant);
  for (std::size_t i = 0; i < values.size(); ++i)
    text += "/" + std::string(row.facts.parameters[i].label) + "=" +
            value_text(row.facts.parameters[i], values[i]);
  return text;
}

}  // namespace codag::test
