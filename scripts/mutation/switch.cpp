// Which mutant is switched on, and which of them a test has reached. scripts/mutate compiles it and
// links it into every program of its build.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>

extern "C" {
int codag_mutant_on = 0;
// The pages of a file that all processes of a test share: one that is killed has left its marks.
unsigned char codag_mutants_unmarked[4096];
unsigned char* codag_mutants_reached = codag_mutants_unmarked;
void codag_mutant_reached(int number) {
  codag_mutants_reached[number] = 1;
}
}

namespace {

__attribute__((constructor(101))) void read_environment() {
  if (const char* on = std::getenv("CODAG_MUTANT")) codag_mutant_on = std::atoi(on);
  const char* marks = std::getenv("CODAG_MUTANTS_REACHED");
  if (marks == nullptr) return;
  const int file = open(marks, O_RDWR | O_CLOEXEC);
  if (file < 0) return;
  void* pages = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (pages != MAP_FAILED) codag_mutants_reached = static_cast<unsigned char*>(pages);
}

}  // namespace
