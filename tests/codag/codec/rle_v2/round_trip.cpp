// encode, then the reference decoder, gives the column back: every type, adversarial columns; and
// the encoder chooses what ORC's writers choose.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "codag/codec/rle_v2/rle_v2.hpp"
#include "tests/support/columns.hpp"
#include "tests/support/every_decoder.hpp"

namespace codag::rle_v2 {
namespace {

using bytes = std::vector<std::byte>;
using integers = std::vector<std::uint64_t>;

constexpr std::size_t lengths[] = {0, 1, 2, 3, 4, 9, 10, 11, 20, 511, 512, 513, 3000};

/// What test::adversarial_columns lacks: columns that need patches, and monotonic ones.
std::vector<test::named_column> columns_for_rle_v2(element_type type, std::size_t count,
                                                   unsigned seed) {
  std::vector<test::named_column> columns = test::adversarial_columns(type, count, seed);
  std::mt19937_64 random(seed);
  const auto add = [&](std::string name, auto&& value) {
    integers values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = value(i);
    columns.push_back({std::move(name), test::to_column(type, values)});
  };
  for (const unsigned bits : {8u, 16u, 33u, 47u, 55u, 62u, 63u}) {
    const std::string width = std::to_string(bits) + " bits";
    add("outliers of " + width,
        [&](std::size_t) { return random() % 40 == 0 ? random() >> (64 - bits) : random() % 100; });
    add("one outlier of " + width, [&](std::size_t i) {
      return i % 512 == 511 ? std::uint64_t{1} << (bits - 1) : random() % 2;
    });
    add("outliers over a negative base, " + width, [&](std::size_t) {
      return (random() % 30 == 0 ? random() >> (64 - bits) : random() % 100) - 5000;
    });
    std::uint64_t up = 0;
    add("steps up of " + width, [&](std::size_t) { return up += random() % (1ull << bits / 4); });
    std::uint64_t down = 0;
    add("steps down of " + width, [&](std::size_t) { return down -= random() >> (64 - bits / 4); });
  }
  add("outlier first", [&](std::size_t i) { return i % 512 == 0 ? 1ull << 30 : random() % 4; });
  add("runs of 9 to 12", [&](std::size_t i) { return i / (9 + i / 300 % 4) * 1000003; });
  add("signed limits", [](std::size_t i) { return i % 2 == 0 ? 1ull << 63 : (1ull << 63) - 1; });
  add("range of 2^63 - 1", [](std::size_t i) { return i * i % 7 == 0 ? 0 : (1ull << 63) - 1; });
  return columns;
}

void expect_round_trip(element_type type, const bytes& column, const std::string& name) {
  bytes encoded{std::byte{0x5a}};  // encode appends
  const std::uint64_t symbols = encode(column, type, encoded);
  ASSERT_EQ(encoded[0], std::byte{0x5a});
  const std::size_t count = column.size() / size_of(type);
  EXPECT_LE(symbols, count) << name;
  EXPECT_EQ(symbols == 0, count == 0) << name;
  const bytes exact(encoded.begin() + 1, encoded.end());
  bytes out(column.size(), std::byte{0xee});
  ASSERT_EQ(decode(exact, type, out), status::ok) << name << " of " << to_string(type);
  ASSERT_EQ(out, column) << name << " of " << to_string(type);
  // At worst direct at full width: a header for every run, and a run of its own for a few values.
  EXPECT_LE(exact.size(), column.size() + count + 2) << name << " of " << to_string(type);
}

TEST(rle_v2_round_trip, every_type_of_every_column) {
  for (const element_type type : test::all_types)
    for (const std::size_t count : lengths)
      for (const auto& column : columns_for_rle_v2(type, count, 7))
        expect_round_trip(type, column.bytes, column.name + ", " + std::to_string(count));
}

TEST(rle_v2_round_trip, mixtures_of_columns) {
  std::mt19937_64 random(11);
  for (const element_type type : test::all_types)
    for (unsigned n = 0; n < 20; ++n) {
      bytes mixture;
      for (const auto& column :
           columns_for_rle_v2(type, 1 + random() % 40, static_cast<unsigned>(random())))
        if (random() % 2 == 0)
          mixture.insert(mixture.end(), column.bytes.begin(), column.bytes.end());
      expect_round_trip(type, mixture, "mixture " + std::to_string(n));
    }
}

/// The encoding of the first run and the bytes of all of them.
struct choice {
  encoding first;
  std::size_t size;
  std::uint64_t symbols;
  bool operator==(const choice&) const = default;
};

choice choose(element_type type, const integers& values) {
  bytes out;
  const std::uint64_t symbols = encode(test::to_column(type, values), type, out);
  return {static_cast<encoding>(std::to_integer<unsigned>(out[0]) >> 6), out.size(), symbols};
}

TEST(rle_v2_choice, repeats_are_short_up_to_10_and_fixed_deltas_up_to_512) {
  const auto of_equal = [](std::size_t count) {
    return choose(element_type::uint8, integers(count, 5));
  };
  EXPECT_EQ(of_equal(2), (choice{encoding::direct, 2 + 1, 2}));
  EXPECT_EQ(of_equal(3), (choice{encoding::short_repeat, 2, 1}));
  EXPECT_EQ(of_equal(10), (choice{encoding::short_repeat, 2, 1}));
  EXPECT_EQ(of_equal(11), (choice{encoding::delta, 4, 1}));
  EXPECT_EQ(of_equal(512), (choice{encoding::delta, 4, 1}));
  EXPECT_EQ(of_equal(513), (choice{encoding::delta, 4 + 3, 2}));
  EXPECT_EQ(of_equal(515), (choice{encoding::delta, 4 + 2, 2}));
}

TEST(rle_v2_choice, sequences_are_deltas_unless_they_begin_flat_or_overflow) {
  using enum element_type;
  EXPECT_EQ(choose(int32, {1, 2, 3}), (choice{encoding::direct, 2 + 2, 3}));
  EXPECT_EQ(choose(int32, {1, 2, 3, 4}), (choice{encoding::delta, 4, 1}));
  EXPECT_EQ(choose(int32, {9, 6, 5, 4, 1}), (choice{encoding::delta, 4 + 1, 5}));
  EXPECT_EQ(choose(int32, {9, 9, 5, 4, 1}).first, encoding::direct);
  EXPECT_EQ(choose(int64, {1ull << 63, 0, 1, (1ull << 63) - 1}).first, encoding::direct);
  EXPECT_EQ(choose(uint64, {0, 1ull << 62, 1ull << 63, (1ull << 63) + 1}).first, encoding::direct);
  EXPECT_EQ(choose(uint64, {~0ull - 9, ~0ull - 4, ~0ull - 3, ~0ull}).first, encoding::delta);
  EXPECT_EQ(choose(int8, {0x80, 0xff, 0x00, 0x7f}).first, encoding::delta) << "-128 -1 0 127";
  EXPECT_EQ(choose(uint8, {0x80, 0xff, 0x00, 0x7f}).first, encoding::direct);
}

/// first, first + step, first + 2 step, ...
integers steps_of(std::uint64_t first, std::uint64_t step, std::size_t count) {
  integers v(count);
  for (std::size_t i = 0; i < count; ++i) v[i] = first + i * step;
  return v;
}

/// The codec's choice, after every decoder has given the values back.
choice choose_and_decode(element_type type, const integers& values) {
  bytes encoded;
  encode(test::to_column(type, values), type, encoded);
  test::expect_from_every_decoder("rle_v2", type, encoded, status::ok,
                                  test::to_column(type, values));
  return choose(type, values);
}

// ORC's writers compare as signed numbers in unsigned columns, too, so that a run passes through 0.
TEST(rle_v2_choice, runs_may_pass_through_0_and_2_to_the_63) {
  using enum element_type;
  // Two bytes of header, a varint of ten for the first value, one for the step.
  EXPECT_EQ(choose_and_decode(uint64, steps_of(~0ull - 31, 1, 65)),
            (choice{encoding::delta, 2 + 10 + 1, 1}));
  EXPECT_EQ(choose_and_decode(uint64, steps_of(31, ~0ull, 65)),
            (choice{encoding::delta, 2 + 1 + 1, 1}));
  for (const element_type type : {int64, uint64})
    EXPECT_EQ(choose_and_decode(type, steps_of((1ull << 63) - 32, 1, 65)),
              (choice{encoding::delta, 2 + (type == int64 ? 10u : 9u) + 1, 1}));
  const integers up = {~0ull - 9, ~0ull - 4, ~0ull - 3, 0, 2};
  EXPECT_EQ(choose_and_decode(uint64, up), (choice{encoding::delta, 2 + 10 + 1 + 2, 5}));
  EXPECT_EQ(choose_and_decode(uint64, {up.rbegin(), up.rend()}),
            (choice{encoding::delta, 2 + 1 + 1 + 2, 5}));
  // The base is -3, whose sign is stored: 100 values of 6 bits, and an entry of 6 + 26 bits.
  integers around(100);
  for (std::size_t i = 0; i < around.size(); ++i) around[i] = i * 37 % 64 - 3;
  around[40] = 1u << 30;
  EXPECT_EQ(choose_and_decode(uint64, around),
            (choice{encoding::patched_base, 4 + 1 + 75 + 4, 100}));
}

integers noise_with_outlier(std::size_t count, std::size_t position, std::uint64_t outlier) {
  integers v(count);
  for (std::size_t i = 0; i < count; ++i) v[i] = i * 37 % 64;
  v[position] = outlier;
  return v;
}

TEST(rle_v2_choice, few_wide_values_are_patched) {
  using enum element_type;
  EXPECT_EQ(choose(uint32, noise_with_outlier(100, 40, 1u << 30)).first, encoding::patched_base);
  EXPECT_EQ(choose(uint32, noise_with_outlier(100, 40, 127)).first, encoding::direct) << "1 bit";
  EXPECT_EQ(choose(uint32, noise_with_outlier(10, 4, 1u << 30)).first, encoding::direct)
      << "the 90th percentile of 10 values is the widest, as ORC computes it";
  integers far = noise_with_outlier(100, 40, 1u << 30);
  for (auto& v : far) v += 1ull << 60;
  EXPECT_EQ(choose(int64, far).first, encoding::direct) << "no base above 2^56";
  // Gaps over 255 take one entry more each, a patch of 64 bits is cut to 56.
  for (const std::size_t position : {0u, 1u, 254u, 255u, 256u, 257u, 509u, 510u, 511u}) {
    const integers v = noise_with_outlier(512, position, 1ull << 62);
    EXPECT_EQ(choose(uint64, v).first, encoding::patched_base) << position;
    expect_round_trip(uint64, test::to_column(uint64, v), std::to_string(position));
  }
}

}  // namespace
}  // namespace codag::rle_v2
