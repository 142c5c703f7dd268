#include "harness/support/pattern.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <vector>

namespace codag::harness {
namespace {

constexpr std::size_t longest = 1000, most_nodes = 2000;

bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

/// Counts the nodes of the tree that the C library makes of an expression. It copies what `+`
/// repeats, so thirty nested ones take all memory. For a text that is no expression the count may
/// be any number; regcomp() refuses it.
class node_count {
 public:
  explicit node_count(std::string_view text) : text_(text) {}

  /// Throws bad_pattern if there are more than most_nodes, a counted repetition or a
  /// back-reference.
  void check() {
    while (at_ < text_.size()) {
      take();
      if (groups_.back().before + groups_.back().last > most_nodes)
        throw bad_pattern("it repeats a repeated part too often");
    }
  }

 private:
  /// The nodes of a group so far: of its last part, which a repetition applies to, and before it.
  struct group {
    std::size_t before = 0, last = 0;
  };

  void take() {
    const char c = text_[at_++];
    std::size_t& last = groups_.back().last;
    if (c == '(') {
      groups_.emplace_back();
    } else if (c == ')' && groups_.size() > 1) {
      const group closed = groups_.back();
      groups_.pop_back();
      part(closed.before + closed.last + 1);
    } else if (c == '*' || c == '?') {
      ++last;
    } else if (c == '+') {
      last = 2 * last + 1;
    } else if (c == '{') {
      throw bad_pattern("it counts repetitions with {}; write \\{ for a brace");
    } else {
      if (c == '[') skip_bracket();
      if (c == '\\') skip_escaped();
      part(1);
    }
  }

  void part(std::size_t nodes) {
    group& in = groups_.back();
    in.before += in.last;
    in.last = nodes;
  }

  void skip_escaped() {
    if (at_ < text_.size() && is_digit(text_[at_]))
      throw bad_pattern(std::string("it refers back to a group with \\") + text_[at_]);
    ++at_;
  }

  /// Skips the rest of "[...]", in which "]" may be the first character, and "[:alpha:]" an
  /// element.
  void skip_bracket() {
    if (at_ < text_.size() && text_[at_] == '^') ++at_;
    for (bool first = true; at_ < text_.size(); first = false) {
      const char c = text_[at_++];
      if (c == ']' && !first) return;
      const char kind = c == '[' && at_ < text_.size() ? text_[at_] : '\0';
      if (kind != ':' && kind != '.' && kind != '=') continue;
      const std::size_t end = text_.find(std::string{kind, ']'}, at_ + 1);
      at_ = end == std::string_view::npos ? text_.size() : end + 2;
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<group> groups_ = std::vector<group>(1);
};

}  // namespace

pattern::pattern(const std::string& text) {
  if (text.size() > longest) throw bad_pattern("it is longer than 1000 characters");
  node_count(text).check();
  if (const int error = regcomp(compiled_.get(), text.c_str(), REG_EXTENDED | REG_NOSUB)) {
    char why[128] = {};
    regerror(error, compiled_.get(), why, sizeof why);
    throw bad_pattern(why);
  }
  ready_.reset(compiled_.get());
}

bool pattern::finds(const std::string& text) const {
  return regexec(compiled_.get(), text.c_str(), 0, nullptr, 0) == 0;
}

}  // namespace codag::harness
