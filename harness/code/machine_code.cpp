#include "harness/code/machine_code.hpp"

#include <elf.h>
#include <fcntl.h>
#include <openssl/evp.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <set>

#include "harness/code/cubins.hpp"
#include "harness/code/elf_sections.hpp"

namespace codag::harness {
namespace {

constexpr std::string_view code_prefix = ".text.";

/// A SHA-256 of parts, each with its length, so that no two lists of parts are the same bytes.
class hash {
 public:
  hash() { EVP_DigestInit_ex(context_, EVP_sha256(), nullptr); }
  ~hash() { EVP_MD_CTX_free(context_); }
  hash(const hash&) = delete;
  hash& operator=(const hash&) = delete;

  void add(std::span<const std::byte> bytes) {
    const std::uint64_t size = bytes.size();
    EVP_DigestUpdate(context_, &size, sizeof size);
    EVP_DigestUpdate(context_, bytes.data(), bytes.size());
  }
  void add(std::string_view text) { add(std::as_bytes(std::span(text))); }
  void add(std::uint64_t number) { add(std::as_bytes(std::span(&number, 1))); }

  /// The first 16 hexadecimal digits.
  std::string digits() {
    unsigned char bytes[EVP_MAX_MD_SIZE];
    EVP_DigestFinal_ex(context_, bytes, nullptr);
    std::string text;
    for (int i = 0; i < 8; ++i)
      for (const int digit : {bytes[i] >> 4, bytes[i] & 15}) text += "0123456789abcdef"[digit];
    return text;
  }

 private:
  EVP_MD_CTX* context_ = EVP_MD_CTX_new();
};

/// One cubin's code, what it refers to, and its constants.
class cubin_code {
 public:
  explicit cubin_code(std::span<const std::byte> elf) : sections_(elf_sections(elf)) {}

  /// Adds the section's instructions, and those of the functions that they call.
  void add_to(hash& all, std::size_t section) const {
    std::set<std::size_t> seen{section};
    std::vector<std::size_t> to_add{section};
    for (std::size_t i = 0; i < to_add.size(); ++i)
      add_section(all, to_add[i], [&](std::size_t called) {
        if (seen.insert(called).second) to_add.push_back(called);
      });
  }

  /// Adds the constants of the kernel, and those that all kernels of the cubin have.
  void add_constants(hash& all, std::string_view symbol) const {
    for (const elf_section& its : sections_) {
      const bool constants = its.name.starts_with(".nv.constant");
      if (!constants && its.name != ".nv.global.init") continue;
      // ".nv.constant2.SYMBOL": a symbol's own.
      const std::size_t dot = its.name.find('.', std::strlen(".nv.constant"));
      if (constants && dot != std::string_view::npos && its.name.substr(dot + 1) != symbol)
        continue;
      all.add(its.name);
      all.add(its.bytes);
    }
  }

 private:
  /// Adds the section's instructions and what they refer to. Calls calls(index) for each function.
  template <class Calls>
  void add_section(hash& all, std::size_t section, const Calls& calls) const {
    all.add(sections_[section].bytes);
    for (const elf_section& its : sections_) {
      const bool relocates = its.type == SHT_RELA || its.type == SHT_REL;
      if (!relocates || its.info != section || its.link >= sections_.size()) continue;
      const std::uint64_t step = its.type == SHT_RELA ? sizeof(Elf64_Rela) : sizeof(Elf64_Rel);
      for (std::uint64_t at = 0; at + step <= its.bytes.size(); at += step) {
        const auto rel = elf_value<Elf64_Rel>(its.bytes, at);
        all.add(rel.r_offset);
        all.add(ELF64_R_TYPE(rel.r_info));
        if (its.type == SHT_RELA)
          all.add(static_cast<std::uint64_t>(elf_value<Elf64_Rela>(its.bytes, at).r_addend));
        add_symbol(all, sections_[its.link], ELF64_R_SYM(rel.r_info), calls);
      }
    }
  }

  /// Adds what a relocation refers to, by its name and place.
  template <class Calls>
  void add_symbol(hash& all, const elf_section& symbols, std::uint64_t index,
                  const Calls& calls) const {
    const auto symbol = elf_value<Elf64_Sym>(symbols.bytes, index * sizeof(Elf64_Sym));
    if (symbols.link < sections_.size())
      all.add(elf_string(sections_[symbols.link].bytes, symbol.st_name));
    all.add(symbol.st_value);
    if (symbol.st_shndx < sections_.size() &&
        sections_[symbol.st_shndx].name.starts_with(code_prefix))
      calls(symbol.st_shndx);
  }

  std::vector<elf_section> sections_;
};

}  // namespace

/// A file in memory.
class machine_code::mapped_file {
 public:
  explicit mapped_file(const std::filesystem::path& path) {
    const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat facts {};
    if (file < 0 || fstat(file, &facts) != 0 || !S_ISREG(facts.st_mode)) {
      const int error = file < 0 ? errno : 0;
      if (file >= 0) close(file);
      throw no_machine_code(error != 0 ? std::strerror(error) : "it is no file");
    }
    size_ = static_cast<std::size_t>(facts.st_size);
    if (size_ > 0) memory_ = mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file, 0);
    close(file);
    if (memory_ == MAP_FAILED) throw no_machine_code(std::strerror(errno));
  }
  ~mapped_file() {
    if (size_ > 0) munmap(memory_, size_);
  }
  mapped_file(const mapped_file&) = delete;
  mapped_file& operator=(const mapped_file&) = delete;

  [[nodiscard]] std::span<const std::byte> bytes() const {
    return {static_cast<const std::byte*>(memory_), size_};
  }

 private:
  void* memory_ = nullptr;
  std::size_t size_ = 0;
};

machine_code::machine_code(const std::filesystem::path& program)
    : file_(std::make_shared<const mapped_file>(program)) {
  try {
    for (const elf_section& its : elf_sections(file_->bytes())) {
      if (its.name != ".nv_fatbin") continue;
      for (const cubin& one : cubins_in(its.bytes)) {
        const std::vector<elf_section> sections = elf_sections(one.elf);
        for (std::size_t i = 0; i < sections.size(); ++i)
          if (sections[i].name.starts_with(code_prefix))
            kernels_[{one.architecture, std::string(sections[i].name.substr(code_prefix.size()))}]
                .push_back({cubins_.size(), i});
        cubins_.push_back(one.elf);
      }
    }
  } catch (const bad_elf& why) {
    throw no_machine_code(why.what());
  }
  if (kernels_.empty()) throw no_machine_code("it has no machine code for a GPU");
}

const machine_code& machine_code::of_this_program() {
  static const machine_code its("/proc/self/exe");
  return its;
}

std::string machine_code::digest_at(const std::vector<place>& places) const {
  // A kernel that several files of the source have is in the program several times. It is the same
  // in each, unless it is a file's own.
  std::set<std::string> different;
  for (const place& at : places) {
    hash all;
    const cubin_code code(cubins_[at.cubin]);
    code.add_to(all, at.section);
    const std::string_view name = elf_sections(cubins_[at.cubin])[at.section].name;
    code.add_constants(all, name.substr(code_prefix.size()));
    different.insert(all.digits());
  }
  if (different.size() == 1) return *different.begin();
  hash all;
  for (const std::string& one : different) all.add(one);
  return all.digits();
}

std::optional<std::string> machine_code::digest(unsigned architecture,
                                                std::string_view symbol) const {
  const auto at = kernels_.find(std::pair(architecture, std::string(symbol)));
  if (at == kernels_.end()) return std::nullopt;
  try {
    return digest_at(at->second);
  } catch (const bad_elf& why) {
    throw no_machine_code(why.what());
  }
}

std::map<std::pair<unsigned, std::string>, std::string> machine_code::digests() const {
  std::map<std::pair<unsigned, std::string>, std::string> all;
  try {
    for (const auto& [kernel, places] : kernels_) all.emplace(kernel, digest_at(places));
  } catch (const bad_elf& why) {
    throw no_machine_code(why.what());
  }
  return all;
}

}  // namespace codag::harness
