// Decodes, in a separate function, what a fast path has not proved to be well-formed.
#pragma once

#include "codag/annotate.hpp"

namespace codag {

/// Step::run(in, out, state) as one place in the code. As a part of the fast path's loop it would
/// take registers from it, and lines of the instruction cache.
template <class Step, class Window, class Output, class State>
CODAG_DEVICE_NOINLINE bool run_as_function(Window& in, Output& out, State& state) {
  return Step::run(in, out, state);
}

/// Runs Step::run(in, out, state), which decodes sequentially; returns what it returns. Collective
/// over the warp.
template <class Step, class Window, class Output, class State>
CODAG_DEVICE bool decode_apart(Window& in, Output& out, State& state) {
  // The function changes copies: what a function can change lies in memory, and the originals stay
  // in registers.
  Window window = in;
  Output output = out;
  State changed = state;
  const bool result = run_as_function<Step>(window, output, changed);
  in.resume(window);
  out.resume(output);
  state = changed;
  return result;
}

}  // namespace codag
