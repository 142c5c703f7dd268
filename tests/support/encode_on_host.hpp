// Runs vle's encoders for a test, on columns that reach each of their branches.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "codag/codec/vle/encoder.hpp"
#include "codag/codec/vle/vle.hpp"
#include "codag/encode/vle/stages.hpp"
#include "codag/encode/vle/workspace.hpp"
#include "codag/simt/host/global_memory.hpp"
#include "harness/kernels/registry.hpp"
#include "tests/support/kinds/vle_chunks.hpp"
#include "tests/support/registered_kernels.hpp"

namespace codag::test {

struct encoded {
  std::vector<std::byte> out;  ///< the room, and what surrounds it
  std::uint32_t size = 0;
  status result = status::not_decoded;
};

inline constexpr std::byte poison{0xa5};
inline constexpr std::size_t after_room = 64;

/// Where the room begins in its buffer. Poison comes before it and after it.
inline constexpr std::uint32_t room_offset = 48;

/// The buffer for a room of that size, all poison.
inline std::vector<std::byte> poisoned_room(std::uint32_t room_bytes) {
  return std::vector<std::byte>(room_offset + room_bytes + after_room, poison);
}

/// Whether nothing outside the room was written.
inline bool kept_inside(const std::vector<std::byte>& out, std::uint32_t room_bytes) {
  const auto is_poison = [](std::byte b) { return b == poison; };
  return std::all_of(out.begin(), out.begin() + room_offset, is_poison) &&
         std::all_of(out.begin() + room_offset + room_bytes, out.end(), is_poison);
}

/// What an encoder is told about its column and its room.
struct encode_place {
  std::uint32_t room_bytes;
  std::uint64_t offset = room_offset;
  std::span<const std::uint64_t> settings = {};  ///< of the codec
};

/// Encodes a column into a room, in each phase of the row.
inline encoded encode_on_host(const harness::encode_kernel& row, const parameter_values& values,
                              const std::vector<std::byte>& raw, const encode_place& place,
                              const simt::host::launch_options& options = {},
                              const std::function<void(vle::workspace)>& before_timed = {}) {
  const auto in = simt::host::to_global<std::byte>(raw);
  auto buffer = simt::host::to_global<std::byte>(poisoned_room(place.room_bytes));
  const chunk entry{place.offset, 0, place.room_bytes, static_cast<std::uint32_t>(raw.size())};
  const auto chunks = simt::host::to_global(std::span(&entry, 1));
  simt::host::global_vector<std::uint32_t> size(1, 77);
  simt::host::global_vector<status> result(1, status::not_decoded);
  const device_encoding job{in.data(), in.size(),   buffer.data(), buffer.size(), chunks.data(),
                            1,         size.data(), result.data(), place.settings};
  const std::uint64_t workspace_bytes =
      row.workspace_bytes == nullptr ? 0 : row.workspace_bytes(job, values);
  simt::host::global_vector<std::byte> memory(workspace_bytes, poison);
  for (const phase p : {phase::before, phase::timed, phase::after}) {
    if (p == phase::timed && before_timed) before_timed({memory.data(), 0, 0});
    row.run(job, {element_type::uint8, values, memory.data(), p}, options);
  }
  return {{buffer.begin(), buffer.end()}, size[0], result[0]};
}

/// Whether an encoder ended as it must where it cannot encode: with that status, an empty chunk,
/// and nothing written outside its room.
inline testing::AssertionResult refused(const encoded& e, status expected,
                                        std::uint32_t room_bytes) {
  if (e.result != expected) return testing::AssertionFailure() << "status " << to_string(e.result);
  if (e.size != 0) return testing::AssertionFailure() << e.size << " bytes";
  if (!kept_inside(e.out, room_bytes)) return testing::AssertionFailure() << "wrote outside";
  return testing::AssertionSuccess();
}

/// Whether it wrote exactly these bytes, into a room of their size.
inline testing::AssertionResult wrote(const encoded& e, const std::vector<std::byte>& expected) {
  if (e.result != status::ok)
    return testing::AssertionFailure() << "status " << to_string(e.result);
  if (e.size != expected.size()) return testing::AssertionFailure() << e.size << " bytes";
  if (!std::equal(expected.begin(), expected.end(), e.out.begin() + room_offset))
    return testing::AssertionFailure() << "other bytes";
  if (!kept_inside(e.out, e.size)) return testing::AssertionFailure() << "wrote outside";
  return testing::AssertionSuccess();
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
  for (const std::size_t count :
       {1, 2, 3, 4, 5, 15, 16, 17, 63, 64, 65, 4095, 4096, 4097, 7167, 7168, 7169, 9001, 30'000})
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

/// Whether the encoder can have these values.
inline bool suits(const harness::encode_kernel& row, const parameter_values& values) {
  return row.why_not == nullptr || row.why_not({}, values).empty();
}

/// The combinations of values that an encoder can have: every choice that has a name, but of the
/// timed stages the first and the last; numbers at the ends of their limits; and, for the limit on
/// blocks, none and a small one.
inline std::vector<parameter_values> encoder_values(const harness::encode_kernel& row) {
  auto all = combinations(row.facts.parameters, [](const parameter& p) {
    if (p.key == "resident_blocks") return parameter_values{0, 3};
    if (p.choices.empty() || p.key == "timed") return parameter_values{p.least, p.most};
    parameter_values choices(p.choices.size());
    std::iota(choices.begin(), choices.end(), 0);
    return choices;
  });
  std::erase_if(all, [&](const parameter_values& values) { return !suits(row, values); });
  return all;
}

/// The lengths from which two codewords may need more than a word, at which vle_lookback changes
/// its table, and the longest of all.
inline constexpr unsigned longest_codewords[] = {16, 17, 22, 23, 32};

/// A column of the code's symbols. First come the longest codewords: a segment of them may be four
/// times as large as its values.
inline std::vector<std::byte> column_of_code_up_to(unsigned longest) {
  std::vector<std::byte> column;
  for (unsigned i = 0; i < 20'000; ++i)
    column.push_back(static_cast<std::byte>(i < 8000 ? longest - 1 + i % 2 : i % (longest + 1)));
  return column;
}

/// A column of the code's symbols, most of which have one bit: so threads of vle_lookback may have
/// fewer bits than a word, and share words with several others.
inline std::vector<std::byte> column_of_few_bits(unsigned longest, std::size_t size) {
  std::mt19937_64 random(longest);
  std::vector<std::byte> column(size);  // symbol 0 has one bit
  for (std::byte& b : column)
    if (random() % 40 == 0) b = static_cast<std::byte>(random() % (longest + 1));
  return column;
}
/// Around the ends of its threads, warps and tiles.
inline constexpr std::size_t sizes_of_few_bits[] = {1,    15,   17,   31,   33,   34,    47,
                                                    65,   500,  513,  1023, 1025, 1056,  1089,
                                                    3584, 3585, 7167, 7169, 7201, 20'001};
/// For both of its tables.
inline constexpr unsigned longest_of_few_bits[] = {5, 22, 23, 32};

/// A code of 5 bits for the symbols below 32, and none for the others.
inline vle::codebook code_of_32_symbols() {
  vle::code_lengths lengths{};
  for (unsigned i = 0; i < 32; ++i) lengths[i] = 5;
  return vle::codebook_of(lengths);
}

/// What an encoder is given in place of the code that it has built for the column.
inline vle::given_code given(const vle::codebook& book, const std::vector<std::byte>& column) {
  vle::given_code code{};
  code.book = book;
  code.code_bits = vle::code_bits(column, book);
  code.longest = *std::max_element(std::begin(book.lengths), std::end(book.lengths));
  return code;
}

/// Whether the code is given before the timed stages with these values, and not built in them.
inline bool is_given_its_code(const parameter_values& values) {
  return vle::timed_stages_of(values.back()).first == vle::stage::encoding;
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
