#include "harness/code/elf_sections.hpp"

#include <elf.h>

#include <algorithm>
#include <cstring>

namespace codag::harness {

std::string_view elf_string(std::span<const std::byte> table, std::uint64_t at) {
  if (at >= table.size()) return {};
  const auto begin = table.begin() + static_cast<std::ptrdiff_t>(at);
  const auto end = std::find(begin, table.end(), std::byte{0});
  return {reinterpret_cast<const char*>(&*begin), static_cast<std::size_t>(end - begin)};
}

std::vector<elf_section> elf_sections(std::span<const std::byte> file) {
  if (file.size() < sizeof(Elf64_Ehdr) || std::memcmp(file.data(), ELFMAG, SELFMAG) != 0 ||
      file[EI_CLASS] != std::byte{ELFCLASS64} || file[EI_DATA] != std::byte{ELFDATA2LSB})
    throw bad_elf("this is no ELF file of 64 bits");
  const auto header = elf_value<Elf64_Ehdr>(file, 0);
  if (header.e_shentsize != sizeof(Elf64_Shdr)) throw bad_elf("its table of sections is damaged");
  std::vector<Elf64_Shdr> headers;
  std::uint64_t count = header.e_shnum;
  // A file of 65,280 sections or more keeps their number in the first one.
  if (count == 0 && header.e_shoff != 0)
    count = elf_value<Elf64_Shdr>(file, header.e_shoff).sh_size;
  if (count > file.size() / sizeof(Elf64_Shdr)) throw bad_elf("its table of sections is damaged");
  for (std::uint64_t i = 0; i < count; ++i)
    headers.push_back(elf_value<Elf64_Shdr>(file, header.e_shoff + i * sizeof(Elf64_Shdr)));
  const std::uint64_t names =
      header.e_shstrndx == SHN_XINDEX && count > 0 ? headers[0].sh_link : header.e_shstrndx;
  std::vector<elf_section> sections;
  for (const Elf64_Shdr& h : headers) {
    const bool in_file = h.sh_type != SHT_NOBITS && h.sh_type != SHT_NULL;
    sections.push_back(
        {.name = {},
         .type = h.sh_type,
         .link = h.sh_link,
         .info = h.sh_info,
         .bytes = in_file ? elf_part(file, h.sh_offset, h.sh_size) : std::span<const std::byte>()});
  }
  if (names < count)
    for (std::uint64_t i = 0; i < count; ++i)
      sections[i].name = elf_string(sections[names].bytes, headers[i].sh_name);
  return sections;
}

}  // namespace codag::harness
