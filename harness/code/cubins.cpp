#include "harness/code/cubins.hpp"

#include <algorithm>
#include <cstdint>

#include "harness/code/elf_sections.hpp"
#include "harness/code/machine_code.hpp"

namespace codag::harness {
namespace {

// What nvcc 12.4 and 13.0 write, with or without -no-compress, shows this. The section consists of
// containers, each aligned to 8 bytes:
//   0  u32  0xba55ed50
//   4  u16  1
//   6  u16  the bytes of this header, 16
//   8  u64  the bytes of the entries that follow
// An entry is:
//   0  u16  what it is: 1 PTX, 2 a cubin
//   4  u32  the bytes of its header
//   8  u64  the bytes of its contents, which follow
//   28 u32  the architecture
//   40 u64  flags
constexpr std::uint32_t magic = 0xba55ed50;
constexpr std::uint64_t container_header = 16, entry_header = 64, alignment = 8;
constexpr std::uint16_t is_cubin = 2;
constexpr std::uint64_t compressed_by_lz4 = 0x2000, compressed_by_zstd = 0x8000;

[[noreturn]] void damaged() {
  throw no_machine_code("its section .nv_fatbin has another form than that of CUDA 12 and 13");
}

/// The cubins of one container's entries.
void add_cubins(std::vector<cubin>& all, std::span<const std::byte> entries) {
  while (!entries.empty()) {
    if (entries.size() < entry_header) damaged();
    const auto header = elf_value<std::uint32_t>(entries, 4);
    const auto size = elf_value<std::uint64_t>(entries, 8);
    if (header < entry_header || header > entries.size() || size > entries.size() - header)
      damaged();
    if (elf_value<std::uint16_t>(entries, 0) == is_cubin) {
      if ((elf_value<std::uint64_t>(entries, 40) & (compressed_by_lz4 | compressed_by_zstd)) != 0)
        throw no_machine_code("its cubins are compressed; build it with nvcc -no-compress");
      all.push_back({elf_value<std::uint32_t>(entries, 28), entries.subspan(header, size)});
    }
    entries = entries.subspan(header + size);
  }
}

}  // namespace

std::vector<cubin> cubins_in(std::span<const std::byte> section) {
  std::vector<cubin> all;
  while (section.size() >= container_header) {
    if (elf_value<std::uint32_t>(section, 0) == 0) {  // between two containers
      section = section.subspan(alignment);
      continue;
    }
    const auto header = elf_value<std::uint16_t>(section, 6);
    const auto size = elf_value<std::uint64_t>(section, 8);
    if (elf_value<std::uint32_t>(section, 0) != magic || header < container_header ||
        header > section.size() || size > section.size() - header)
      damaged();
    add_cubins(all, section.subspan(header, size));
    const std::uint64_t whole = (header + size + alignment - 1) / alignment * alignment;
    section = section.subspan(std::min<std::uint64_t>(whole, section.size()));
  }
  return all;
}

}  // namespace codag::harness
