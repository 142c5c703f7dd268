// The fact table of the Star Schema Benchmark (revision 3, 2009), column by column. All columns are
// int32: keys, dates as year * 10000 + month * 100 + day, money in cents, and codes of strings
// (dictionary.hpp).
//
// What the specification leaves open is as in TPC-H, on which it is based: an order has 1 to 7
// lines; its date is uniform from 1992-01-01 to 1998-08-02; a line is to be there 30 to 90 days
// later; a part's price depends on its key.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "datasets/ssb/sizes.hpp"

namespace codag::datasets::ssb {

/// The columns, in the specification's order.
enum class fact : std::uint8_t {
  orderkey,       ///< ascending; of each 32 numbers the first 8 are used
  linenumber,     ///< 1 to 7, in the order's order
  custkey,        ///< uniform, one per order
  partkey,        ///< uniform
  suppkey,        ///< uniform
  orderdate,      ///< one per order
  orderpriority,  ///< uniform, one per order
  shippriority,   ///< 0
  quantity,       ///< 1 to 50
  extendedprice,  ///< quantity x the part's price
  ordtotalprice,  ///< of the order's lines, with discount and tax; one per order
  discount,       ///< 0 to 10 percent
  revenue,        ///< extendedprice less the discount
  supplycost,     ///< 6/10 of the part's price
  tax,            ///< 0 to 8 percent
  commitdate,     ///< 30 to 90 days after orderdate
  shipmode        ///< uniform
};

/// "lo_orderkey", ... by the number of the column.
inline constexpr std::array<std::string_view, 17> fact_names = {
    "lo_orderkey",      "lo_linenumber",    "lo_custkey",      "lo_partkey",    "lo_suppkey",
    "lo_orderdate",     "lo_orderpriority", "lo_shippriority", "lo_quantity",   "lo_extendedprice",
    "lo_ordtotalprice", "lo_discount",      "lo_revenue",      "lo_supplycost", "lo_tax",
    "lo_commitdate",    "lo_shipmode"};

constexpr std::string_view name_of(fact column) {
  return fact_names.at(static_cast<std::size_t>(column));
}

/// The price of a part in cents, from 90,000 to 209,900 (TPC-H, clause 4.2.3, p_retailprice).
constexpr std::int32_t price_of(std::int32_t partkey) {
  return 90'000 + partkey / 10 % 20'001 + partkey % 1'000 * 100;
}

/// The rows of a lineorder. Any part of any column can be generated on its own, on any thread.
///
/// Seven orders have 28 lines together: 1 to 7, in an order that is drawn. So it is known at once
/// which order a row belongs to, and each number of lines is equally frequent. The last order is
/// cut where the table ends.
class lineorder {
 public:
  /// `rows` is 1 to most_scale * rows_per_scale.
  lineorder(std::uint64_t rows, std::uint64_t seed) : sizes_(table_sizes::of(rows)), seed_(seed) {}

  [[nodiscard]] const table_sizes& sizes() const { return sizes_; }

  /// Writes the values of a column from row `first` on.
  void write(fact column, std::uint64_t first, std::span<std::int32_t> values) const;

 private:
  table_sizes sizes_;
  std::uint64_t seed_;
};

}  // namespace codag::datasets::ssb
