// The verdict on the ratio of two values.
#pragma once

#include <string_view>

#include "harness/compare/measure.hpp"

namespace codag::harness {

/// How far two processes of one program are assumed to differ in what is no time of a GPU, as a
/// share of the value: their code and data lie elsewhere.
inline constexpr double drift_off_the_gpu = 0.05;

enum class verdict { same, better, worse, unclear };

/// Compares a ratio (new over base) with a band around 1, which is `band` wide on either side:
///
///   same      the whole interval is inside the band
///   better    the whole interval is beyond the band, on the side that the measure calls better
///   worse     the same on the other side
///   unclear   anything else
///
/// The band is [1 / (1 + band), 1 + band], so that exchanging the two reports exchanges better and
/// worse. A ratio of a measure that is neither better nor worse is `worse` beyond the band: it
/// differs.
verdict judge_ratio(const interval& ratio, better better, double band);

/// The word for a verdict: "same", "faster" or "slower" (of a rate or time), "better" or "worse"
/// (of another measure), "differs" (of one that is neither), "unclear".
std::string_view to_string(verdict verdict, const measure& measure);

}  // namespace codag::harness
