// The days of the Star Schema Benchmark's table `date`: 1992-01-01 to 1998-12-31, 2557 days with
// the two leap years' 29 February. (The specification says 2556 = 7 x 365 + 1 rows; its seven
// years have one more.)
#pragma once

#include <chrono>
#include <cstdint>

namespace codag::datasets::ssb {

inline constexpr std::int32_t first_year = 1992, last_year = 1998,
                              year_count = last_year - first_year + 1;
inline constexpr std::chrono::sys_days first_day{std::chrono::year{first_year} /
                                                 std::chrono::January / 1};
inline constexpr std::chrono::sys_days last_day{std::chrono::year{last_year} /
                                                std::chrono::December / 31};
inline constexpr std::int32_t day_count = (last_day - first_day).count() + 1;

/// The day that comes `number` days after the first one.
constexpr std::chrono::year_month_day day(std::int32_t number) {
  return first_day + std::chrono::days{number};
}

/// d_datekey, lo_orderdate and lo_commitdate: year * 10000 + month * 100 + day.
constexpr std::int32_t date_key(std::chrono::year_month_day d) {
  return int{d.year()} * 10'000 + static_cast<std::int32_t>(unsigned{d.month()}) * 100 +
         static_cast<std::int32_t>(unsigned{d.day()});
}

inline constexpr std::int32_t first_date_key = date_key(first_day),
                              last_date_key = date_key(last_day);

/// d_yearmonthnum: year * 100 + month.
constexpr std::int32_t year_month(std::chrono::year_month_day d) {
  return date_key(d) / 100;
}

/// d_weeknuminyear: of the n-th day of its year, n / 7 + 1, which is 1 to 53. The first week thus
/// has six days.
constexpr std::int32_t week_in_year(std::chrono::year_month_day d) {
  const auto new_year = std::chrono::sys_days{d.year() / std::chrono::January / 1};
  const auto in_year = static_cast<std::int32_t>((std::chrono::sys_days{d} - new_year).count()) + 1;
  return in_year / 7 + 1;
}

}  // namespace codag::datasets::ssb
