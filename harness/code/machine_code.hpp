// The machine code of a program's kernels, from the program's own file: no tool of the toolkit and
// no GPU is needed.
//
// nvcc puts the cubins of all architectures into the section .nv_fatbin. A cubin is an ELF file
// that has the code of a kernel in the section .text.SYMBOL (CUDA Binary Utilities). The container
// around the cubins has no specification; cubins.cpp says what is known of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace codag::harness {

/// Thrown where a program's machine code cannot be read; what() says why, with the remedy.
struct no_machine_code : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class machine_code {
 public:
  /// Reads the machine code of the program in that file. Throws no_machine_code: the file cannot be
  /// read, is no program, or has no cubins or damaged or compressed ones.
  explicit machine_code(const std::filesystem::path& program);

  /// The machine code of the program that is running. It is read once.
  static const machine_code& of_this_program();

  /// The digest of a kernel, by its symbol, for an architecture such as 90; null if the program has
  /// no machine code of it. Two digests are equal if the kernels have the same instructions and the
  /// same constants. It is the beginning of a SHA-256, in 16 hexadecimal digits.
  [[nodiscard]] std::optional<std::string> digest(unsigned architecture,
                                                  std::string_view symbol) const;

  /// The digests of all kernels of all architectures, by architecture and symbol.
  [[nodiscard]] std::map<std::pair<unsigned, std::string>, std::string> digests() const;

 private:
  class mapped_file;
  struct place {
    std::size_t cubin, section;
  };
  [[nodiscard]] std::string digest_at(const std::vector<place>& places) const;

  std::shared_ptr<const mapped_file> file_;
  std::vector<std::span<const std::byte>> cubins_;
  std::map<std::pair<unsigned, std::string>, std::vector<place>, std::less<>> kernels_;
};

}  // namespace codag::harness
