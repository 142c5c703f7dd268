#include "harness/cli/program.hpp"

int main(int argc, char** argv) {
  return codag::harness::run_program(argc, argv);
}
