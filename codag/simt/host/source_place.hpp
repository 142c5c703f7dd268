// Whether two places in the source are the same.
#pragma once

#include <cstring>
#include <source_location>

namespace codag::simt::host {

/// A file that several translation units include has a name in each of them. A function that is
/// inlined here and called there meets both. Null is the name of no file.
inline bool is_same_file(const char* a, const char* b) {
  return a == b || (a != nullptr && b != nullptr && std::strcmp(a, b) == 0);
}

inline bool is_same_place(const std::source_location& a, const std::source_location& b) {
  return a.line() == b.line() && a.column() == b.column() &&
         is_same_file(a.file_name(), b.file_name());
}

}  // namespace codag::simt::host
