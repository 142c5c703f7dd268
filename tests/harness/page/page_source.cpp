// Hostile text stays text: escapes in the data block, the content security policy, and the form.
#include "harness/page/page_source.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

namespace codag::harness {
namespace {

using nlohmann::ordered_json;

TEST(page_source, no_string_can_end_the_data_block) {
  const ordered_json value = {
      {"name", "</script><!--<script>&amp;\"'\\ \u2028\u2029 \u05d0 {{style}}"}, {"a<b", 1.5}};
  const std::string block = data_block(value);
  EXPECT_EQ(block.find_first_of("<>&"), std::string::npos) << block;
  EXPECT_TRUE(std::ranges::all_of(block, [](char c) { return c >= ' ' && c < 0x7f; })) << block;
  EXPECT_EQ(ordered_json::parse(block), value);
}

TEST(page_source, what_moves_or_hides_text_is_shown_as_an_escape) {
  const ordered_json value = {{"list", {"a\u202eb", "\x1b[2J", 7, nullptr, true}},
                              {"deep", {{"x", "\n\u2067"}}}};
  const ordered_json shown = {{"list", {"a\\u202eb", "\\x1b[2J", 7, nullptr, true}},
                              {"deep", {{"x", "\\n\\u2067"}}}};
  EXPECT_EQ(printable_strings(value), shown);
}

TEST(page_source, a_source_of_the_policy_is_the_texts_sha256) {
  // FIPS 180-4's example "abc", in base64.
  EXPECT_EQ(policy_source("abc"), "'sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0='");
}

TEST(page_source, a_text_of_the_form_is_not_read_again) {
  EXPECT_EQ(filled("<{{a}}|{{b}}>", {{"a", "{{b}}"}, {"b", "2"}}), "<{{b}}|2>");
  EXPECT_EQ(filled("nothing", {}), "nothing");
  EXPECT_THROW(filled("{{c}}", {{"a", "1"}}), std::logic_error);
  EXPECT_THROW(filled("{{a", {{"a", "1"}}), std::logic_error);
}

}  // namespace
}  // namespace codag::harness
