#include "datasets/ssb/queries.hpp"

#include <algorithm>
#include <array>

#include "datasets/ssb/dictionary.hpp"

namespace codag::datasets::ssb {
namespace {

using codag::query::condition;
using enum attribute;

constexpr condition is(std::int32_t value) {
  return {value, value, value};
}
constexpr condition between(std::int32_t least, std::int32_t most) {
  return {least, most, least};
}
constexpr condition either(std::int32_t one, std::int32_t other) {
  return {one, one, other};
}

constexpr step select(fact column, condition in) {
  return {column, role::select, in};
}
constexpr step discount_of(condition in) {
  return {fact::discount, role::factor, in};
}
constexpr step add(fact column) {
  return {column, role::add};
}
constexpr step subtract(fact column) {
  return {column, role::subtract};
}
constexpr step join(fact key, std::optional<attribute> where, condition in,
                    std::optional<attribute> group = {}) {
  return {key, role::join, in, where, group};
}

constexpr std::int32_t america = code_of(regions, "AMERICA"), asia = code_of(regions, "ASIA"),
                       europe = code_of(regions, "EUROPE"),
                       united_states = code_of(nations, "UNITED STATES"),
                       united_kingdom_1 = city_code("UNITED KINGDOM", 1),
                       united_kingdom_5 = city_code("UNITED KINGDOM", 5);

// Flight 1. Its conditions on the date are ranges of d_datekey, so that no join is needed: d_year =
// 1993, d_yearmonthnum = 199401, and d_weeknuminyear = 6 with d_year = 1994.
constexpr std::array steps_q11 = {select(fact::orderdate, between(1993'01'01, 1993'12'31)),
                                  select(fact::quantity, between(1, 24)),
                                  discount_of(between(1, 3)), add(fact::extendedprice)};
constexpr std::array steps_q12 = {select(fact::orderdate, between(1994'01'01, 1994'01'31)),
                                  select(fact::quantity, between(26, 35)),
                                  discount_of(between(4, 6)), add(fact::extendedprice)};
constexpr std::array steps_q13 = {select(fact::orderdate, between(1994'02'04, 1994'02'10)),
                                  select(fact::quantity, between(26, 35)),
                                  discount_of(between(5, 7)), add(fact::extendedprice)};

// Flight 2
constexpr step every_year = join(fact::orderdate, {}, codag::query::any_value, d_year);
constexpr std::array steps_q21 = {
    join(fact::suppkey, s_region, is(america)),
    join(fact::partkey, p_category, is(category_code(1, 2)), p_brand1), every_year,
    add(fact::revenue)};
constexpr std::array steps_q22 = {
    join(fact::suppkey, s_region, is(asia)),
    join(fact::partkey, p_brand1,
         between(brand_code(category_code(2, 2), 21), brand_code(category_code(2, 2), 28)),
         p_brand1),
    every_year, add(fact::revenue)};
constexpr std::array steps_q23 = {
    join(fact::suppkey, s_region, is(europe)),
    join(fact::partkey, p_brand1, is(brand_code(category_code(2, 2), 39)), p_brand1), every_year,
    add(fact::revenue)};

// Flight 3
constexpr step until_1997 = join(fact::orderdate, d_year, between(1992, 1997), d_year);
constexpr std::array steps_q31 = {join(fact::suppkey, s_region, is(asia), s_nation),
                                  join(fact::custkey, c_region, is(asia), c_nation), until_1997,
                                  add(fact::revenue)};
constexpr std::array steps_q32 = {join(fact::suppkey, s_nation, is(united_states), s_city),
                                  join(fact::custkey, c_nation, is(united_states), c_city),
                                  until_1997, add(fact::revenue)};
constexpr condition two_cities = either(united_kingdom_1, united_kingdom_5);
constexpr std::array steps_q33 = {join(fact::suppkey, s_city, two_cities, s_city),
                                  join(fact::custkey, c_city, two_cities, c_city), until_1997,
                                  add(fact::revenue)};
constexpr std::array steps_q34 = {join(fact::suppkey, s_city, two_cities, s_city),
                                  join(fact::custkey, c_city, two_cities, c_city),
                                  join(fact::orderdate, d_yearmonthnum, is(1997'12), d_year),
                                  add(fact::revenue)};

// Flight 4. A code of a manufacturer is its number less 1.
constexpr condition first_two = between(0, 1);
constexpr step from_1997 = join(fact::orderdate, d_year, between(1997, 1998), d_year);
constexpr std::array steps_q41 = {join(fact::suppkey, s_region, is(america)),
                                  join(fact::custkey, c_region, is(america), c_nation),
                                  join(fact::partkey, p_mfgr, first_two),
                                  every_year,
                                  add(fact::revenue),
                                  subtract(fact::supplycost)};
constexpr std::array steps_q42 = {join(fact::suppkey, s_region, is(america), s_nation),
                                  join(fact::custkey, c_region, is(america)),
                                  join(fact::partkey, p_mfgr, first_two, p_category),
                                  from_1997,
                                  add(fact::revenue),
                                  subtract(fact::supplycost)};
constexpr std::array steps_q43 = {
    join(fact::suppkey, s_nation, is(united_states), s_city),
    join(fact::custkey, c_region, is(america)),
    join(fact::partkey, p_category, is(category_code(1, 4)), p_brand1),
    from_1997,
    add(fact::revenue),
    subtract(fact::supplycost)};

constexpr std::array year_brand = {d_year, p_brand1};
constexpr std::array nations_year = {c_nation, s_nation, d_year};
constexpr std::array cities_year = {c_city, s_city, d_year};
constexpr std::array year_customer = {d_year, c_nation};
constexpr std::array year_supplier_category = {d_year, s_nation, p_category};
constexpr std::array year_city_brand = {d_year, s_city, p_brand1};

constexpr std::array<benchmark_query, 13> all = {{{"q1.1", steps_q11, {}},
                                                  {"q1.2", steps_q12, {}},
                                                  {"q1.3", steps_q13, {}},
                                                  {"q2.1", steps_q21, year_brand},
                                                  {"q2.2", steps_q22, year_brand},
                                                  {"q2.3", steps_q23, year_brand},
                                                  {"q3.1", steps_q31, nations_year},
                                                  {"q3.2", steps_q32, cities_year},
                                                  {"q3.3", steps_q33, cities_year},
                                                  {"q3.4", steps_q34, cities_year},
                                                  {"q4.1", steps_q41, year_customer},
                                                  {"q4.2", steps_q42, year_supplier_category},
                                                  {"q4.3", steps_q43, year_city_brand}}};

}  // namespace

std::uint32_t benchmark_query::group_count() const {
  std::uint32_t count = 1;
  for (const attribute a : groups) count *= static_cast<std::uint32_t>(facts_of(a).values);
  return count;
}

std::uint32_t benchmark_query::stride_of(attribute group) const {
  std::uint32_t stride = 1;
  for (const attribute a : groups)
    stride = a == group ? 1 : stride * static_cast<std::uint32_t>(facts_of(a).values);
  return stride;
}

std::span<const benchmark_query> queries() {
  return all;
}

const benchmark_query* find_query(std::string_view name) {
  const auto at = std::ranges::find(all, name, &benchmark_query::name);
  return at == all.end() ? nullptr : &*at;
}

}  // namespace codag::datasets::ssb
