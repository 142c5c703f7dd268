// "source_code": functions in C, with comments, indentation by tabs and braces that match. Names of
// functions, fields and constants follow Zipf's law, and local variables are the same few
// everywhere.
#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "datasets/generator/synthetic.hpp"
#include "datasets/generator/text_column.hpp"
#include "datasets/generator/vocabulary.hpp"
#include "datasets/generator/zipf_law.hpp"

namespace codag::datasets {
namespace {

constexpr std::array<std::string_view, 8> c_types = {
    "int ", "size_t ", "bool ", "char *", "uint8_t ", "struct node *", "u32 ", "const char *"};
constexpr std::array<std::string_view, 10> c_locals = {"ret", "i",   "len", "p",    "n",
                                                       "buf", "err", "ctx", "next", "flags"};
constexpr std::array<std::string_view, 6> c_comparisons = {
    " == ", " < ", " != ", " > ", " & ", " >= "};

/// The names that all functions of a column use, and the words of their comments.
class c_names {
 public:
  explicit c_names(std::uint64_t seed) : words_(seed) {
    random r(seed);
    const auto any = [&] { return words_.text(r.between(64, 2000)); };
    for (std::uint64_t n = 0; n < count; ++n)
      names_.push_back(r.chance(700) ? joined({any(), "_", any()}) : any());
  }

  [[nodiscard]] const std::string& name(random& r) const { return names_[law_.draw(r)]; }

  [[nodiscard]] std::string constant(random& r) const {
    std::string text = name(r);
    for (char& c : text)
      if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    return text;
  }

  /// Three to nine words.
  [[nodiscard]] std::string comment(random& r) const {
    std::uint64_t word = words_.draw(r);
    std::string text = words_.text(word);
    for (std::uint64_t n = r.between(2, 8); n > 0; --n) {
      word = words_.follow(r, word);
      text += joined({" ", words_.text(word)});
    }
    return text;
  }

 private:
  static constexpr std::uint64_t count = 4096;

  vocabulary words_;
  zipf_law law_ = zipf_law(count, 100);
  std::vector<std::string> names_;
};

/// Writes functions.
class function_writer {
 public:
  function_writer(random& r, const c_names& names) : r_(r), names_(names) {}

  std::string function() {
    text_.clear();
    if (r_.chance(400)) line(0, joined({"/* ", names_.comment(r_), ". */"}));
    line(0, joined({"static ", any(c_types), names_.name(r_), "(", any(c_types), any(c_locals),
                    ", ", any(c_types), names_.name(r_), ")"}));
    line(0, "{");
    for (std::uint64_t n = r_.between(1, 3); n > 0; --n)
      line(1, joined({any(c_types), any(c_locals), " = ", value(), ";"}));
    line(0, "");
    statements(1, r_.between(2, 12));
    line(1, joined({"return ", any(c_locals), ";"}));
    line(0, "}");
    line(0, "");
    return std::move(text_);
  }

 private:
  template <std::size_t count>
  std::string_view any(const std::array<std::string_view, count>& of) {
    return of.at(r_.below(count));
  }

  void line(std::size_t depth, std::string_view code) {
    text_.append(depth, '\t').append(code).append(1, '\n');
  }

  std::string value() {
    const std::uint64_t kind = r_.below(10);
    if (kind < 3) return std::string(any(c_locals));
    if (kind < 5) return joined({any(c_locals), "->", names_.name(r_)});
    if (kind < 7) return names_.constant(r_);
    if (kind < 8) return joined({"sizeof(*", any(c_locals), ")"});
    return std::to_string(r_.below(std::uint64_t{1} << r_.below(12)));
  }

  std::string call() {
    std::string text = joined({names_.name(r_), "(", value()});
    for (std::uint64_t n = r_.below(3); n > 0; --n) text += joined({", ", value()});
    return text += ")";
  }

  void statements(std::size_t depth, std::uint64_t count) {
    constexpr std::size_t deepest = 4;
    for (; count > 0; --count) {
      const std::uint64_t kind = r_.below(100);
      if (kind < 30 && depth < deepest)
        block(depth, kind);
      else if (kind < 60)
        line(depth, joined({any(c_locals), " = ", call(), ";"}));
      else if (kind < 75)
        line(depth, joined({any(c_locals), "->", names_.name(r_), " = ", value(), ";"}));
      else if (kind < 90)
        line(depth, joined({call(), ";"}));
      else
        line(depth, joined({"/* ", names_.comment(r_), " */"}));
    }
  }

  /// A loop or a condition, with what it does.
  void block(std::size_t depth, std::uint64_t kind) {
    if (kind < 8)
      line(depth, joined({"for (i = 0; i < ", value(), "; i++) {"}));
    else if (kind < 12)
      line(depth, joined({"while (", any(c_locals), any(c_comparisons), value(), ") {"}));
    else
      line(depth, joined({"if (", value(), any(c_comparisons), value(), ") {"}));
    statements(depth + 1, r_.between(1, 4));
    line(depth, "}");
  }

  random& r_;
  const c_names& names_;
  std::string text_;
};

block_writer prepare_source_code(const column_request& asked) {
  return write_text(
      [names = std::make_shared<const c_names>(asked.seed)](random& r, std::uint64_t) {
        function_writer writer(r, *names);
        return lines_of_block([&] { return writer.function(); });
      });
}

}  // namespace

generator source_code_generator() {
  return {.name = "source_code",
          .description = "functions in C, with comments and indentation",
          .type = element_type::uint8,
          .prepare = prepare_source_code};
}

}  // namespace codag::datasets
