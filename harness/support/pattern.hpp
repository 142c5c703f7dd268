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

/// Thrown if a text is not a regular expression. what() gives the reason.
struct bad_pattern : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class pattern {
 public:
  /// Throws bad_pattern.
  explicit pattern(const std::string& text) {
    if (text.size() > longest) throw bad_pattern("it is longer than 1000 characters");
    if (const int error = regcomp(compiled_.get(), text.c_str(), REG_EXTENDED | REG_NOSUB)) {
      char why[128] = {};
      regerror(error, compiled_.get(), why, sizeof why);
      throw bad_pattern(why);
    }
    ready_.reset(compiled_.get());
  }

  /// Whether the pattern matches any part of `text`.
  [[nodiscard]] bool finds(const std::string& text) const {
    return regexec(compiled_.get(), text.c_str(), 0, nullptr, 0) == 0;
  }

 private:
  static constexpr std::size_t longest = 1000;
  struct freed {
    void operator()(regex_t* r) const { regfree(r); }
  };
  std::unique_ptr<regex_t> compiled_ = std::make_unique<regex_t>();
  std::unique_ptr<regex_t, freed> ready_;  // owns what regcomp() allocated, once it has succeeded
};

}  // namespace codag::harness
