#include "datasets/ssb/dimensions.hpp"

#include <stdexcept>
#include <string>

#include "datasets/ssb/calendar.hpp"
#include "datasets/ssb/dictionary.hpp"
#include "datasets/ssb/draws.hpp"

namespace codag::datasets::ssb {
namespace {

constexpr std::array<attribute_facts, 16> all_facts = {{
    {"d_datekey", table::date},
    {"d_year", table::date, first_year, year_count},
    {"d_yearmonthnum", table::date},
    {"d_weeknuminyear", table::date},
    {"c_custkey", table::customer},
    {"c_city", table::customer, 0, city_count},
    {"c_nation", table::customer, 0, nation_count},
    {"c_region", table::customer},
    {"s_suppkey", table::supplier},
    {"s_city", table::supplier, 0, city_count},
    {"s_nation", table::supplier, 0, nation_count},
    {"s_region", table::supplier},
    {"p_partkey", table::part},
    {"p_mfgr", table::part},
    {"p_category", table::part, 0, category_count},
    {"p_brand1", table::part, 0, brand_count},
}};

}  // namespace

const attribute_facts& facts_of(attribute column) {
  return all_facts.at(static_cast<std::size_t>(column));
}

std::span<const attribute> all_attributes() {
  static constexpr auto all = [] {
    std::array<attribute, all_facts.size()> made{};
    for (std::size_t i = 0; i < made.size(); ++i) made[i] = static_cast<attribute>(i);
    return made;
  }();
  return all;
}

table table_of(fact key) {
  switch (key) {
    case fact::orderdate:
    case fact::commitdate:
      return table::date;
    case fact::custkey:
      return table::customer;
    case fact::suppkey:
      return table::supplier;
    case fact::partkey:
      return table::part;
    default:
      throw std::logic_error(std::string(name_of(key)) + " is not a foreign key");
  }
}

dimensions::dimensions(std::uint64_t rows, std::uint64_t seed) {
  const auto put = [&](attribute column, std::int32_t value) {
    columns_[static_cast<std::size_t>(column)].push_back(value);
  };
  for (std::int32_t number = 0; number < day_count; ++number) {
    const auto d = day(number);
    put(attribute::d_datekey, date_key(d));
    put(attribute::d_year, int{d.year()});
    put(attribute::d_yearmonthnum, year_month(d));
    put(attribute::d_weeknuminyear, week_in_year(d));
  }
  const table_sizes sizes = table_sizes::of(rows);
  const auto put_places = [&](std::uint64_t count, drawn what, attribute key) {
    const auto next = [&](int step) {
      return static_cast<attribute>(static_cast<int>(key) + step);
    };
    for (std::uint64_t i = 0; i < count; ++i) {
      const auto city = static_cast<std::int32_t>(draw(seed, what, i, city_count));
      put(key, static_cast<std::int32_t>(i + 1));
      put(next(1), city);
      put(next(2), city / cities_per_nation);
      put(next(3), city / cities_per_nation / nations_per_region);
    }
  };
  put_places(sizes.customer, drawn::customer_city, attribute::c_custkey);
  put_places(sizes.supplier, drawn::supplier_city, attribute::s_suppkey);
  for (std::uint64_t i = 0; i < sizes.part; ++i) {
    const auto brand = static_cast<std::int32_t>(draw(seed, drawn::part_brand, i, brand_count));
    put(attribute::p_partkey, static_cast<std::int32_t>(i + 1));
    put(attribute::p_mfgr, brand / brands_per_category / categories_per_manufacturer);
    put(attribute::p_category, brand / brands_per_category);
    put(attribute::p_brand1, brand);
  }
}

std::span<const std::int32_t> dimensions::keys_of(table of) const {
  constexpr std::array keys = {attribute::d_datekey, attribute::c_custkey, attribute::s_suppkey,
                               attribute::p_partkey};
  return (*this)[keys.at(static_cast<std::size_t>(of))];
}

}  // namespace codag::datasets::ssb
