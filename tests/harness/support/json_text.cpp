#include "harness/support/json_text.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace codag::harness {
namespace {

using nlohmann::json;

TEST(json_text, has_each_array_of_numbers_on_one_line) {
  EXPECT_EQ(json_text(json::parse(R"({"a": [1, -2.5, 1e300, null], "b": [[1], []], "c": []})")),
            "{\n \"a\": [1,-2.5,1e+300,null],\n \"b\": [\n  [1],\n  []\n ],\n \"c\": []\n}\n");
}

TEST(json_text, leaves_other_arrays_and_strings_alone) {
  const json value =
      json::parse(R"(["[1, 2]", "a \" [\n 3]", "\\", [true], [1, "x"], [1, {}], [1, [2, 3]]])");
  const std::string text = json_text(value);
  EXPECT_EQ(text,
            "[\n \"[1, 2]\",\n \"a \\\" [\\n 3]\",\n \"\\\\\",\n [\n  true\n ],\n [\n  1,\n  "
            "\"x\"\n ],\n [\n  1,\n  {}\n ],\n [\n  1,\n  [2,3]\n ]\n]\n");
  EXPECT_EQ(json::parse(text), value);
}

}  // namespace
}  // namespace codag::harness
