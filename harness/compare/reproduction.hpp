// Whether the numbers of a report were reproduced by running it again.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "harness/compare/comparison.hpp"

namespace codag::harness {

/// The outcome for one number. An absolute time of other hardware is not testable; a count is, on
/// any machine. What was disturbed is unclear.
enum class reproduction { reproduced, not_reproduced, unclear, not_testable };

/// "reproduced", "not reproduced", "unclear", "not testable here".
std::string_view to_string(reproduction outcome);

/// A number of the report, or a whole case that could not be compared (then `value` is null).
struct reproduced_number {
  const compared_case* of = nullptr;
  const compared_value* value = nullptr;
  reproduction outcome = reproduction::not_testable;
};

/// The outcome for every number of the cases that the report ("codag") has. `comparison` is that of
/// the report with the new run, `here`, and must outlive the result.
std::vector<reproduced_number> reproductions_of(const comparison& comparison,
                                                const nlohmann::json& report,
                                                const nlohmann::json& here);

}  // namespace codag::harness
