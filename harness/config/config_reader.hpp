// Typed access to a JSON value that knows its file and pointer, for errors that name the place.
#pragma once

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/dataset.hpp"
#include "harness/config/nearest_name.hpp"

namespace codag::harness {

/// A value of a config and where it stands.
class placed_json {
 public:
  placed_json(const nlohmann::json& value, std::string file, std::string pointer = "")
      : value_(value), file_(std::move(file)), pointer_(std::move(pointer)) {}

  [[nodiscard]] const nlohmann::json& value() const { return value_; }
  [[nodiscard]] std::string place() const {
    return file_ + ": " + (pointer_.empty() ? "/" : pointer_);
  }
  [[noreturn]] void fail(const std::string& what) const {
    throw datasets::bad_input(place() + ": " + what);
  }

  [[nodiscard]] bool has(const char* key) const { return value_.contains(key); }
  [[nodiscard]] placed_json at(const std::string& key) const {
    if (!value_.contains(key)) fail("\"" + key + "\" is missing");
    return {value_[key], file_, pointer_ + "/" + key};
  }
  [[nodiscard]] std::vector<placed_json> elements() const {
    if (!value_.is_array()) fail(std::string("expected a list, found ") + value_.type_name());
    if (value_.empty()) fail("the list is empty; name at least one");
    std::vector<placed_json> all;
    for (std::size_t i = 0; i < value_.size(); ++i) {
      all.emplace_back(value_[i], file_, pointer_ + "/" + std::to_string(i));
      for (std::size_t k = 0; k < i; ++k)
        if (value_[k] == value_[i]) all.back().fail("stands twice in the list");
    }
    return all;
  }
  void only_keys(std::initializer_list<const char*> keys) const {
    if (!value_.is_object()) fail(std::string("expected an object, found ") + value_.type_name());
    const std::vector<std::string> known(keys.begin(), keys.end());
    for (const auto& [key, unused] : value_.items())
      if (std::find(known.begin(), known.end(), key) == known.end())
        placed_json(value_, file_, pointer_ + "/" + key)
            .fail("unknown key" + expected_names(key, known));
  }

  [[nodiscard]] std::string text() const {
    if (!value_.is_string()) fail(std::string("expected a string, found ") + value_.type_name());
    return value_.get<std::string>();
  }
  [[nodiscard]] std::string name_of(const char* what, const std::vector<std::string>& known) const {
    const std::string name = text();
    if (std::find(known.begin(), known.end(), name) == known.end())
      fail(std::string("unknown ") + what + " \"" + name + "\"" + expected_names(name, known));
    return name;
  }
  [[nodiscard]] double number(double low, double high) const {
    if (!value_.is_number()) fail(std::string("expected a number, found ") + value_.type_name());
    const auto v = value_.get<double>();
    if (!(v >= low && v <= high))
      fail("expected a number from " + nlohmann::json(low).dump() + " to " +
           nlohmann::json(high).dump() + ", found " + value_.dump());
    return v;
  }
  [[nodiscard]] std::uint64_t whole(std::uint64_t low, std::uint64_t high) const {
    if (!value_.is_number_unsigned() || value_.get<std::uint64_t>() < low ||
        value_.get<std::uint64_t>() > high)
      fail("expected a whole number from " + std::to_string(low) + " to " + std::to_string(high) +
           ", found " + value_.dump());
    return value_.get<std::uint64_t>();
  }
  [[nodiscard]] bool truth() const {
    if (!value_.is_boolean())
      fail(std::string("expected true or false, found ") + value_.type_name());
    return value_.get<bool>();
  }

 private:
  const nlohmann::json& value_;
  std::string file_, pointer_;
};

}  // namespace codag::harness
