#include "harness/report/shape/report_table.hpp"

namespace codag::harness::shape {
namespace {

using enum base;

std::vector<field> verdict() {
  return {
      {"name", name},
      {"source", text, unread},
      {"says", text, unread},
      {"expected", map_of(real), must,
       "copied from the claim. `expected` is `at_most`, `at_least`, or `about` with `tolerance` "
       "and the numbers that it allows, `low` to `high`"},
      {"hardware", name, null | optional, "a part of the name of the claim's GPU, or null"},
      {"baseline", name, null | optional,
       "only of claims: what the paper compares with, if it is not what runs here; otherwise null"},
      {"verdict",
       one_of({"reproduced", "direction_only", "undecided", "not_reproduced", "other_baseline",
               "other_hardware", "not_testable"}),
       must, ""},
      {"reason", text, must, "as above; `reason` may be empty"},
      {"measured", real, null},
      {"low", real, null | optional},
      {"high", real, null | optional, "the number and its interval, or null"},
      {"pairs", count, must, "the number of pairs, or of left rows"}};
}

}  // namespace

type claims() {
  return named("claim", object_of(verdict()));
}

type targets() {
  return named(
      "target",
      object_of(as_in(verdict(),
                      {{"verdict", one_of({"met", "missed", "other_hardware", "not_testable"})}})));
}

}  // namespace codag::harness::shape
