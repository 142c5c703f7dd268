// The place in the source that an access comes from.
#pragma once

#include <cstdint>
#include <source_location>
#include <string>

#include "codag/simt/host/race/address_range.hpp"
#include "codag/simt/host/source_place.hpp"

namespace codag::simt::host::race {

/// A line where the code told it (Thread::load, a collective), or else a return address.
class place {
 public:
  place() = default;
  explicit place(const std::source_location& where)
      : file_(where.file_name()), line_or_pc_(where.line()) {}
  explicit place(const void* return_address)
      : line_or_pc_(reinterpret_cast<std::uintptr_t>(return_address)) {}

  /// "file:line". A return address is looked up with addr2line (binutils) in this program's debug
  /// information; without either the address itself is given.
  [[nodiscard]] std::string text() const;

  friend bool operator==(const place& a, const place& b) {
    return a.line_or_pc_ == b.line_or_pc_ && is_same_file(a.file_, b.file_);
  }

 private:
  const char* file_ = nullptr;  // null: a return address
  std::uintptr_t line_or_pc_ = 0;
};

/// Memory of this program that nothing can write: constants and code.
address_range read_only_image();

}  // namespace codag::simt::host::race
