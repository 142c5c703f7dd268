// Included before every source of scripts/mutate's build.
#pragma once

extern "C" int codag_mutant_on;
/// Leaves the mark that a test has reached the mutant. It is compiled on its own, so that the race
/// detector does not take the marks of all lanes for races of a kernel.
extern "C" void codag_mutant_reached(int number);

/// Whether mutant `number` is switched on. Never while the compiler computes a constant.
constexpr bool codag_mutant(int number) {
  if (__builtin_is_constant_evaluated()) return false;
  codag_mutant_reached(number);
  return codag_mutant_on == number;
}
