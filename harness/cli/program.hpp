// The program `codag`, for main() and for programs that register their own kernels first.
#pragma once

namespace codag::harness {

/// Parses the command line, runs the command and returns its exit code. Kernels and codecs that
/// were added to the registries before this call can be used like the others.
int run_program(int argc, char** argv);

}  // namespace codag::harness
