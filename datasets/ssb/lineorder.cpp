#include "datasets/ssb/lineorder.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "datasets/ssb/calendar.hpp"
#include "datasets/ssb/dictionary.hpp"
#include "datasets/ssb/draws.hpp"

namespace codag::datasets::ssb {
namespace {

constexpr std::uint64_t orders_per_group = 7, lines_per_group = 28;

/// TPC-H, clause 4.2.3: the last order is 151 days before the last day.
constexpr std::int32_t order_days = day_count - 151;

/// An order: its number from 0 on, and its lines, which are rows of the table.
struct order {
  std::uint64_t number, first_row, end_row;
};

/// The lines that each order of a group has: 1 to 7 in an order that is drawn (Fisher and Yates).
std::array<std::uint64_t, orders_per_group> line_counts(std::uint64_t group, std::uint64_t seed) {
  std::array<std::uint64_t, orders_per_group> counts;
  std::iota(counts.begin(), counts.end(), std::uint64_t{1});
  for (std::uint64_t i = orders_per_group - 1; i > 0; --i)
    std::swap(counts[i],
              counts[draw(seed, drawn::line_counts, group * orders_per_group + i, i + 1)]);
  return counts;
}

/// A line, and what its columns are computed from.
class line {
 public:
  line(const table_sizes& sizes, std::uint64_t seed, std::uint64_t row)
      : sizes_(sizes), seed_(seed), row_(row) {}

  [[nodiscard]] std::int32_t partkey() const { return 1 + of(drawn::partkey, sizes_.part); }
  [[nodiscard]] std::int32_t suppkey() const { return 1 + of(drawn::suppkey, sizes_.supplier); }
  [[nodiscard]] std::int32_t quantity() const { return 1 + of(drawn::quantity, 50); }
  [[nodiscard]] std::int32_t discount() const { return of(drawn::discount, 11); }
  [[nodiscard]] std::int32_t tax() const { return of(drawn::tax, 9); }
  [[nodiscard]] std::int32_t shipmode() const { return of(drawn::shipmode, ship_modes.size()); }
  [[nodiscard]] std::int32_t commit_days() const { return 30 + of(drawn::commitdate, 61); }
  [[nodiscard]] std::int32_t extendedprice() const { return quantity() * price_of(partkey()); }
  [[nodiscard]] std::int32_t revenue() const { return percent(extendedprice(), 100 - discount()); }
  [[nodiscard]] std::int32_t supplycost() const { return price_of(partkey()) * 6 / 10; }
  /// What the line adds to lo_ordtotalprice.
  [[nodiscard]] std::int32_t with_tax() const { return percent(revenue(), 100 + tax()); }

 private:
  [[nodiscard]] std::int32_t of(drawn what, std::uint64_t n) const {
    return static_cast<std::int32_t>(draw(seed_, what, row_, n));
  }
  static std::int32_t percent(std::int32_t cents, std::int32_t of_hundred) {
    return static_cast<std::int32_t>(std::int64_t{cents} * of_hundred / 100);
  }

  const table_sizes& sizes_;
  std::uint64_t seed_, row_;
};

/// Calls use(order, begin, end) for each order that has some of the rows [first, end): these are
/// [begin, end) of its lines.
template <class Use>
void each_order(std::uint64_t rows, std::uint64_t seed, std::uint64_t first, std::uint64_t end,
                const Use& use) {
  for (std::uint64_t group = first / lines_per_group; group * lines_per_group < end; ++group) {
    order o{group * orders_per_group, group * lines_per_group, group * lines_per_group};
    for (const std::uint64_t lines : line_counts(group, seed)) {
      o.first_row = o.end_row;
      o.end_row += lines;
      const order in_table{o.number++, o.first_row, std::min(o.end_row, rows)};
      const std::uint64_t begin = std::max(first, o.first_row), stop = std::min(end, o.end_row);
      if (begin < stop) use(in_table, begin, stop);
    }
  }
}

}  // namespace

void lineorder::write(fact column, std::uint64_t first, std::span<std::int32_t> values) const {
  const auto at = [&](std::uint64_t row) -> std::int32_t& { return values[row - first]; };
  // value(order): the same for all lines of an order.
  const auto per_order = [&](const auto& value) {
    each_order(sizes_.lineorder, seed_, first, first + values.size(),
               [&](const order& o, std::uint64_t begin, std::uint64_t end) {
                 const std::int32_t its = value(o);
                 for (std::uint64_t row = begin; row < end; ++row) at(row) = its;
               });
  };
  const auto per_line = [&](const auto& value) {
    for (std::uint64_t row = first; row < first + values.size(); ++row)
      at(row) = value(line(sizes_, seed_, row));
  };
  const auto drawn_per_order = [&](drawn what, std::int32_t least, std::uint64_t n) {
    per_order([&, least](const order& o) {
      return least + static_cast<std::int32_t>(draw(seed_, what, o.number, n));
    });
  };
  const auto order_day = [&](const order& o) {
    return static_cast<std::int32_t>(draw(seed_, drawn::orderdate, o.number, order_days));
  };
  switch (column) {
    case fact::orderkey:
      return per_order([](const order& o) {
        return static_cast<std::int32_t>(o.number / 8 * 32 + o.number % 8 + 1);
      });
    case fact::linenumber:
      return each_order(sizes_.lineorder, seed_, first, first + values.size(),
                        [&](const order& o, std::uint64_t begin, std::uint64_t end) {
                          for (std::uint64_t row = begin; row < end; ++row)
                            at(row) = static_cast<std::int32_t>(row - o.first_row + 1);
                        });
    case fact::custkey:
      return drawn_per_order(drawn::custkey, 1, sizes_.customer);
    case fact::orderdate:
      return per_order([&](const order& o) { return date_key(day(order_day(o))); });
    case fact::orderpriority:
      return drawn_per_order(drawn::orderpriority, 0, order_priorities.size());
    case fact::ordtotalprice:
      return per_order([&](const order& o) {
        std::int32_t total = 0;
        for (std::uint64_t row = o.first_row; row < o.end_row; ++row)
          total += line(sizes_, seed_, row).with_tax();
        return total;
      });
    case fact::commitdate:
      return each_order(sizes_.lineorder, seed_, first, first + values.size(),
                        [&](const order& o, std::uint64_t begin, std::uint64_t end) {
                          const std::int32_t ordered = order_day(o);
                          for (std::uint64_t row = begin; row < end; ++row)
                            at(row) =
                                date_key(day(ordered + line(sizes_, seed_, row).commit_days()));
                        });
    case fact::shippriority:
      std::ranges::fill(values, 0);
      return;
    case fact::partkey:
      return per_line([](const line& l) { return l.partkey(); });
    case fact::suppkey:
      return per_line([](const line& l) { return l.suppkey(); });
    case fact::quantity:
      return per_line([](const line& l) { return l.quantity(); });
    case fact::extendedprice:
      return per_line([](const line& l) { return l.extendedprice(); });
    case fact::discount:
      return per_line([](const line& l) { return l.discount(); });
    case fact::revenue:
      return per_line([](const line& l) { return l.revenue(); });
    case fact::supplycost:
      return per_line([](const line& l) { return l.supplycost(); });
    case fact::tax:
      return per_line([](const line& l) { return l.tax(); });
    case fact::shipmode:
      return per_line([](const line& l) { return l.shipmode(); });
  }
}

}  // namespace codag::datasets::ssb
