// The generators of columns that people store: what makes each column what it is called.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "datasets/generator/generator.hpp"
#include "datasets/generator/text_column.hpp"
#include "datasets/gzip_ratio.hpp"
#include "tests/datasets/contents.hpp"

namespace codag::datasets {
namespace {

constexpr std::uint64_t stored_seed = 11;

std::string text(const char* name, const parameter_values& parameters = {},
                 std::uint64_t bytes = mebibyte) {
  return text_of(generate(name, bytes, stored_seed, parameters));
}

/// The lines of a text, without the blanks that fill a block. Each block ends with a line.
std::vector<std::string> lines_of(const std::string& all) {
  for (std::size_t end = generator_block_bytes; end <= all.size(); end += generator_block_bytes)
    EXPECT_EQ(all[end - 1], '\n');
  std::vector<std::string> lines;
  std::istringstream in(all);
  for (std::string line; std::getline(in, line);)
    lines.push_back(line.substr(0, line.find_last_not_of(' ') + 1));
  return lines;
}

double entropy_of(const std::string& bytes) {
  std::map<char, double> counts;
  for (const char c : bytes) ++counts[c];
  double entropy = 0;
  for (const auto& [c, count] : counts) {
    const double share = count / static_cast<double>(bytes.size());
    entropy -= share * std::log2(share);
  }
  return entropy;
}

/// The bytes whose digits are `digits`, each of as many bits as the alphabet needs.
std::string decoded(const std::string& digits, std::string_view alphabet) {
  const int bits = std::countr_zero(alphabet.size());
  std::string bytes;
  std::uint64_t buffer = 0;
  int filled = 0;
  for (const char c : digits) {
    buffer = buffer << bits | alphabet.find(c);
    filled += bits;
    if (filled < 8) continue;
    filled -= 8;
    bytes += static_cast<char>(buffer >> filled & 255);
  }
  return bytes;
}

TEST(encoded_bytes, are_the_digits_of_random_bytes) {
  for (const std::uint64_t encoding : {0, 1}) {
    const std::string_view alphabet = encoding == 0 ? base64_digits : hex_digits;
    const std::string digits = text("encoded_bytes", {encoding});
    ASSERT_EQ(digits.find_first_not_of(alphabet), std::string::npos);
    const std::string bytes = decoded(digits, alphabet);
    EXPECT_EQ(bytes.size(), encoding == 0 ? mebibyte * 3 / 4 : mebibyte / 2);
    EXPECT_GT(entropy_of(bytes), 7.999);
  }
}

TEST(uuids, are_of_version_4_and_differ) {
  const std::regex form("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
  const std::vector<std::string> lines = lines_of(text("uuids"));
  EXPECT_EQ(lines.size(), 8 * (generator_block_bytes / 37));
  for (const std::string& line : lines) ASSERT_TRUE(std::regex_match(line, form)) << line;
  EXPECT_EQ(std::set<std::string>(lines.begin(), lines.end()).size(), lines.size());
}

TEST(json_lines, are_objects_with_the_same_keys_and_rising_ids) {
  const std::vector<std::string> lines = lines_of(text("json_lines"));
  EXPECT_GT(lines.size(), 5000u);
  std::uint64_t last = 0;
  for (const std::string& line : lines) {
    const nlohmann::json event = nlohmann::json::parse(line);
    ASSERT_EQ(event.size(), 7u) << line;
    ASSERT_TRUE(event.at("tags").is_array() && event.at("mobile").is_boolean()) << line;
    ASSERT_TRUE(event.at("amount").is_number() && event.at("user").is_string()) << line;
    const auto id = event.at("id").get<std::uint64_t>();
    ASSERT_GT(id, last) << line;
    last = id;
  }
}

TEST(web_log, has_the_combined_form_and_rising_times) {
  const std::regex form(
      R"re((\d{1,3}\.){3}\d{1,3} - - \[(\d\d/Mar/2025:\d\d:\d\d:\d\d) \+0000\] )re"
      R"re("(GET|POST) /[^ ]* HTTP/1\.1" (200|301|304|404|500) \d+ "[^ "]+" "[^"]+")re");
  const std::vector<std::string> lines = lines_of(text("web_log"));
  EXPECT_GT(lines.size(), 4000u);
  std::string last;
  for (const std::string& line : lines) {
    std::smatch parts;
    ASSERT_TRUE(std::regex_match(line, parts, form)) << line;
    const std::string time = parts[2];
    ASSERT_GE(time, last) << line;
    last = time;
  }
}

TEST(csv_digits, has_eight_numbers_per_line) {
  const std::regex form(R"((\d+,){7}\d+)");
  const std::vector<std::string> lines = lines_of(text("csv_digits"));
  for (const std::string& line : lines) ASSERT_TRUE(std::regex_match(line, form)) << line;
  EXPECT_GT(std::set<std::string>(lines.begin(), lines.end()).size(), lines.size() - 5);
}

TEST(dna, is_a_record_of_bases_per_block_and_has_repeats) {
  const std::string all = text("dna");
  std::string bases;
  std::size_t records = 0;
  for (const std::string& line : lines_of(all)) {
    if (line[0] == '>') {
      EXPECT_EQ(line, ">scaffold_0000000" + std::to_string(records++));
      continue;
    }
    ASSERT_EQ(line.find_first_not_of("ACGT"), std::string::npos) << line;
    ASSERT_TRUE(line.size() <= 60 && !line.empty());
    bases += line;
  }
  EXPECT_EQ(records, all.size() / generator_block_bytes);
  EXPECT_NEAR(entropy_of(bases), 1.971, 0.002);  // of shares of 0.3, 0.3, 0.2 and 0.2
  // Of 16 bases that stand elsewhere in their block, independent ones would have a few.
  std::map<std::string, int> seen;
  std::size_t again = 0;
  for (std::size_t at = 0; at + 16 <= generator_block_bytes / 2; at += 1)
    again += seen[bases.substr(at, 16)]++ > 0 ? 1 : 0;
  EXPECT_NEAR(static_cast<double>(again), 0.05 * generator_block_bytes / 2,
              0.03 * generator_block_bytes / 2);
}

std::vector<double> doubles(std::uint64_t kind, std::uint64_t bytes = mebibyte) {
  std::vector<double> values = values_of<double>(generate("doubles", bytes, stored_seed, {kind}));
  for (const double v : values) EXPECT_TRUE(std::isfinite(v));
  return values;
}

TEST(doubles, of_the_kind_gaussian_have_the_bell_and_random_mantissas) {
  const std::vector<double> values = doubles(0);
  const auto count = static_cast<double>(values.size());
  double sum = 0, squares = 0, within_one = 0, odd = 0;
  for (const double v : values) {
    sum += v;
    squares += v * v;
    within_one += std::abs(v) < 1 ? 1 : 0;
    std::uint64_t bits = 0;
    std::memcpy(&bits, &v, sizeof v);
    odd += static_cast<double>(bits >> 8 & 1);
  }
  EXPECT_NEAR(sum / count, 0, 5 / std::sqrt(count));
  EXPECT_NEAR(squares / count, 1, 0.02);
  EXPECT_NEAR(within_one / count, std::erf(1 / std::sqrt(2)), 0.01);
  EXPECT_NEAR(odd / count, 0.5, 0.01);
}

TEST(doubles, of_the_kind_prices_are_whole_cents) {
  double nines = 0;
  const std::vector<double> values = doubles(1);
  for (const double v : values) {
    ASSERT_GE(v, 1.0);
    ASSERT_LT(v, 1024.0);
    const double cents = std::round(v * 100);
    ASSERT_EQ(v, cents / 100.0) << v;
    nines += std::fmod(cents, 100) == 99 ? 1 : 0;
  }
  EXPECT_NEAR(nines / static_cast<double>(values.size()), 0.34, 0.01);
}

TEST(doubles, of_the_kind_drift_move_little_and_have_16_bits_after_the_point) {
  const std::vector<double> values = doubles(2);
  for (std::size_t i = 0; i < values.size(); ++i) {
    ASSERT_EQ(values[i] * 0x1p16, std::round(values[i] * 0x1p16));
    ASSERT_TRUE(values[i] > 14 && values[i] < 32) << values[i];
    // Of the line, 16 units in 16,384 steps; of the noise, four times 63 units of 2^-16.
    ASSERT_LE(std::abs(values[i] - values[i > 0 ? i - 1 : i]), 256 * 0x1p-16) << i;
  }
  const auto [least, most] = std::ranges::minmax(values);
  EXPECT_GT(most - least, 4);
}

constexpr std::uint64_t sorted_ids = 0, shuffled_ids = 1, window = 1 << 20;

TEST(ids, ascend_with_gaps_of_1_to_7) {
  const auto values =
      values_of<std::uint32_t>(generate("ids", mebibyte, stored_seed, {u32, sorted_ids}));
  std::set<std::uint32_t> gaps;
  for (std::size_t i = 1; i < values.size(); ++i) gaps.insert(values[i] - values[i - 1]);
  EXPECT_EQ(*gaps.begin(), 1u);
  EXPECT_EQ(*gaps.rbegin(), 7u);
  EXPECT_EQ(gaps.size(), 7u);
}

// Each window of a shuffled column has the sorted column's identifiers, in an order without runs.
TEST(ids, that_are_shuffled_are_those_of_the_sorted_column) {
  const std::uint64_t bytes = 2 * window * sizeof(std::uint64_t);
  const auto sorted =
      values_of<std::uint64_t>(generate("ids", bytes, stored_seed, {u64, sorted_ids}));
  auto values = values_of<std::uint64_t>(generate("ids", bytes, stored_seed, {u64, shuffled_ids}));
  std::size_t ascents = 0, near = 0;
  for (std::size_t i = 1; i < values.size(); ++i) {
    ascents += values[i] > values[i - 1] ? 1 : 0;
    near += values[i] + 1000 > values[i - 1] && values[i] < values[i - 1] + 1000 ? 1 : 0;
  }
  EXPECT_NEAR(static_cast<double>(ascents), window, window / 50.0);
  EXPECT_LT(near, window / 100);
  const auto middle = values.begin() + window;
  EXPECT_FALSE(std::equal(values.begin(), values.begin() + 100, middle,
                          [](auto a, auto b) { return a + 4 * window <= b && b - a < 4; }));
  std::sort(values.begin(), middle);
  std::sort(middle, values.end());
  EXPECT_EQ(values, sorted);
}

TEST(timestamps, are_late_by_no_more_than_the_jitter) {
  for (const std::uint64_t jitter : {0, 50, 1000}) {
    const auto values =
        values_of<std::int64_t>(generate("timestamps", mebibyte, stored_seed, {1000, jitter}));
    std::set<std::int64_t> late;
    for (std::size_t i = 0; i < values.size(); ++i)
      late.insert(values[i] - 1'740'787'200'000 - 1000 * static_cast<std::int64_t>(i));
    EXPECT_EQ(*late.begin(), 0);
    EXPECT_EQ(*late.rbegin(), static_cast<std::int64_t>(jitter));
    EXPECT_EQ(late.size(), jitter + 1);
    EXPECT_TRUE(std::ranges::is_sorted(values));
  }
}

TEST(null_bitmap, has_the_share_of_ones) {
  for (const std::uint64_t per_thousand : {0, 20, 500, 950, 1000}) {
    std::uint64_t ones = 0;
    for (const std::uint8_t byte :
         values_of<std::uint8_t>(generate("null_bitmap", mebibyte, stored_seed, {per_thousand})))
      ones += static_cast<std::uint64_t>(std::popcount(byte));
    EXPECT_NEAR(static_cast<double>(ones) / (8 * mebibyte),
                static_cast<double>(per_thousand) / 1000, 0.001);
  }
}

TEST(mostly_zero, has_the_share_and_the_width_of_the_others) {
  for (const std::uint64_t width : {0, 1, 8, 20}) {
    for (const std::uint64_t per_thousand : {0, 10, 500, 1000}) {
      const auto values = values_of<std::uint32_t>(
          generate("mostly_zero", mebibyte, stored_seed, {u32, width, per_thousand}));
      const auto zeros = static_cast<double>(std::ranges::count(values, 0u));
      const double others = width == 0 ? 0 : static_cast<double>(per_thousand) / 1000;
      EXPECT_NEAR(zeros / static_cast<double>(values.size()), 1 - others, 0.005);
      EXPECT_EQ(std::bit_width(std::ranges::max(values)),
                others == 0 ? 0 : static_cast<int>(width));
    }
  }
}

/// The code points of a text. A byte that is not of UTF-8 fails the test.
std::vector<std::uint32_t> code_points(const std::string& utf8) {
  std::vector<std::uint32_t> all;
  for (std::size_t at = 0; at < utf8.size();) {
    const auto first = static_cast<std::uint8_t>(utf8[at]);
    const std::size_t more = first < 0x80   ? 0
                             : first < 0xc2 ? utf8.size()
                             : first < 0xe0 ? 1
                             : first < 0xf0 ? 2
                                            : utf8.size();
    if (at + more >= utf8.size()) {
      ADD_FAILURE() << "at byte " << at;
      return all;
    }
    std::uint32_t point = more == 0 ? first : first & (0x3f >> more);
    for (std::size_t i = 1; i <= more; ++i) {
      const auto byte = static_cast<std::uint8_t>(utf8[at + i]);
      EXPECT_EQ(byte & 0xc0, 0x80) << "at byte " << at + i;
      point = point << 6 | (byte & 0x3f);
    }
    all.push_back(point);
    at += more + 1;
  }
  return all;
}

TEST(utf8_text, is_valid_and_of_the_script) {
  for (const std::uint64_t script : {0, 1}) {
    const std::string all = text("utf8_text", {script});
    EXPECT_FALSE(lines_of(all).empty());
    std::map<std::uint32_t, std::uint64_t> counts;
    std::size_t of_script = 0, points = 0;
    for (const std::uint32_t point : code_points(all)) {
      ++counts[point];
      ++points;
      of_script +=
          (script == 0 ? point >= 0x430 && point <= 0x44f : point >= 0x4e00 && point < 0x9fff) ? 1
                                                                                               : 0;
      ASSERT_TRUE(point == ' ' || point == '\n' ||
                  (script == 0 && (point == '.' || point == ',')) || point >= 0x80);
    }
    EXPECT_GT(of_script, points * 3 / 4);
    EXPECT_GT(counts.size(), script == 0 ? 30u : 2000u);
  }
}

TEST(utf8_text, has_words_that_follow_zipfs_law) {
  std::string all = text("utf8_text", {0}, 4 * mebibyte);
  std::ranges::replace_if(
      all, [](char c) { return c == '.' || c == ','; }, ' ');
  std::map<std::string, std::uint64_t> counts;
  std::istringstream words(all);
  for (std::string word; words >> word;) ++counts[word];
  std::vector<std::uint64_t> by_rank;
  for (const auto& [word, count] : counts) by_rank.push_back(count);
  std::ranges::sort(by_rank, std::greater());
  ASSERT_GT(by_rank.size(), 10'000u);
  const double exponent =
      std::log(static_cast<double>(by_rank[9]) / static_cast<double>(by_rank[999])) / std::log(100);
  EXPECT_NEAR(exponent, 1, 0.2);
}

// A line has as many tabs as there are braces open.
TEST(source_code, has_the_indentation_of_its_braces) {
  const std::string all = text("source_code");
  std::map<std::string, int> seen;
  for (std::size_t begin = 0; begin < all.size(); begin += generator_block_bytes) {
    std::size_t open = 0;
    for (const std::string& line : lines_of(all.substr(begin, generator_block_bytes))) {
      const std::size_t tabs = std::min(line.find_first_not_of('\t'), line.size());
      if (line.substr(tabs) == "}") --open;
      ASSERT_LE(open, 4u) << line;
      ASSERT_TRUE(tabs == open || line.empty()) << line;
      if (line.ends_with('{')) ++open;
      for (const char* word : {"for (", "if (", "while (", "return ", "static ", "/* ", "->"})
        if (line.find(word) != std::string::npos) ++seen[word];
    }
  }
  EXPECT_EQ(seen.size(), 7u);
  for (const auto& [word, count] : seen) EXPECT_GT(count, 300) << word;
}

std::uint64_t number_at(const std::string& bytes, std::size_t at, std::size_t width) {
  std::uint64_t value = 0;
  std::memcpy(&value, &bytes[at], width);
  return value;
}

// The sizes in the headers lead from each member to the next one, and to the end of the block.
TEST(compressed, is_a_sequence_of_zip_members_that_no_codec_makes_smaller) {
  const dataset data = generate("compressed", mebibyte, stored_seed);
  const std::string all = text_of(data);
  std::size_t members = 0, blocks = 0;
  for (std::size_t at = 0; at < all.size(); ++members) {
    ASSERT_EQ(all.substr(at, 4), "PK\3\4");
    ASSERT_EQ(number_at(all, at + 8, 2), 8u);  // Deflate
    const std::uint64_t bytes = number_at(all, at + 18, 4), name = number_at(all, at + 26, 2);
    ASSERT_GE(bytes, 1000u);
    ASSERT_TRUE(all.substr(at + 30, name).ends_with(".csv"));
    at += 30 + name + bytes;
    blocks += at % generator_block_bytes == 0 ? 1 : 0;
  }
  EXPECT_EQ(blocks, mebibyte / generator_block_bytes);
  EXPECT_GT(members, 4 * blocks);
  EXPECT_LT(gzip_ratio(data.bytes), 1.002);
}

/// What a stretch of a mixture holds, by its bytes.
std::string kind_of(const std::string& bytes) {
  if (bytes.find_first_not_of('\0') == std::string::npos) return "zeros";
  if (bytes.find_first_not_of(base64_digits) == std::string::npos) return "base64";
  if (bytes.find_first_not_of("abcdefghijklmnopqrstuvwxyz ") == std::string::npos) return "text";
  const double entropy = entropy_of(bytes);
  if (entropy > 7.9) return "random";
  return number_at(bytes, 0, 4) < 4096 && number_at(bytes, 4, 4) < 4096 ? "integers" : "else";
}

TEST(mixture, has_all_kinds_in_each_five_stretches) {
  for (const std::uint64_t stretch : {4096, 65536, 1 << 20}) {
    const std::string all = text("mixture", {stretch}, 30 * stretch);
    std::set<std::string> first_kinds, last_kinds;
    for (std::size_t five = 0; five < 6; ++five) {
      std::set<std::string> kinds;
      for (std::size_t i = 0; i < 5; ++i) {
        const std::string kind = kind_of(all.substr((5 * five + i) * stretch, stretch));
        EXPECT_NE(kind, "else");
        kinds.insert(kind);
        if (i == 0) first_kinds.insert(kind);
        if (i == 4) last_kinds.insert(kind);
      }
      EXPECT_EQ(kinds.size(), 5u) << five;
    }
    EXPECT_GT(first_kinds.size(), 1u);  // the order changes
    EXPECT_GT(last_kinds.size(), 1u);
  }
}

// The prefix contract where a stretch is longer than a block and where a window is.
TEST(stored_columns, a_shorter_column_is_a_prefix_with_other_values_of_parameters_too) {
  const struct {
    const char* name;
    parameter_values values;
  } columns[] = {{"mixture", {1 << 20}},
                 {"mixture", {4096}},
                 {"ids", {u64, shuffled_ids}},
                 {"doubles", {1}},
                 {"doubles", {2}},
                 {"utf8_text", {1}},
                 {"encoded_bytes", {1}},
                 {"mostly_zero", {i16, 3, 5}}};
  for (const auto& [name, values] : columns) {
    const dataset whole = generate(name, 3 * mebibyte, 5, values);
    const dataset part = generate(name, mebibyte + generator_block_bytes / 2 + 8, 5, values, 1);
    EXPECT_TRUE(std::equal(part.bytes.begin(), part.bytes.end(), whole.bytes.begin())) << name;
  }
}

// generator.cpp has the bytes for the standard values of all parameters.
TEST(stored_columns, bytes_are_those_of_every_machine_with_other_values_of_parameters_too) {
  const struct {
    const char* name;
    parameter_values values;
    const char* sha256;
  } columns[] = {
      {"doubles", {1}, "12cfab7b89ab2ace7ddfb324566b3660b67ca81293ce0cffc870794133b0e7b9"},
      {"doubles", {2}, "4f969bb9444d6a376c22ae45a02c2c38224b8016eaec945940fb30dff6bfd750"},
      {"encoded_bytes", {1}, "90bcc496cd0c2d007c88c5cf412eda4483ec36220d1627728d0180597afb8a6c"},
      {"ids",
       {i64, shuffled_ids},
       "14cf9368e05c078dc8084ed8e3c01611d9f569be83ce8401fc484e33212c88a6"},
      {"mixture", {1 << 20}, "649e4f2da07b4c5d6223add777f9f07aefca87cbccfe2b85a752ee210f2e434b"},
      {"utf8_text", {1}, "64f1edef97f3d8cf62a9aadd4c0701c8391afa72c6c59e7cff46ac0529166154"},
  };
  for (const auto& [name, values, digest] : columns)
    EXPECT_EQ(generate(name, 300'001, 7, values).sha256, digest) << name << " " << values[0];
}

}  // namespace
}  // namespace codag::datasets
