// Included before every source of scripts/mutate's build.
#pragma once

extern "C" int codag_mutant_on;
extern "C" unsigned char* codag_mutants_reached;

/// Whether mutant `number` is switched on. Never while the compiler computes a constant.
constexpr bool codag_mutant(int number) {
  if (__builtin_is_constant_evaluated()) return false;
  codag_mutants_reached[number] = 1;
  return codag_mutant_on == number;
}
