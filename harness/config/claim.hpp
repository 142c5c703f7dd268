// A claim: a number from a paper, and the rows of a report that should reproduce it. A target, a
// number of our own, has the same form.
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

/// Whether a statistic sums up left / right, so that 1 is no effect.
constexpr bool is_ratio(statistic s) {
  return s < statistic::max_relative_difference;
}

/// The numbers from `low` to `high`, which may be infinite.
struct number_range {
  double low = 0, high = 0;
};

/// The values that the paper's number allows for the measured one.
struct expectation {
  enum class kind { about, at_most, at_least };
  kind is = kind::about;
  double value = 0;
  /// For `about`: the allowed deviation as a share of `value`. Of a ratio, as a share of the
  /// effect, value - 1: 1.2 with a tolerance of 0.5 allows 1.1 to 1.3. A ratio of 1 is no effect,
  /// and the tolerance is that of the ratio itself.
  double tolerance = 0;

  /// The numbers that it allows the statistic to be.
  [[nodiscard]] number_range allowed(statistic of) const;
};

/// Whether a number at this place of a row is one of the hardware, so that another GPU cannot
/// reproduce it: a throughput, a time or an energy.
bool is_of_hardware(std::string_view value);

/// Maps a key of a case's row to the required value as JSON text ("\"rle_v1\"", "8"). The value of
/// "dataset" is the dataset's name, that of "gpu" a part of the GPU's name: "\"A100\"". A key may
/// also name a part or a parameter.
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
  /// What the paper compares with, if what runs here is something else: "RAPIDS's own code". The
  /// number then says nothing about the paper's. Empty if the paper's opponent runs here.
  std::string baseline;
  std::string value;        ///< a JSON pointer into a row: "/gbps"
  std::string right_value;  ///< the same into the right rows, if it is another one; else empty
  row_filter left;
  row_filter
      right;  ///< empty unless the statistic compares; keys not named here equal those of left
  statistic of = statistic::geomean_ratio;
  expectation expected;

  /// Whether only the sign of an effect is claimed: a ratio of at least or at most 1.
  [[nodiscard]] bool is_of_direction() const {
    return is_ratio(of) && expected.is != expectation::kind::about && expected.value == 1;
  }
};

}  // namespace codag::harness
