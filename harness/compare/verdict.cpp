#include "harness/compare/verdict.hpp"

namespace codag::harness {

verdict judge_ratio(const interval& ratio, better better, double band) {
  const double low = 1 / (1 + band), high = 1 + band;
  if (ratio.low >= low && ratio.high <= high) return verdict::same;
  const bool above = ratio.low > high, below = ratio.high < low;
  if (!above && !below) return verdict::unclear;
  if (better == better::neither) return verdict::worse;
  return above == (better == better::higher) ? verdict::better : verdict::worse;
}

std::string_view to_string(verdict v, const measure& m) {
  const bool speed = m.is_timed();
  switch (v) {
    case verdict::same:
      return "same";
    case verdict::better:
      return speed ? "faster" : "better";
    case verdict::worse:
      return speed ? "slower" : m.better == better::neither ? "differs" : "worse";
    case verdict::unclear:
      break;
  }
  return "unclear";
}

}  // namespace codag::harness
