// Any bytes as a column of vle: every encoder writes the reference encoder's bytes, which decode to
// the column, or says that its room is too small; and writes nothing after the room.
#include <algorithm>

#include "codag/codec/vle/vle.hpp"
#include "tests/fuzz/fail.hpp"
#include "tests/fuzz/target.hpp"
#include "tests/support/encode_on_host.hpp"

namespace codag::fuzz::encode_vle {
namespace {

/// One of the values that a parameter allows.
std::uint64_t chosen_value(const parameter& p, std::uint8_t choice) {
  if (!p.power_of_two) return p.least + choice % (p.most - p.least + 1);
  std::uint64_t value = p.least;
  for (unsigned i = choice % 8; i > 0 && value < p.most; --i) value *= 2;
  return value;
}

void try_input(input in) {
  const auto encoders = test::vle_encoders();
  if (encoders.empty()) return;  // a build with other kernels
  const auto& row = encoders[in.take_8() % encoders.size()];
  parameter_values values;
  for (const parameter& p : row.facts.parameters) values.push_back(chosen_value(p, in.take_8()));
  if (!test::suits(row, values)) return;
  const unsigned repeats = 1 + in.take_8() % 64;
  const std::uint32_t missing_words = in.take_8() % 4 == 0 ? 1 : 0;
  const simt::host::launch_options options{.order = in.take_8() % 2 == 0
                                                        ? simt::host::lane_order::ascending()
                                                        : simt::host::lane_order::descending()};
  bytes column;
  for (unsigned i = 0; i < repeats && column.size() < 100'000; ++i)
    column.insert(column.end(), in.rest().begin(), in.rest().end());

  bytes expected;
  vle::encode(column, element_type::uint8, expected);
  bytes decoded(column.size());
  if (vle::decode(expected, element_type::uint8, decoded) != status::ok || decoded != column)
    fail("the reference encoder's bytes do not decode to the column");
  const auto room = static_cast<std::uint32_t>(expected.size()) - missing_words * vle::word_bytes;
  const test::encoded e = test::encode_on_host(row, values, column, {room}, options);
  const testing::AssertionResult right = missing_words == 0
                                             ? test::wrote(e, expected)
                                             : test::refused(e, status::output_overflow, room);
  if (!right) fail("%s: %s", test::label(row, values).c_str(), right.message());
}

std::vector<bytes> seeds() {
  std::vector<bytes> all;
  unsigned n = 0;
  for (const bytes& column : test::vle_columns()) {
    bytes seed;
    for (unsigned i = 0; i < 12; ++i) seed.push_back(static_cast<std::byte>(n * 31 + i * 7));
    seed.insert(
        seed.end(), column.begin(),
        column.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(column.size(), 4000)));
    all.push_back(std::move(seed));
    ++n;
  }
  return all;
}

[[maybe_unused]] const bool added = add_target({"encode_vle", try_input, seeds});

}  // namespace
}  // namespace codag::fuzz::encode_vle
