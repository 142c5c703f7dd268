#include "harness/report/report_shape.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "datasets/bad_input.hpp"
#include "datasets/shown_text.hpp"
#include "harness/report/case_reader.hpp"
#include "harness/report/dataset_digests.hpp"
#include "harness/report/shape/report_table.hpp"

namespace codag::harness {
namespace {

using nlohmann::json;

constexpr double largest = 1e30, smallest_rate = 1e-30;
constexpr double largest_count = 1ull << 53;

bool is(shape::base type, const json& value) {
  using enum shape::base;
  const double x = value.is_number() ? value.get<double>() : std::nan("");
  switch (type) {
    case any:
      return true;
    case nothing:
      return value.is_null();
    case text:
      return value.is_string();
    case name:
      return value.is_string() &&
             !datasets::has_control_character(value.get_ref<const std::string&>());
    case number:
    case amount:
      return x >= 0 && x <= largest;
    case real:
      return std::abs(x) <= largest;
    case rate:
      return x >= smallest_rate && x <= largest;
    case count:
      return x >= 0 && x <= largest_count && x == std::floor(x);
    case setting:
      return value.is_string() || std::abs(x) <= largest;
    case truth:
      return value.is_boolean();
    case object:
      return value.is_object();
    case list:
      return value.is_array();
  }
  return false;
}

std::string expected(shape::base type) {
  using enum shape::base;
  switch (type) {
    case any:
      break;
    case nothing:
      return "expected null";
    case text:
      return "expected a string";
    case name:
      return "expected a string without control characters";
    case number:
    case amount:
      return "expected a number from 0 to 1e30";
    case real:
      return "expected a number from -1e30 to 1e30";
    case rate:
      return "expected a number from 1e-30 to 1e30";
    case count:
      return "expected a whole number from 0 to 2^53";
    case setting:
      return "expected a number or a string";
    case truth:
      return "expected true or false";
    case object:
      return "expected an object";
    case list:
      return "expected a list";
  }
  return "expected another value";
}

const std::vector<shape::field>& fields_of_kind(const json& kind,
                                                const std::vector<shape::fields_of_kind>& all) {
  for (const auto& one : all)
    if (kind == one.kind) return one.fields;
  return all.back().fields;
}

/// A value of the report and its place, as a JSON pointer.
class placed {
 public:
  placed(const json& value, std::string place, const std::string& file)
      : value_(value), place_(std::move(place)), file_(file) {}

  [[nodiscard]] const json& value() const { return value_; }

  [[noreturn]] void fail(const std::string& what) const {
    throw datasets::bad_input(
        file_ + ": " + datasets::one_line(datasets::beginning_of(place_, 200)) + ": " + what);
  }

  /// The value under a key that is there.
  [[nodiscard]] placed at(const std::string& key) const {
    return {value_[key], place_ + (json::json_pointer() / key).to_string(), file_};
  }
  [[nodiscard]] placed at(std::size_t i) const {
    return {value_[i], place_ + "/" + std::to_string(i), file_};
  }

  /// Fails unless the object has these fields, and all that is read in them.
  void check(const std::vector<shape::field>& fields) const {
    for (const shape::field& f : fields) check_type(f);
    for (const shape::field& f : fields)
      if ((f.flags & shape::unread) == 0 && value_.contains(f.key)) at(f.key).check_inside(f.what);
  }

 private:
  static bool is_one(const json& value, const shape::field& f) {
    return (value.is_null() && (f.flags & (shape::null | shape::null_read)) != 0) ||
           is(f.what.is, value);
  }

  void check_type(const shape::field& f) const {
    if ((f.flags & shape::unread) != 0) return;
    const auto found = value_.find(f.key);
    if (found == value_.end()) {
      if ((f.flags & (shape::optional | shape::missing_read)) != 0) return;
      placed(value_, place_ + "/" + f.key, file_).fail("missing; the report is incomplete");
    }
    if (!is_one(*found, f)) at(f.key).fail(f.refusal.empty() ? expected(f.what.is) : f.refusal);
  }

  /// Checks what an object or a list has in it. Null has nothing.
  void check_inside(const shape::type& what) const {
    if (value_.is_null()) return;
    check(what.fields);
    if (!what.by_kind.empty()) check(fields_of_kind(value_["kind"], what.by_kind));
    if (what.each.empty() || (what.each[0].flags & shape::unread) != 0) return;
    if (value_.is_object())
      for (const auto& item : value_.items()) {
        if (std::ranges::count(what.fields, item.key(), &shape::field::key) > 0) continue;
        if (datasets::has_control_character(item.key()))
          at(item.key()).fail("the key has control characters");
        check_each(item.key(), item.value(), what.each[0]);
      }
    else
      for (std::size_t i = 0; i < value_.size(); ++i) check_each(i, value_[i], what.each[0]);
  }

  template <class Key>
  void check_each(const Key& key, const json& value, const shape::field& each) const {
    if (!is_one(value, each)) at(key).fail(expected(each.what.is));
    if (value.is_structured()) at(key).check_inside(each.what);
  }

  const json& value_;
  std::string place_;
  const std::string& file_;
};

/// Checks what the types of the keys do not say.
void check_cases(const placed& cases) {
  std::set<std::string> names;
  dataset_digests digests;
  bool microbenchmark = false;
  for (std::size_t i = 0; i < cases.value().size(); ++i) {
    const placed one = cases.at(i);
    if (!names.insert(one.value()["name"]).second)
      one.at("name").fail("is also the name of an earlier case; remove one of the two");
    if (const std::string difference = digests.difference(one.value()); !difference.empty())
      one.at("dataset").fail(difference + "; rows of different values are not one report");
    const bool is_one = kind_of(one.value()) == work_kind::microbenchmark;
    if (names.size() == 1) microbenchmark = is_one;
    if (is_one != microbenchmark)
      one.at("kind").fail("a report with a microbenchmark has no other cases");
  }
}

}  // namespace

void check_report_shape(const json& report, int version, const std::string& file) {
  const placed root(report, "", file);
  const placed schema(report, "/codag/schema_version", file);
  const json::json_pointer at("/codag/schema_version");
  if (!report.is_object() || !report.contains(at))
    schema.fail("missing; this is not a codag report");
  if (!report[at].is_number_integer())
    schema.fail("is " + datasets::one_line(datasets::beginning_of(report[at].dump())) +
                ", which is not written as a whole number; this is not a codag report");
  if (report[at] != version)
    schema.fail("is " + report[at].dump() + ", but this codag reads " + std::to_string(version));
  root.check(shape::report().fields);
  check_cases(root.at("codag").at("cases"));
}

}  // namespace codag::harness
