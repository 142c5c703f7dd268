// A claim: a number that a paper prints, and which of a report's rows should reproduce it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace codag::harness {

/// How the values of a claim's rows become one number: of pairs of left and right up to
/// max_relative_difference, of left alone from there on. A divisor and what a geometric mean is of
/// must be above 0.
enum class statistic {
  geomean_ratio,            ///< the geometric mean of left / right
  min_ratio,                ///< the smallest left / right: at least 1 if left is never below
  max_ratio,                ///< the largest left / right: at most 1 if left is never above
  max_relative_difference,  ///< the largest |left - right| / right
  min,
  max,
  mean,
  geomean,
};

/// Every statistic's name in a config, in the order of the enumeration.
const std::vector<std::string>& statistic_names();

/// Whether a statistic sets one row against another.
constexpr bool compares(statistic s) {
  return s <= statistic::max_relative_difference;
}

/// What the paper's number lets a measured one be.
struct expectation {
  enum class kind { about, at_most, at_least };
  kind is = kind::about;
  double value = 0;
  double tolerance = 0;  ///< of `about`: the share of `value` that the measured one may be off

  [[nodiscard]] bool holds(double measured) const;
};

/// Key of a case's row -> its value there as JSON text ("\"rle_v1\"", "8"); of "dataset" its name.
/// A key may also be a part's or a parameter's.
using row_filter = std::map<std::string, std::string>;

/// The keys that every row has and that tell rows apart. Parts and parameters, which differ from
/// variant to variant, tell rows apart as well.
const std::vector<std::string>& row_keys();

struct claim {
  std::string name;    ///< "speedup_rle_v1"
  std::string source;  ///< "CODAG section V-C, Fig. 7"
  std::string says;    ///< what the paper says, in a sentence
  std::string value;   ///< a JSON pointer into a row: "/gbps"
  row_filter left;
  row_filter right;  ///< empty unless the statistic compares; what it does not name is as in left
  statistic of = statistic::geomean_ratio;
  expectation expected;
};

}  // namespace codag::harness
