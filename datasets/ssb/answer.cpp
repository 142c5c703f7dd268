#include "datasets/ssb/answer.hpp"

#include <algorithm>
#include <array>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>

#include "codag/parallel_for.hpp"
#include "datasets/ssb/calendar.hpp"
#include "datasets/ssb/dictionary.hpp"

namespace codag::datasets::ssb {
namespace {

using enum attribute;

/// The dimension tables with their strings, as a database has them.
class decoded_tables {
 public:
  explicit decoded_tables(const dimensions& tables) : tables_(tables) {
    for (const std::int32_t city : tables[c_city]) customer_city.push_back(city_name(city));
    for (const std::int32_t city : tables[s_city]) supplier_city.push_back(city_name(city));
    for (const std::int32_t brand : tables[p_brand1]) part_brand.push_back(brand_name(brand));
    for (const std::int32_t category : tables[p_category])
      part_category.push_back(category_name(category));
    for (const std::int32_t manufacturer : tables[p_mfgr])
      part_manufacturer.push_back(manufacturer_name(manufacturer));
    for (std::size_t i = 0; i < tables[d_datekey].size(); ++i)
      row_of_date_.emplace(tables[d_datekey][i], i);
  }
  [[nodiscard]] std::int32_t value(attribute column, std::size_t row) const {
    return tables_[column][row];
  }
  [[nodiscard]] std::size_t row_of_date(std::int32_t key) const { return row_of_date_.at(key); }

  std::vector<std::string> customer_city, supplier_city, part_brand, part_category,
      part_manufacturer;

 private:
  const dimensions& tables_;
  std::unordered_map<std::int32_t, std::size_t> row_of_date_;
};

/// A row of lineorder, joined with the dimension tables.
class joined_row {
 public:
  using columns = std::array<std::span<const std::int32_t>, fact_names.size()>;
  joined_row(const columns& facts, const decoded_tables& tables, std::size_t row)
      : facts_(facts), tables_(tables), row_(row) {}

  [[nodiscard]] std::int64_t lo(fact column) const {
    return facts_[static_cast<std::size_t>(column)][row_];
  }
  [[nodiscard]] std::int64_t d(attribute column) const {
    return tables_.value(column,
                         tables_.row_of_date(static_cast<std::int32_t>(lo(fact::orderdate))));
  }
  [[nodiscard]] std::int64_t c(attribute column) const { return tables_.value(column, customer()); }
  [[nodiscard]] std::int64_t s(attribute column) const { return tables_.value(column, supplier()); }
  [[nodiscard]] std::int64_t p(attribute column) const { return tables_.value(column, part()); }
  [[nodiscard]] std::string_view c_region_name() const { return regions.at(number(c(c_region))); }
  [[nodiscard]] std::string_view s_region_name() const { return regions.at(number(s(s_region))); }
  [[nodiscard]] std::string_view c_nation_name() const { return nations.at(number(c(c_nation))); }
  [[nodiscard]] std::string_view s_nation_name() const { return nations.at(number(s(s_nation))); }
  [[nodiscard]] std::string_view c_city_name() const { return tables_.customer_city[customer()]; }
  [[nodiscard]] std::string_view s_city_name() const { return tables_.supplier_city[supplier()]; }
  [[nodiscard]] std::string_view mfgr() const { return tables_.part_manufacturer[part()]; }
  [[nodiscard]] std::string_view category() const { return tables_.part_category[part()]; }
  [[nodiscard]] std::string_view brand() const { return tables_.part_brand[part()]; }

 private:
  static std::size_t number(std::int64_t code) { return static_cast<std::size_t>(code); }
  [[nodiscard]] std::size_t customer() const { return number(lo(fact::custkey) - 1); }
  [[nodiscard]] std::size_t supplier() const { return number(lo(fact::suppkey) - 1); }
  [[nodiscard]] std::size_t part() const { return number(lo(fact::partkey) - 1); }

  const columns& facts_;
  const decoded_tables& tables_;
  std::size_t row_;
};

/// What a row adds to the answer, and to which group; nothing if it does not meet the conditions.
using contribution = std::optional<std::pair<std::int64_t, std::int64_t>>;

contribution discounted(const joined_row& r) {
  return std::pair(std::int64_t{0}, r.lo(fact::extendedprice) * r.lo(fact::discount));
}
contribution q11(const joined_row& r) {
  if (r.d(d_year) == 1993 && r.lo(fact::discount) >= 1 && r.lo(fact::discount) <= 3 &&
      r.lo(fact::quantity) < 25)
    return discounted(r);
  return {};
}
contribution q12(const joined_row& r) {
  if (r.d(d_yearmonthnum) == 199401 && r.lo(fact::discount) >= 4 && r.lo(fact::discount) <= 6 &&
      r.lo(fact::quantity) >= 26 && r.lo(fact::quantity) <= 35)
    return discounted(r);
  return {};
}
contribution q13(const joined_row& r) {
  if (r.d(d_weeknuminyear) == 6 && r.d(d_year) == 1994 && r.lo(fact::discount) >= 5 &&
      r.lo(fact::discount) <= 7 && r.lo(fact::quantity) >= 26 && r.lo(fact::quantity) <= 35)
    return discounted(r);
  return {};
}

contribution by_year_and_brand(const joined_row& r) {
  return std::pair((r.d(d_year) - first_year) * brand_count + r.p(p_brand1), r.lo(fact::revenue));
}
contribution q21(const joined_row& r) {
  if (r.category() == "MFGR#12" && r.s_region_name() == "AMERICA") return by_year_and_brand(r);
  return {};
}
contribution q22(const joined_row& r) {
  if (r.brand() >= "MFGR#2221" && r.brand() <= "MFGR#2228" && r.s_region_name() == "ASIA")
    return by_year_and_brand(r);
  return {};
}
contribution q23(const joined_row& r) {
  if (r.brand() == "MFGR#2239" && r.s_region_name() == "EUROPE") return by_year_and_brand(r);
  return {};
}

contribution q31(const joined_row& r) {
  if (r.c_region_name() == "ASIA" && r.s_region_name() == "ASIA" && r.d(d_year) >= 1992 &&
      r.d(d_year) <= 1997)
    return std::pair(
        (r.c(c_nation) * nation_count + r.s(s_nation)) * year_count + r.d(d_year) - first_year,
        r.lo(fact::revenue));
  return {};
}
contribution by_cities_and_year(const joined_row& r) {
  return std::pair((r.c(c_city) * city_count + r.s(s_city)) * year_count + r.d(d_year) - first_year,
                   r.lo(fact::revenue));
}
contribution q32(const joined_row& r) {
  if (r.c_nation_name() == "UNITED STATES" && r.s_nation_name() == "UNITED STATES" &&
      r.d(d_year) >= 1992 && r.d(d_year) <= 1997)
    return by_cities_and_year(r);
  return {};
}
bool in_two_cities(const joined_row& r) {
  return (r.c_city_name() == "UNITED KI1" || r.c_city_name() == "UNITED KI5") &&
         (r.s_city_name() == "UNITED KI1" || r.s_city_name() == "UNITED KI5");
}
contribution q33(const joined_row& r) {
  if (in_two_cities(r) && r.d(d_year) >= 1992 && r.d(d_year) <= 1997) return by_cities_and_year(r);
  return {};
}
contribution q34(const joined_row& r) {
  // d_yearmonth = 'Dec1997'
  if (in_two_cities(r) && r.d(d_yearmonthnum) == 199712) return by_cities_and_year(r);
  return {};
}

std::int64_t profit(const joined_row& r) {
  return r.lo(fact::revenue) - r.lo(fact::supplycost);
}
bool of_first_two(const joined_row& r) {
  return r.mfgr() == "MFGR#1" || r.mfgr() == "MFGR#2";
}
contribution q41(const joined_row& r) {
  if (r.c_region_name() == "AMERICA" && r.s_region_name() == "AMERICA" && of_first_two(r))
    return std::pair((r.d(d_year) - first_year) * nation_count + r.c(c_nation), profit(r));
  return {};
}
contribution q42(const joined_row& r) {
  if (r.c_region_name() == "AMERICA" && r.s_region_name() == "AMERICA" && of_first_two(r) &&
      (r.d(d_year) == 1997 || r.d(d_year) == 1998))
    return std::pair(((r.d(d_year) - first_year) * nation_count + r.s(s_nation)) * category_count +
                         r.p(p_category),
                     profit(r));
  return {};
}
contribution q43(const joined_row& r) {
  if (r.c_region_name() == "AMERICA" && r.s_nation_name() == "UNITED STATES" &&
      r.category() == "MFGR#14" && (r.d(d_year) == 1997 || r.d(d_year) == 1998))
    return std::pair(
        ((r.d(d_year) - first_year) * city_count + r.s(s_city)) * brand_count + r.p(p_brand1),
        profit(r));
  return {};
}

using row_rule = contribution (*)(const joined_row&);
row_rule rule_of(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, row_rule>, 13> rules = {{{"q1.1", q11},
                                                                            {"q1.2", q12},
                                                                            {"q1.3", q13},
                                                                            {"q2.1", q21},
                                                                            {"q2.2", q22},
                                                                            {"q2.3", q23},
                                                                            {"q3.1", q31},
                                                                            {"q3.2", q32},
                                                                            {"q3.3", q33},
                                                                            {"q3.4", q34},
                                                                            {"q4.1", q41},
                                                                            {"q4.2", q42},
                                                                            {"q4.3", q43}}};
  for (const auto& [known, rule] : rules)
    if (known == name) return rule;
  throw std::logic_error("there is no query " + std::string(name));
}

}  // namespace

std::vector<std::int64_t> answer(const benchmark_query& asked, const dimensions& tables,
                                 const fact_values& lineorder, unsigned threads) {
  joined_row::columns facts{};
  std::size_t rows = 0;
  for (const step& s : asked.steps) {
    const auto values = facts[static_cast<std::size_t>(s.column)] = lineorder(s.column);
    rows = values.size();
  }
  const decoded_tables decoded(tables);
  const row_rule rule = rule_of(asked.name);
  std::vector<std::int64_t> sums(asked.group_count());
  std::mutex sums_mutex;
  constexpr std::size_t rows_at_once = std::size_t{1} << 18;
  parallel_for((rows + rows_at_once - 1) / rows_at_once, threads, [&](std::size_t part) {
    std::unordered_map<std::int64_t, std::int64_t> of_part;
    const std::size_t end = std::min(rows, (part + 1) * rows_at_once);
    for (std::size_t row = part * rows_at_once; row < end; ++row)
      if (const auto added = rule({facts, decoded, row})) of_part[added->first] += added->second;
    const std::lock_guard lock(sums_mutex);
    for (const auto& [group, sum] : of_part) sums.at(static_cast<std::size_t>(group)) += sum;
  });
  return sums;
}

}  // namespace codag::datasets::ssb
