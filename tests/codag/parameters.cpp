// Declarations of parameters: which lists are well declared, which values a parameter allows, and
// how a value is written.
#include "codag/parameters.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string_view>

namespace codag {
namespace {

constexpr std::array<std::string_view, 3> strategies{"one_round", "multi_round", "none"};

constexpr parameter warps{
    .key = "warps_per_block", .label = "warps", .least = 1, .most = 8, .standard = 4};
constexpr parameter ring{.key = "ring_bytes",
                         .label = "ring",
                         .unit = "B",
                         .least = 256,
                         .most = 8192,
                         .standard = 512,
                         .power_of_two = true};
constexpr parameter entropy{.key = "entropy",
                            .label = "entropy",
                            .unit = "bits",
                            .scale = 1000,
                            .least = 0,
                            .most = 8000,
                            .standard = 4500};
constexpr parameter strategy{.key = "strategy",
                             .label = "strategy",
                             .least = 0,
                             .most = strategies.size() - 1,
                             .standard = 1,
                             .choices = strategies};
constexpr std::array all{warps, ring, entropy, strategy};

/// `p` after `change` has changed it.
template <class Change>
constexpr parameter changed(parameter p, Change change) {
  change(p);
  return p;
}
constexpr bool alone(const parameter& p) {
  return well_declared(std::array{p});
}

static_assert(well_declared({}) && well_declared(all));
static_assert(!well_declared(std::array{warps,
                                        changed(ring, [](parameter& p) { p.key = warps.key; })}));
static_assert(!well_declared(std::array{
    warps, changed(ring, [](parameter& p) { p.label = warps.label; })}));
static_assert(!well_declared(std::array{warps, ring, warps}), "also when others are between them");
static_assert(!alone(changed(warps, [](parameter& p) { p.key = ""; })));
static_assert(!alone(changed(warps, [](parameter& p) { p.label = ""; })));
static_assert(!alone(changed(entropy, [](parameter& p) { p.scale = 0; })));
static_assert(!alone(changed(warps, [](parameter& p) { p.standard = 0; })));
static_assert(!alone(changed(warps, [](parameter& p) { p.standard = 9; })));
static_assert(alone(changed(warps, [](parameter& p) { p.standard = 8; })));
static_assert(!alone(changed(ring, [](parameter& p) { p.standard = 768; })), "not a power of two");
static_assert(!alone(changed(strategy, [](parameter& p) { p.most = 3; })),
              "a value without a name");
static_assert(!alone(changed(strategy, [](parameter& p) { p.most = 1; })),
              "a name without a value");
static_assert(!alone(changed(strategy, [](parameter& p) { p.least = 1; })));
static_assert(!well_declared(std::array{warps,
                                        changed(ring, [](parameter& p) { p.standard = 0; })}),
              "every parameter is looked at");

static_assert(warps.allows(1) && warps.allows(8) && !warps.allows(0) && !warps.allows(9));
static_assert(ring.allows(256) && ring.allows(8192) && !ring.allows(128) && !ring.allows(16384));
static_assert(!ring.allows(260) && !ring.allows(8191));
static_assert(warps.open() && !changed(warps, [](parameter& p) { p.least = 8; }).open());

TEST(parameters, standard_values_are_in_the_order_of_the_declaration) {
  EXPECT_EQ(standard_values(all), (parameter_values{4, 512, 4500, 1}));
  EXPECT_EQ(standard_values({}), parameter_values{});
}

TEST(parameters, a_value_is_found_by_its_key) {
  const parameter_values values{2, 1024, 1500, 0};
  EXPECT_EQ(value_of(all, values, "warps_per_block"), 2u);
  EXPECT_EQ(value_of(all, values, "ring_bytes"), 1024u);
  EXPECT_EQ(value_of(all, values, "entropy"), 1500u);
  EXPECT_EQ(value_of(all, values, "ring"), 0u) << "a label is not a key";
}

TEST(parameters, a_number_is_written_without_its_unit) {
  EXPECT_EQ(value_text(warps, 8), "8");
  EXPECT_EQ(value_text(ring, 8192), "8192");
}

TEST(parameters, a_scaled_number_is_written_with_the_digits_it_needs) {
  EXPECT_EQ(value_text(entropy, 0), "0");
  EXPECT_EQ(value_text(entropy, 8000), "8");
  EXPECT_EQ(value_text(entropy, 4500), "4.5");
  EXPECT_EQ(value_text(entropy, 4050), "4.05");
  EXPECT_EQ(value_text(entropy, 7), "0.007");
  EXPECT_EQ(value_text(entropy, 1999), "1.999");
}

TEST(parameters, a_choice_is_written_as_its_name) {
  EXPECT_EQ(value_text(strategy, 0), "one_round");
  EXPECT_EQ(value_text(strategy, 1), "multi_round");
  EXPECT_EQ(value_text(strategy, 2), "none");
}

}  // namespace
}  // namespace codag
