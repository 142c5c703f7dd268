#include "tests/fuzz/fail.hpp"

#include <cstdarg>
#include <cstdio>
#include <cstdlib>

namespace codag::fuzz {

void fail(const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  std::vfprintf(stderr, format, arguments);
  va_end(arguments);
  std::fputc('\n', stderr);
  std::abort();
}

}  // namespace codag::fuzz
