#include "harness/report/run_time.hpp"

#include <chrono>
#include <cstdio>
#include <limits>
#include <optional>

namespace codag::harness {
namespace {

/// The seconds by which local time is ahead of UTC: of "Z", "+02:00" or "+0200".
std::optional<int> offset_of(const std::string& text) {
  if (text == "Z") return 0;
  char sign = 0;
  int hours = 0, minutes = 0, read = 0;
  for (const char* format : {"%c%2d:%2d%n", "%c%2d%2d%n"})
    if (std::sscanf(text.c_str(), format, &sign, &hours, &minutes, &read) == 3 &&
        static_cast<std::size_t>(read) == text.size() && (sign == '+' || sign == '-'))
      return (sign == '-' ? -60 : 60) * (60 * hours + minutes);
  return std::nullopt;
}

std::optional<double> seconds_of(const std::string& text) {
  using namespace std::chrono;
  int y = 0, m = 0, d = 0, hour = 0, minute = 0, end = 0;
  double second = 0;
  if (std::sscanf(text.c_str(), "%4d-%2d-%2dT%2d:%2d:%n", &y, &m, &d, &hour, &minute, &end) != 5 ||
      end == 0)
    return std::nullopt;
  int seconds_end = 0;
  const std::string rest = text.substr(static_cast<std::size_t>(end));
  if (std::sscanf(rest.c_str(), "%lf%n", &second, &seconds_end) != 1) return std::nullopt;
  const auto offset = offset_of(rest.substr(static_cast<std::size_t>(seconds_end)));
  const year_month_day date{year(y), month(static_cast<unsigned>(m)),
                            day(static_cast<unsigned>(d))};
  if (!offset || !date.ok()) return std::nullopt;
  const auto days = sys_days(date).time_since_epoch().count();
  return 86400.0 * static_cast<double>(days) + 3600.0 * hour + 60.0 * minute + second - *offset;
}

}  // namespace

std::pair<double, std::string> run_time(const std::string& text) {
  return {seconds_of(text).value_or(-std::numeric_limits<double>::infinity()), text};
}

}  // namespace codag::harness
