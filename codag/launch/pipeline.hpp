// pipeline: a launch of several kernels, with memory between them.
#pragma once

#include "codag/phase.hpp"

namespace codag {

/// Kernels that run one after the other. They are made of a Plan: what the launch is given, and
/// what it decides before the first kernel. The kernels overlap where one of them begins early
/// (codag/simt/simt.hpp).
///
/// A Step has:
/// - `of(plan)`: makes its kernel;
/// - `runs(plan)`: whether it is needed; always, if there is no such function;
/// - `phase_of(plan)`: the phase that it belongs to; phase::timed, if there is no such function;
/// - `fills_gpu(plan)`: whether it has as many blocks as the GPU holds at once, a number that its
///   kernel keeps in `blocks`; no, if there is no such function;
/// - `most_blocks(plan)`: a limit on `blocks`; none, if it is 0 or there is no such function.
template <class Plan, class... Steps>
struct pipeline {
  /// Runs the steps of a phase, in their order.
  template <class Run>
  static void run_steps(const Plan& plan, phase now, Run& run) {
    (run_step<Steps>(plan, now, run), ...);
  }

 private:
  template <class Step, class Run>
  static void run_step(const Plan& plan, phase now, Run& run) {
    phase its = phase::timed;
    if constexpr (requires { Step::phase_of(plan); }) its = Step::phase_of(plan);
    if (its != now) return;
    if constexpr (requires { Step::runs(plan); })
      if (!Step::runs(plan)) return;
    auto kernel = Step::of(plan);
    if constexpr (requires { Step::fills_gpu(plan); })
      if (Step::fills_gpu(plan)) kernel.blocks = run.resident_blocks(kernel);
    if constexpr (requires { Step::most_blocks(plan); })
      if (const unsigned most = Step::most_blocks(plan); most > 0 && kernel.blocks > most)
        kernel.blocks = most;
    run(kernel);
  }
};

}  // namespace codag
