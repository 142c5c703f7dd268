// Reading the machine code of programs: what changes a digest and what does not, and damaged files.
#include "harness/code/machine_code.hpp"

#include <elf.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

namespace codag::harness {
namespace {

namespace fs = std::filesystem;

template <class T>
void append(std::string& to, const T& value) {
  to.append(reinterpret_cast<const char*>(&value), sizeof value);
}

struct made_section {
  std::string name, bytes;
  std::uint32_t type = SHT_PROGBITS, link = 0, info = 0;
};

/// An ELF file of these sections; the first of them has the index 1.
std::string elf_of(const std::vector<made_section>& sections) {
  std::string names(1, '\0'), contents;
  std::vector<Elf64_Shdr> headers(1);
  for (const made_section& one : sections) {
    Elf64_Shdr header{};
    header.sh_name = static_cast<Elf64_Word>(names.size());
    header.sh_type = one.type;
    header.sh_link = one.link;
    header.sh_info = one.info;
    header.sh_offset = sizeof(Elf64_Ehdr) + contents.size();
    header.sh_size = one.bytes.size();
    headers.push_back(header);
    names += one.name + '\0';
    contents += one.bytes;
  }
  Elf64_Shdr header{};
  header.sh_type = SHT_STRTAB;
  header.sh_offset = sizeof(Elf64_Ehdr) + contents.size();
  header.sh_size = names.size();
  headers.push_back(header);
  contents += names;
  Elf64_Ehdr begin{};
  std::memcpy(begin.e_ident, ELFMAG, SELFMAG);
  begin.e_ident[EI_CLASS] = ELFCLASS64;
  begin.e_ident[EI_DATA] = ELFDATA2LSB;
  begin.e_shoff = sizeof begin + contents.size();
  begin.e_shentsize = sizeof(Elf64_Shdr);
  begin.e_shnum = static_cast<Elf64_Half>(headers.size());
  begin.e_shstrndx = static_cast<Elf64_Half>(headers.size() - 1);
  std::string file;
  append(file, begin);
  file += contents;
  for (const Elf64_Shdr& one : headers) append(file, one);
  return file;
}

/// What differs between the programs of these tests.
struct made_code {
  std::string kernel = "instructions", other = "others", called = "function";
  std::string constants = "for all", own_constants = "for the kernel", others_constants = "no";
  std::string lines = "source lines";
  std::uint64_t called_at = 8;
};

std::string cubin_of(const made_code& code) {
  const std::string strings = std::string("\0callee\0", 8);
  Elf64_Sym callee{};
  callee.st_name = 1;
  callee.st_shndx = 3;
  std::string symbols(sizeof(Elf64_Sym), '\0'), relocations;
  append(symbols, callee);
  append(relocations, Elf64_Rela{code.called_at, ELF64_R_INFO(1, 2), 0});
  return elf_of({{".text.kernel", code.kernel},
                 {".text.other", code.other},
                 {".text.callee", code.called},
                 {".strtab", strings, SHT_STRTAB},
                 {".symtab", symbols, SHT_SYMTAB, 4},
                 {".rela.text.kernel", relocations, SHT_RELA, 5, 1},
                 {".nv.constant3", code.constants},
                 {".nv.constant2.kernel", code.own_constants},
                 {".nv.constant2.other", code.others_constants},
                 {".debug_line", code.lines}});
}

struct made_entry {
  std::string contents;
  std::uint16_t kind = 2;  // a cubin
  std::uint32_t architecture = 90;
  std::uint64_t flags = 0;
};

std::string container_of(const std::vector<made_entry>& entries) {
  std::string body;
  for (const made_entry& one : entries) {
    std::string header(64, '\0');
    const std::uint32_t header_bytes = 64;
    const std::uint64_t size = one.contents.size();
    std::memcpy(header.data(), &one.kind, sizeof one.kind);
    std::memcpy(header.data() + 4, &header_bytes, sizeof header_bytes);
    std::memcpy(header.data() + 8, &size, sizeof size);
    std::memcpy(header.data() + 28, &one.architecture, sizeof one.architecture);
    std::memcpy(header.data() + 40, &one.flags, sizeof one.flags);
    body += header + one.contents;
  }
  std::string container;
  append(container, std::uint32_t{0xba55ed50});
  append(container, std::uint16_t{1});
  append(container, std::uint16_t{16});
  append(container, std::uint64_t{body.size()});
  container += body;
  container.resize((container.size() + 7) / 8 * 8);
  return container;
}

std::string program_of(const std::string& containers) {
  return elf_of({{".text", "the host's"}, {".nv_fatbin", containers}});
}

class machine_code_test : public testing::Test {
 protected:
  machine_code_test()
      : folder_(fs::temp_directory_path() / ("machine_code_" + std::to_string(getpid()))) {
    fs::create_directory(folder_);
  }
  ~machine_code_test() override { fs::remove_all(folder_); }

  fs::path written(const std::string& bytes) {
    const fs::path file = folder_ / std::to_string(files_++);  // one that is read must not change
    std::ofstream(file, std::ios::binary) << bytes;
    return file;
  }
  machine_code read(const std::vector<made_entry>& entries) {
    return machine_code(written(program_of(container_of(entries))));
  }
  std::string digest(const made_code& code, const std::string& symbol = "kernel") {
    return read({{cubin_of(code)}}).digest(90, symbol).value_or("none");
  }
  std::string refusal(const std::string& bytes) {
    try {
      const machine_code its(written(bytes));
    } catch (const no_machine_code& why) {
      return why.what();
    }
    return "";
  }

  fs::path folder_;
  int files_ = 0;
};

TEST_F(machine_code_test, a_digest_has_16_digits_and_is_the_same_each_time) {
  const std::string its = digest({});
  EXPECT_EQ(its.size(), 16u);
  EXPECT_EQ(its.find_first_not_of("0123456789abcdef"), std::string::npos) << its;
  EXPECT_EQ(digest({}), its);
  EXPECT_NE(digest({}, "other"), its);
  EXPECT_EQ(digest({}, "unknown"), "none");
}

TEST_F(machine_code_test, instructions_calls_and_constants_change_it_and_nothing_else_does) {
  const std::string its = digest({});
  EXPECT_NE(digest({.kernel = "instructionz"}), its);
  EXPECT_NE(digest({.called = "functioo"}), its) << "of a function that the kernel calls";
  EXPECT_NE(digest({.called_at = 16}), its) << "the call's place";
  EXPECT_NE(digest({.constants = "for alm"}), its);
  EXPECT_NE(digest({.own_constants = "for the kernek"}), its);
  EXPECT_EQ(digest({.other = "other instructions"}), its);
  EXPECT_EQ(digest({.others_constants = "yes"}), its);
  EXPECT_EQ(digest({.lines = "a comment was added above"}), its);
  EXPECT_EQ(digest({.called = "functioo"}, "other"), digest({}, "other")) << "it calls nothing";
}

TEST_F(machine_code_test, architectures_are_apart) {
  const machine_code both = read({{cubin_of({}), 2, 80}, {cubin_of({.kernel = "x"}), 2, 90}});
  ASSERT_TRUE(both.digest(80, "kernel"));
  EXPECT_NE(both.digest(80, "kernel"), both.digest(90, "kernel"));
  EXPECT_FALSE(both.digest(70, "kernel"));
  EXPECT_EQ(both.digests().size(), 6u) << "three functions of each";
  EXPECT_EQ(both.digests().at({80, "kernel"}), both.digest(80, "kernel"));
}

TEST_F(machine_code_test, ptx_and_other_files_of_the_source_are_passed_over) {
  const std::string one = container_of({{"ptx", 1}, {cubin_of({})}, {"more ptx", 1}});
  const std::string empty = container_of({}), same = container_of({{cubin_of({})}});
  const machine_code its(written(program_of(one + std::string(8, '\0') + empty + same)));
  EXPECT_EQ(its.digest(90, "kernel"), digest({}));
}

TEST_F(machine_code_test, two_kernels_of_one_name_change_the_digest_if_either_does) {
  const auto of = [&](const std::string& a, const std::string& b) {
    return read({{cubin_of({.kernel = a})}, {cubin_of({.kernel = b})}}).digest(90, "kernel");
  };
  EXPECT_NE(of("a", "b"), of("a", "c"));
  EXPECT_NE(of("a", "b"), of("b", "b"));
  EXPECT_EQ(of("a", "b"), of("b", "a"));
}

TEST_F(machine_code_test, what_is_no_program_with_cubins_is_refused_with_the_reason) {
  EXPECT_EQ(refusal(""), "this is no ELF file of 64 bits");
  EXPECT_EQ(refusal("{\"codag\": 1}"), "this is no ELF file of 64 bits");
  EXPECT_EQ(refusal(elf_of({{".text", "x"}})), "it has no machine code for a GPU");
  EXPECT_EQ(refusal(program_of(container_of({{"ptx", 1}}))), "it has no machine code for a GPU");
  for (const std::uint64_t flag : {0x2000, 0x8000})
    EXPECT_EQ(refusal(program_of(container_of({{cubin_of({}), 2, 90, flag}}))),
              "its cubins are compressed; build it with nvcc -no-compress");
  EXPECT_THROW(machine_code its(folder_), no_machine_code);
  EXPECT_THROW(machine_code its(folder_ / "absent"), no_machine_code);
}

TEST_F(machine_code_test, no_byte_outside_a_damaged_file_is_read) {
  const std::string whole = program_of(container_of({{cubin_of({})}, {"ptx", 1}}));
  const auto try_to_read = [&](const std::string& bytes) {
    try {
      const machine_code its(written(bytes));
      EXPECT_FALSE(its.digests().empty());
    } catch (const no_machine_code&) {
    }
  };
  // AddressSanitizer does not guard mapped memory, but a page after the file ends the process.
  for (std::size_t size = 0; size < whole.size(); size += 17) try_to_read(whole.substr(0, size));
  for (std::size_t at = 0; at < whole.size(); at += 5)
    for (const char byte : {'\xff', '\x01'}) {
      std::string damaged = whole;
      damaged[at] = byte;
      try_to_read(damaged);
    }
}

TEST_F(machine_code_test, this_program_is_read_once) {
  // A program without CUDA has none, and says so each time.
  for (int i = 0; i < 2; ++i) EXPECT_THROW(machine_code::of_this_program(), no_machine_code);
}

}  // namespace
}  // namespace codag::harness
