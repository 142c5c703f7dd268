// A claim: a number from a paper, and the rows of a report that should reproduce it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace codag::harness {

/// How the values of a claim's rows are combined into one number. The statistics up to
/// max_relative_difference compare pairs of a left and a right row; the later ones use left rows
/// only. Divisors and the operands of a geometric mean must be positive.
enum class statistic {
  geomean_ratio,            ///< the geometric mean of left / right
  mean_ratio,               ///< the arithmetic mean of left / right
  min_ratio,                ///< the smallest left / right: at least 1 if left is never smaller
  max_ratio,                ///< the largest left / right: at most 1 if left is never larger
  max_relative_difference,  ///< the largest |left - right| / right
  min,
  max,
  mean,
  geomean,
};

/// The statistics' names in a config, in the order of the enumeration.
const std::vector<std::string>& statistic_names();

/// Whether a statistic compares a left row with a right one.
constexpr bool compares(statistic s) {
  return s <= statistic::max_relative_difference;
}

/// The values that the paper's number allows for the measured one.
struct expectation {
  enum class kind { about, at_most, at_least };
  kind is = kind::about;
  double value = 0;
  double tolerance = 0;  ///< for `about`: the allowed deviation as a share of `value`

  [[nodiscard]] bool holds(double measured) const;
};

/// Whether a number at this place of a row is one of the hardware, so that another GPU cannot
/// reproduce it: a throughput, a time or an energy.
bool is_of_hardware(std::string_view value);

/// Maps a key of a case's row to the required value as JSON text ("\"rle_v1\"", "8"). The value of
/// "dataset" is the dataset's name. A key may also name a part or a parameter.
using row_filter = std::map<std::string, std::string>;

/// The keys that every row has and that identify it. Parts and parameters, which depend on the
/// variant, identify a row as well.
const std::vector<std::string>& row_keys();

struct claim {
  std::string name;    ///< "speedup_rle_v1"
  std::string source;  ///< "CODAG section V-C, Fig. 7"
  std::string says;    ///< what the paper says, in a sentence
  /// A part of the name of the GPU that the number was measured on, "A100"; empty if the claim does
  /// not say, or is not about a GPU.
  std::string hardware;
  std::string value;  ///< a JSON pointer into a row: "/gbps"
  row_filter left;
  row_filter
      right;  ///< empty unless the statistic compares; keys not named here equal those of left
  statistic of = statistic::geomean_ratio;
  expectation expected;
};

}  // namespace codag::harness
