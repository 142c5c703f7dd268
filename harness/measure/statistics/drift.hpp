// How far runs of one program differ from each other.
#pragma once

#include <span>

namespace codag::harness {

/// The most by which the values of two further runs are likely to differ, relative to each other,
/// given the values of some runs: 0.01 for 1 %. The difference of two logarithms of a normal
/// distribution, divided by sqrt(2) times the standard deviation of n others, has Student's t
/// distribution with n - 1 degrees of freedom; the result is its two-sided 99 % point,
/// and at most 1000. Throws
/// std::invalid_argument for fewer than 3 values, and for one that is not positive and finite.
double drift_between_runs(std::span<const double> values);

/// The point of Student's t distribution that a variable stays below with the probability
/// `probability` (0.5 to 1 - 1e-7), for 1 to 1000 degrees of freedom. It is exact to 5e-6 of
/// itself.
double student_t_point(double probability, unsigned freedom);

}  // namespace codag::harness
