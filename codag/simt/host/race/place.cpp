#include "codag/simt/host/race/place.hpp"

#include <elf.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <vector>

namespace codag::simt::host::race {
namespace {

/// Calls visit(info) for the program itself; shared libraries hold no kernels.
template <class Visit>
void visit_program(Visit visit) {
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* data) {
        (*static_cast<Visit*>(data))(*info);
        return 1;  // the program comes first
      },
      &visit);
}

/// Lines of "file:line", from the innermost inlined function outwards; "??:0" for what is unknown.
std::vector<std::string> inlined_lines(std::uintptr_t pc) {
  std::uintptr_t base = 0;
  visit_program([&](const dl_phdr_info& info) { base = info.dlpi_addr; });
  // A return address comes after the call that it belongs to.
  std::array<char, 96> command;
  std::snprintf(command.data(), command.size(), "addr2line -i -e /proc/%ld/exe 0x%lx 2>/dev/null",
                static_cast<long>(getpid()), static_cast<unsigned long>(pc - base - 1));
  const std::unique_ptr<FILE, int (*)(FILE*)> output(popen(command.data(), "r"), &pclose);
  std::vector<std::string> lines;
  if (output == nullptr) return lines;
  std::array<char, 4096> line;
  while (std::fgets(line.data(), line.size(), output.get()) != nullptr) {
    std::string text(line.data());
    text.resize(std::min({text.size(), text.find('\n'), text.find(" (discriminator")}));
    lines.push_back(std::move(text));
  }
  return lines;
}

/// Whether the line is a kernel's, and not the library's that it calls.
bool is_kernel_code(const std::string& line) {
  return !line.starts_with("??") && !line.starts_with("/usr/") &&
         line.find("codag/simt/host/") == std::string::npos;
}

/// The path as seen from the root of the source.
std::string from_root(const std::string& path) {
  const auto normal = std::filesystem::absolute(path).lexically_normal();
  const auto relative = normal.lexically_relative(CODAG_SOURCE_DIR);
  return (relative.empty() || relative.native().starts_with("..") ? normal : relative).string();
}

/// The line of the kernel's code, or the address if it is not found.
std::string look_up(std::uintptr_t pc) {
  const auto lines = inlined_lines(pc);
  const auto kernels = std::ranges::find_if(lines, is_kernel_code);
  if (kernels != lines.end()) return from_root(*kernels);
  std::array<char, 32> address;
  std::snprintf(address.data(), address.size(), "address 0x%lx", static_cast<unsigned long>(pc));
  return address.data();
}

}  // namespace

std::string place::text() const {
  if (file_ != nullptr)
    return from_root((std::filesystem::path(CODAG_BUILD_DIR) / file_).string()) + ":" +
           std::to_string(line_or_pc_);
  // addr2line takes a second for a large program.
  static std::map<std::uintptr_t, std::string> known;
  std::string& line = known[line_or_pc_];
  if (line.empty()) line = look_up(line_or_pc_);
  return line;
}

address_range read_only_image() {
  address_range range{~std::uintptr_t{0}, 0};
  visit_program([&](const dl_phdr_info& info) {
    for (unsigned i = 0; i < info.dlpi_phnum; ++i) {
      const auto& segment = info.dlpi_phdr[i];
      if (segment.p_type != PT_LOAD || (segment.p_flags & PF_W) != 0) continue;
      const std::uintptr_t begin = info.dlpi_addr + segment.p_vaddr;
      range.begin = std::min(range.begin, begin);
      range.end = std::max(range.end, begin + segment.p_memsz);
    }
  });
  return range;
}

}  // namespace codag::simt::host::race
