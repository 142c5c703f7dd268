// The sections of an ELF file: a program, or a cubin in it (System V ABI, "Object Files").
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string_view>
#include <type_traits>
#include <vector>

namespace codag::harness {

/// Thrown for a file that is no ELF file of 64 bits, or a damaged one.
struct bad_elf : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct elf_section {
  std::string_view name;
  std::uint32_t type;                ///< SHT_...
  std::uint32_t link, info;          ///< indices of other sections
  std::span<const std::byte> bytes;  ///< empty if the file has none
};

/// All sections, by their index. They refer to the file. Throws bad_elf; reads nothing outside the
/// file.
std::vector<elf_section> elf_sections(std::span<const std::byte> file);

/// The string that begins there in a table of strings; empty if none does.
std::string_view elf_string(std::span<const std::byte> table, std::uint64_t at);

/// A part of a file. Throws bad_elf if it does not lie in the file.
inline std::span<const std::byte> elf_part(std::span<const std::byte> file, std::uint64_t at,
                                           std::uint64_t size) {
  if (at > file.size() || size > file.size() - at) throw bad_elf("a part lies outside the file");
  return file.subspan(at, size);
}

/// The value of T that begins there. Throws bad_elf as elf_part() does.
template <class T>
T elf_value(std::span<const std::byte> bytes, std::uint64_t at) {
  static_assert(std::is_trivially_copyable_v<T>);
  T value;
  std::memcpy(&value, elf_part(bytes, at, sizeof value).data(), sizeof value);
  return value;
}

}  // namespace codag::harness
