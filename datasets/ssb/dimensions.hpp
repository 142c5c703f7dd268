// The four dimension tables of the Star Schema Benchmark: their keys, and the columns that its
// queries read. All columns are int32; strings are codes (dictionary.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "datasets/ssb/lineorder.hpp"
#include "datasets/ssb/sizes.hpp"

namespace codag::datasets::ssb {

enum class table : std::uint8_t { date, customer, supplier, part };
inline constexpr std::array<std::string_view, 4> table_names = {"date", "customer", "supplier",
                                                                "part"};

/// The columns, each table's key first. A key of customer, supplier and part counts from 1.
enum class attribute : std::uint8_t {
  d_datekey,
  d_year,
  d_yearmonthnum,
  d_weeknuminyear,
  c_custkey,
  c_city,
  c_nation,
  c_region,
  s_suppkey,
  s_city,
  s_nation,
  s_region,
  p_partkey,
  p_mfgr,
  p_category,
  p_brand1
};

/// A column: its name, its table and, if queries group by it, its least value and the number of
/// values.
struct attribute_facts {
  std::string_view name;
  ssb::table table;
  std::int32_t least = 0, values = 0;
};
const attribute_facts& facts_of(attribute column);
/// All columns, in the order of their numbers.
std::span<const attribute> all_attributes();

/// The table that a foreign key of lineorder refers to. Throws std::logic_error for other columns.
table table_of(fact key);

/// The dimension tables.
class dimensions {
 public:
  /// Those that belong to lineorder(rows, seed).
  dimensions(std::uint64_t rows, std::uint64_t seed);

  [[nodiscard]] std::span<const std::int32_t> operator[](attribute column) const {
    return columns_.at(static_cast<std::size_t>(column));
  }
  [[nodiscard]] std::span<const std::int32_t> keys_of(table of) const;

 private:
  std::array<std::vector<std::int32_t>, 16> columns_;
};

}  // namespace codag::datasets::ssb
