// POSIX extended regular expressions, as users type them.
//
// They use the C library. std::regex recurses per character, so a long expression overflows the
// stack, and its templates take 20 seconds per file to compile under the sanitizers.
#pragma once

#include <regex.h>

#include <memory>
#include <stdexcept>
#include <string>

namespace codag::harness {

/// Thrown if a text is not a regular expression that can be used. what() gives the reason.
struct bad_pattern : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// An expression of at most 1000 characters. What the C library may take exponential time or memory
/// for is refused: back-references (`\1`), counted repetitions (`a{9}`), and many nested `+`, as in
/// `((a+)+)+...`.
class pattern {
 public:
  /// Throws bad_pattern.
  explicit pattern(const std::string& text);

  /// Whether the pattern matches any part of `text`.
  [[nodiscard]] bool finds(const std::string& text) const;

 private:
  struct freed {
    void operator()(regex_t* r) const { regfree(r); }
  };
  std::unique_ptr<regex_t> compiled_ = std::make_unique<regex_t>();
  std::unique_ptr<regex_t, freed> ready_;  // owns what regcomp() allocated, once it has succeeded
};

}  // namespace codag::harness
