// The vle encoders: on every column each writes the reference encoder's bytes, and a column that it
// cannot encode ends in a status, with nothing written outside its room.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "codag/codec/vle/encoder.hpp"
#include "codag/encode/vle/variants.hpp"
#include "codag/simt/host/global_memory.hpp"
#include "harness/kernels/registry.hpp"
#include "tests/support/encode_on_host.hpp"
#include "tests/support/registered_kernels.hpp"

namespace codag::vle {
namespace {

using bytes = std::vector<std::byte>;
using simt::host::lane_order;
using simt::host::launch_options;

bytes reference(const bytes& raw) {
  bytes out;
  encode(raw, element_type::uint8, out);
  return out;
}

void expect_reference(const harness::encode_kernel& row, const parameter_values& values,
                      const bytes& raw, const launch_options& options = {}) {
  const bytes expected = reference(raw);
  const auto room = static_cast<std::uint32_t>(expected.size());
  const test::encoded e = test::encode_on_host(row, values, raw, room, options);
  ASSERT_EQ(e.result, status::ok) << to_string(e.result);
  ASSERT_EQ(e.size, expected.size());
  ASSERT_TRUE(std::ranges::equal(std::span(e.out).first(e.size), expected));
  for (std::size_t i = room; i < e.out.size(); ++i) ASSERT_EQ(e.out[i], test::poison) << i;
}

TEST(vle_encoders, all_are_registered) {
  std::vector<std::string_view> names;
  for (const auto& row : test::vle_encoders()) names.push_back(row.facts.variant);
  EXPECT_EQ(names, (std::vector<std::string_view>{"cuvle", "pavle", "vle_lookback"}));
}

TEST(vle_encoders, write_the_references_bytes) {
  for (const auto& row : test::vle_encoders())
    for (const bytes& column : test::vle_columns()) {
      SCOPED_TRACE(test::label(row, {}) + ", " + std::to_string(column.size()) + " bytes");
      expect_reference(row, standard_values(row.facts.parameters), column);
      if (HasFatalFailure()) return;
    }
}

TEST(vle_encoders, write_the_references_bytes_whatever_the_parameters) {
  const bytes column = test::random_column(9001, 5, 3);
  for (const auto& row : test::vle_encoders())
    for (const parameter_values& values : test::ends_of_limits(row.facts.parameters)) {
      SCOPED_TRACE(test::label(row, values));
      expect_reference(row, values, column);
      if (HasFatalFailure()) return;
    }
}

TEST(vle_encoders, do_not_depend_on_the_order_of_lanes) {
  const bytes column = test::random_column(9001, 2, 4);
  for (const auto& row : test::vle_encoders())
    for (const lane_order& order : {lane_order::descending(), lane_order::seeded(5)}) {
      SCOPED_TRACE(test::label(row, {}));
      parameter_values values = standard_values(row.facts.parameters);
      expect_reference(row, values, column, {.order = order});
      if (HasFatalFailure()) return;
    }
}

// Blocks wait for each other, so they must get on with one block at a time, and with many.
TEST(vle_encoders, do_not_depend_on_how_many_blocks_run_at_once) {
  const bytes column = test::random_column(60'000, 2, 5);
  for (const auto& row : test::vle_encoders())
    for (const unsigned workers : {1u, 3u, 16u}) {
      SCOPED_TRACE(test::label(row, {}) + ", " + std::to_string(workers) + " workers");
      expect_reference(row, standard_values(row.facts.parameters), column, {.workers = workers});
      if (HasFatalFailure()) return;
    }
}

/// A code with a codeword of every length up to 32, which no counts of a small column give.
codebook longest_code() {
  code_lengths lengths{};
  for (unsigned i = 0; i <= 32; ++i) lengths[i] = static_cast<std::uint8_t>(std::min(i + 1, 32u));
  return codebook_of(lengths);
}

/// Gives an encoder another code than the one that it has built.
std::function<void(workspace)> given(const codebook& book, std::uint64_t code_bits) {
  return [=](const workspace& work) {
    work.code()->book = book;
    work.code()->code_bits = code_bits;
    work.code()->longest = *std::ranges::max_element(book.lengths);
  };
}

TEST(vle_encoders, take_codewords_of_32_bits) {
  const codebook book = longest_code();
  bytes column;
  // First the longest ones: a segment of them is four times as large as its values.
  for (unsigned i = 0; i < 20'000; ++i)
    column.push_back(static_cast<std::byte>(i < 5000 ? 31 + i % 2 : i % 33));
  const std::uint64_t bits = code_bits(column, book);
  bytes expected(chunk_bytes_of(bits));
  for (unsigned i = 0; i < symbols; ++i) expected[i] = static_cast<std::byte>(book.lengths[i]);
  put_codewords(column, book, 0, std::span(expected).subspan(header_bytes));
  for (const auto& row : test::vle_encoders())
    for (const parameter_values& values : test::ends_of_limits(row.facts.parameters)) {
      // Only where the code is given before the timed stages can it be replaced.
      const std::uint64_t timed = values.back();
      if (timed_stages_of(timed).first != stage::encoding) continue;
      SCOPED_TRACE(test::label(row, values));
      const test::encoded e = test::encode_on_host(
          row, values, column, static_cast<std::uint32_t>(expected.size()), {}, given(book, bits));
      ASSERT_EQ(e.result, status::ok);
      ASSERT_TRUE(std::ranges::equal(std::span(e.out).first(e.size), expected));
    }
}

TEST(vle_encoders, refuse_a_symbol_without_a_codeword) {
  bytes column = test::random_column(30'000, 0, 6);
  for (std::byte& b : column) b &= std::byte{31};
  code_lengths lengths{};
  for (unsigned i = 0; i < 32; ++i) lengths[i] = 5;
  for (const std::size_t place : {std::size_t{0}, std::size_t{12'345}, column.size() - 1}) {
    bytes wrong = column;
    wrong[place] = std::byte{200};
    for (const auto& row : test::vle_encoders()) {
      SCOPED_TRACE(test::label(row, {}) + ", at " + std::to_string(place));
      const test::encoded e =
          test::encode_on_host(row, standard_values(row.facts.parameters), wrong, 40'000, {},
                               given(codebook_of(lengths), 5 * wrong.size()));
      EXPECT_EQ(e.result, status::malformed_symbol);
      for (std::size_t i = 40'000; i < e.out.size(); ++i) ASSERT_EQ(e.out[i], test::poison);
    }
  }
}

TEST(vle_encoders, refuse_a_room_that_is_too_small) {
  const bytes column = test::random_column(30'000, 0, 7);
  const auto needed = static_cast<std::uint32_t>(reference(column).size());
  for (const auto& row : test::vle_encoders())
    for (const std::uint32_t room : {0u, 100u, header_bytes, needed / 2 / 4 * 4, needed - 4})
      for (parameter_values values : test::ends_of_limits(row.facts.parameters)) {
        if (values.size() > 1 && values[1] == 64) continue;  // half of them are enough
        SCOPED_TRACE(test::label(row, values) + ", " + std::to_string(room) + " bytes");
        const test::encoded e = test::encode_on_host(row, values, column, room);
        ASSERT_EQ(e.result, status::output_overflow);
        for (std::size_t i = room; i < e.out.size(); ++i) ASSERT_EQ(e.out[i], test::poison) << i;
      }
}

TEST(vle_encoders, write_a_header_for_a_column_without_values) {
  for (const auto& row : test::vle_encoders()) {
    SCOPED_TRACE(test::label(row, {}));
    expect_reference(row, standard_values(row.facts.parameters), {});
  }
}

TEST(vle_encoders, count_the_same_in_every_run) {
  const bytes column = test::random_column(30'000, 1, 8);
  for (const auto& row : test::vle_encoders()) {
    SCOPED_TRACE(test::label(row, {}));
    const auto in = simt::host::to_global<std::byte>(column);
    simt::host::global_vector<std::byte> room(70'000);
    const chunk entry{0, 0, 70'000, 30'000};
    const auto chunks = simt::host::to_global(std::span(&entry, 1));
    simt::host::global_vector<std::uint32_t> size(1);
    simt::host::global_vector<status> result(1);
    const device_encoding job{in.data(),     in.size(), room.data(), room.size(),
                              chunks.data(), 1,         size.data(), result.data()};
    const parameter_values values = standard_values(row.facts.parameters);
    simt::host::global_vector<std::byte> memory(row.workspace_bytes(job, values));
    const auto run = [&](phase p, unsigned workers) {
      return row.run(job, {element_type::uint8, values, memory.data(), p}, {.workers = workers});
    };
    run(phase::before, 2);
    const simt::host::counts once = run(phase::timed, 1);
    EXPECT_GT(once.store_lanes, 0u);
    EXPECT_EQ(run(phase::timed, 4), once);
  }
}

}  // namespace
}  // namespace codag::vle
