// Typed access to a JSON value together with its file and pointer, for errors that name the place.
#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "datasets/bad_input.hpp"
#include "datasets/shown_text.hpp"
#include "harness/support/nearest_name.hpp"

namespace codag::harness {

/// A value as JSON on one line. Control characters are escaped, and bytes that are not valid UTF-8
/// are replaced.
inline std::string on_one_line(const nlohmann::json& value) {
  return value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// The beginning of a value on one line, for a message.
inline std::string shown(const nlohmann::json& value) {
  return datasets::one_line(datasets::beginning_of(on_one_line(value)));
}

/// The value as an integer from 0 to 2^64 - 1, if it is one. 4096, 4096.0 and 4.096e3 are all
/// accepted, because JSON Schema calls all three an integer.
inline std::optional<std::uint64_t> whole_number(const nlohmann::json& value) {
  if (value.is_number_unsigned()) return value.get<std::uint64_t>();
  if (!value.is_number()) return std::nullopt;
  const auto real = value.get<double>();
  if (real < 0 || real >= std::ldexp(1.0, 64) || real != std::floor(real)) return std::nullopt;
  return static_cast<std::uint64_t>(real);
}

/// A value of a config and its place. It refers to the JSON document, which must outlive it.
class placed_json {
 public:
  using pointer = nlohmann::json::json_pointer;
  /// Keys of a document whose values come from an option of the command line: key -> option.
  using options = std::map<std::string, std::string>;

  placed_json(const nlohmann::json& value, std::string file, pointer at = pointer())
      : value_(value), file_(std::move(file)), pointer_(std::move(at)) {}
  /// A whole document. The place of a value that an option has put there is the option.
  placed_json(const nlohmann::json& document, std::string file, options given)
      : value_(document), file_(std::move(file)), given_(std::move(given)) {}

  /// The JSON value.
  [[nodiscard]] const nlohmann::json& value() const { return value_; }

  /// "configs/quick.json: /variants/1"; the pointer to the whole file is shown as "/". What an
  /// option gives as a whole has no pointer: "--codec rle".
  [[nodiscard]] std::string place() const {
    if (pointer_.empty() && file_.starts_with("--")) return file_;
    const std::string text = on_one_line(pointer_.empty() ? "/" : pointer_.to_string());
    const std::string unquoted = text.substr(1, text.size() - 2);
    return file_ + ": " + datasets::one_line(datasets::beginning_of(unquoted));
  }

  /// Throws datasets::bad_input: the place, then `what`.
  [[noreturn]] void fail(const std::string& what) const {
    throw datasets::bad_input(place() + ": " + what);
  }

  /// Whether the value is an object with that key.
  [[nodiscard]] bool has(const char* key) const { return value_.contains(key); }

  /// The value under a key. Fails if there is none, with `remedy` appended to the error.
  [[nodiscard]] placed_json at(const std::string& key, const std::string& remedy = "") const {
    if (!value_.contains(key)) fail("\"" + key + "\" is missing" + remedy);
    if (const auto option = given_.find(key); option != given_.end())
      return {value_[key], option->second};
    return {value_[key], file_, pointer_ / key};
  }

  /// The list's elements. Fails unless the value is a non-empty list without duplicates.
  [[nodiscard]] std::vector<placed_json> elements() const {
    if (!value_.is_array()) expected("a list");
    if (value_.empty()) fail("the list is empty; name at least one");
    std::vector<placed_json> all;
    std::set<std::reference_wrapper<const nlohmann::json>, std::less<nlohmann::json>> seen;
    for (std::size_t i = 0; i < value_.size(); ++i) {
      all.emplace_back(value_[i], file_, pointer_ / i);
      if (!seen.insert(value_[i]).second) all.back().fail("appears twice in the list");
    }
    return all;
  }

  /// Fails unless the value is an object with no other keys than these.
  void only_keys(const std::vector<std::string>& known) const {
    if (!value_.is_object()) expected("an object");
    for (const auto& [key, child] : value_.items())
      if (std::find(known.begin(), known.end(), key) == known.end())
        placed_json(child, file_, pointer_ / key).fail("unknown key" + expected_names(key, known));
  }

  /// The value as a string.
  [[nodiscard]] std::string text() const {
    if (!value_.is_string()) expected("a string");
    return value_.get<std::string>();
  }

  /// The value as a string, which must be one of `known`. `what` describes the names: "codec".
  [[nodiscard]] std::string name_of(const char* what, const std::vector<std::string>& known) const {
    std::string name = text();
    if (std::find(known.begin(), known.end(), name) == known.end())
      fail(std::string("unknown ") + what + " " + shown(name) + expected_names(name, known));
    return name;
  }

  /// The value as a number from low to high.
  [[nodiscard]] double number(double low, double high) const {
    if (!value_.is_number()) expected("a number");
    const auto v = value_.get<double>();
    if (!(v >= low && v <= high))
      expected("a number from " + on_one_line(low) + " to " + on_one_line(high));
    return v;
  }

  /// The value as a whole number from low to high.
  [[nodiscard]] std::uint64_t whole(std::uint64_t low, std::uint64_t high) const {
    const auto v = whole_number(value_);
    if (!v || *v < low || *v > high)
      expected("a whole number from " + std::to_string(low) + " to " + std::to_string(high));
    return *v;
  }

  /// The value as a Boolean.
  [[nodiscard]] bool truth() const {
    if (!value_.is_boolean()) expected("true or false");
    return value_.get<bool>();
  }

  /// Fails with a message that names the expected and the actual value.
  [[noreturn]] void expected(const std::string& what) const {
    const bool is_long = value_.is_structured();
    fail("expected " + what + ", found " +
         (is_long ? std::string("an ") + value_.type_name() : shown(value_)));
  }

 private:
  const nlohmann::json& value_;
  std::string file_;
  pointer pointer_;
  options given_;
};

}  // namespace codag::harness
