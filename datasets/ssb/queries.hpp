// The 13 queries of the Star Schema Benchmark (revision 3, 2009, section 3), as steps over the
// columns of lineorder.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "codag/query/condition.hpp"
#include "datasets/ssb/dimensions.hpp"
#include "datasets/ssb/lineorder.hpp"

namespace codag::datasets::ssb {

/// What a query does with a column of lineorder.
enum class role : std::uint8_t {
  select,    ///< keeps the rows whose value meets the condition
  factor,    ///< the same, and multiplies the measure by the value
  join,      ///< keeps the rows whose key stands for a dimension's row that meets the condition
  add,       ///< adds the value to the measure
  subtract,  ///< subtracts it
};

/// One column that the query reads. Of a join, `where` is the attribute that the condition is
/// about, if there is one, and `group` the attribute that the query groups by, if it does.
struct step {
  fact column;
  ssb::role role;
  query::condition in = query::any_value;
  std::optional<attribute> where = {};
  std::optional<attribute> group = {};
};

/// A query: the sum of the measure over the rows that all steps keep, for each group. The steps are
/// in the order in which Crystal's queries read their columns (Shanbhag, Madden and Yu, SIGMOD
/// 2020), and `groups` in that of the query's GROUP BY.
struct benchmark_query {
  std::string_view name;  ///< "q1.1"
  std::span<const step> steps;
  std::span<const attribute> groups;

  /// The number of groups, with those that have no rows: the product of the attributes' values.
  /// Group g has the value g % values of the last attribute, and so on.
  [[nodiscard]] std::uint32_t group_count() const;
  /// By how much one more of the attribute's value raises the group's number.
  [[nodiscard]] std::uint32_t stride_of(attribute group) const;
};

/// All 13, in their order.
std::span<const benchmark_query> queries();

/// The query of that name, or nullptr.
const benchmark_query* find_query(std::string_view name);

}  // namespace codag::datasets::ssb
