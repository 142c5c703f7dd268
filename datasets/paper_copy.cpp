#include "datasets/paper_copy.hpp"

#include <algorithm>
#include <cmath>

namespace codag::datasets {
namespace {

copy_result judge(double copy, double paper, double tolerance) {
  return std::abs(copy - paper) <= tolerance * paper ? copy_result::agrees : copy_result::differs;
}

}  // namespace

double paper_values(const manifest_entry& column) {
  const std::size_t bytes =
      column.paper_value_bytes != 0 ? column.paper_value_bytes : size_of(column.type);
  return column.paper_gb * (1 << 30) / static_cast<double>(bytes);
}

copy_result judge_size(const manifest_entry& column, std::uint64_t values) {
  return judge(static_cast<double>(values), paper_values(column), copy_size_tolerance);
}

copy_result judge_statistic(const manifest_entry& column, const column_statistics& copy,
                            double column_statistics::*which) {
  if (std::isnan(copy.*which) || std::ranges::find(column.doubtful, which) != column.doubtful.end())
    return copy_result::not_judged;
  return judge(copy.*which, column.paper.*which, copy_statistic_tolerance);
}

}  // namespace codag::datasets
