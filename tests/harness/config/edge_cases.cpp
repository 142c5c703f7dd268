// Files, numbers and names at the edge of what a config can hold. Each refusal is one line.
#include <gtest/gtest.h>

#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

#include "datasets/dataset.hpp"
#include "harness/config/config.hpp"
#include "harness/config/sizes.hpp"
#include "tests/datasets/temporary_directory.hpp"

namespace codag::harness {
namespace {

const known_names known = {.datasets = {{.name = "MC0"}, {.name = "MC3"}},
                           .codecs = {{.name = "rle_v1"}},
                           .variants = {{.name = "block_per_chunk"}, {.name = "cpu_reference"}},
                           .part_keys = {}};

class config_edge_cases : public testing::Test {
 protected:
  /// A whole config whose datasets are `datasets`, with `extra` put in.
  config read(const std::string& datasets, const std::string& extra = "") {
    return read_text(R"({"experiment": "t", "codecs": ["rle_v1"], "variants": ["block_per_chunk"],)"
                     R"( "datasets": )" +
                     datasets + extra + "}");
  }
  config read_text(const std::string& text) {
    return read_config(folder_.write("c.json", text), known);
  }

  template <class F>
  static std::string refusal(F&& f) {
    try {
      f();
    } catch (const datasets::bad_input& e) {
      const std::string what = e.what();
      EXPECT_EQ(what.find('\n'), std::string::npos) << what;
      return what;
    }
    return "accepted";
  }
  /// What is said after the file's path.
  std::string refused(const std::string& datasets, const std::string& extra = "") {
    const std::string what = refusal([&] { read(datasets, extra); });
    const std::string file = (folder_.path() / "c.json").string() + ": ";
    EXPECT_EQ(what.find(file), 0u) << what;
    return what.size() < file.size() ? what : what.substr(file.size());
  }

  datasets::temporary_directory folder_;
};

TEST_F(config_edge_cases, a_line_names_file_place_expectation_and_remedy) {
  EXPECT_EQ(refused(R"(["MC7"])"),
            "/datasets/0: unknown dataset \"MC7\"; expected one of MC0, MC3; did you mean "
            "\"MC0\"?");
}

TEST_F(config_edge_cases, defaults_are_those_of_the_struct) {
  const config c = read(R"(["MC0"])");
  EXPECT_EQ(c.size, 1u << 20);
  EXPECT_EQ(c.chunk_bytes, std::vector<std::uint32_t>{default_chunk_bytes});
  EXPECT_EQ(c.measurements,
            (std::vector{measurement::verify, measurement::time, measurement::counts}));
  EXPECT_EQ(c.file, folder_.path() / "c.json");
  EXPECT_EQ(nlohmann::json::parse(c.source)["experiment"], "t");
}

TEST_F(config_edge_cases, what_is_no_readable_json_is_bad_input) {
  const auto says = [&](const std::filesystem::path& file) {
    return refusal([&] { read_config(file, known); });
  };
  EXPECT_NE(says(folder_.path()).find("is a directory"), std::string::npos) << "a folder";
  EXPECT_NE(says(folder_.path() / "none").find("cannot be read"), std::string::npos);
  EXPECT_NE(says(folder_.write("a", "{\n\"size\": 1,\n}")).find("at line 3, column 1"),
            std::string::npos);
  EXPECT_NE(says(folder_.write("b", "")).find("not valid JSON"), std::string::npos);
  EXPECT_NE(says(folder_.write("c", "{\"size\": 1e999}")).find("not valid JSON"),
            std::string::npos);
  EXPECT_NE(says(folder_.write("d", "{\"experiment\": \"\xff\"}")).find("not valid JSON"),
            std::string::npos);
}

TEST_F(config_edge_cases, a_key_that_stands_twice_is_refused) {
  EXPECT_EQ(refused(R"(["MC0"])", R"(, "seed": 1, "seed": 2)"),
            "the key \"seed\" appears twice in one object; keep one");
  EXPECT_EQ(refused(R"([{"name": "MC0", "size": 8, "size": 16}])"),
            "the key \"size\" appears twice in one object; keep one");
  EXPECT_EQ(read(R"([{"name": "MC0", "size": 8}, {"name": "MC3", "size": 16}])").datasets.size(),
            2u);
}

// The check reads on after a value of each kind.
TEST_F(config_edge_cases, a_second_key_is_found_after_any_value) {
  for (const char* value : {"null", "true", "-1", "1", "1.5", "\"text\"", "[1]", "{\"a\": 1}"})
    EXPECT_EQ(refused(R"(["MC0"])", std::string(", \"x\": ") + value + R"(, "y": 1, "y": 2)"),
              "the key \"y\" appears twice in one object; keep one")
        << value;
}

TEST_F(config_edge_cases, control_characters_are_shown_escaped) {
  EXPECT_NE(refused(R"(["MC\n0"])").find(R"(unknown dataset "MC\n0")"), std::string::npos);
  EXPECT_NE(refused(R"(["MC0"])", R"(, "a\nb": 1)").find(R"(/a\nb: unknown key)"),
            std::string::npos);
}

TEST_F(config_edge_cases, whole_numbers_may_be_written_as_reals) {
  const config c = read(R"(["MC0"])", R"(, "size": 1e6, "seed": 18446744073709551615)");
  EXPECT_EQ(c.size, 1'000'000u);
  EXPECT_EQ(c.seed, std::numeric_limits<std::uint64_t>::max());
  EXPECT_NE(refused(R"(["MC0"])", R"(, "size": 1.5)").find("/size: expected a size"),
            std::string::npos);
  EXPECT_NE(refused(R"(["MC0"])", R"(, "seed": 18446744073709551616)").find("/seed: expected"),
            std::string::npos);
  EXPECT_NE(refused(R"(["MC0"])", R"(, "size": 17592186044417)").find("/size: expected a size"),
            std::string::npos);
}

TEST_F(config_edge_cases, sizes_that_are_no_utf8_or_no_unit_are_bad_input) {
  EXPECT_EQ(parse_size("0004kB", "p"), 4000u);
  EXPECT_EQ(parse_size("16384GiB", "p"), std::uint64_t{1} << 44);
  for (const char* bad : {"\xff", "4 KiB", "4KiB ", "4kib", "+4", "16385GiB", "00KiB"})
    EXPECT_EQ(refusal([&] { parse_size(bad, "--size"); }).find("--size: expected a size"), 0u)
        << bad;
}

TEST_F(config_edge_cases, chunk_sizes_that_mean_the_same_are_refused) {
  EXPECT_EQ(refused(R"(["MC0"])", R"(, "chunk_bytes": ["4KiB", 4096])"),
            "/chunk_bytes/1: appears twice in the list");
  EXPECT_EQ(read(R"(["MC0"])", R"(, "chunk_bytes": "128MiB")").chunk_bytes.front(),
            max_chunk_bytes);
}

TEST_F(config_edge_cases, dataset_names_are_unique_printable_and_without_slash) {
  EXPECT_EQ(refused(R"(["MC0", {"name": "MC0", "size": 8}])"),
            "/datasets/1: a second dataset named \"MC0\"; list it once");
  EXPECT_EQ(refused(R"(["MC0", {"name": "MC0", "path": "x", "type": "int8"}])"),
            "/datasets/1: a second dataset named \"MC0\"; give the file another \"name\"");
  for (const char* name : {"", "a/b", "a\\nb", "a\\u009b"})
    EXPECT_EQ(refused(R"([{"path": "x", "type": "int8", "name": ")" + std::string(name) + "\"}]")
                  .find("/datasets/0/name: expected a \"name\""),
              0u)
        << name;
  EXPECT_EQ(refused(R"([{"path": "x/", "type": "int8"}])").find("/datasets/0/path: expected"), 0u);
}

TEST_F(config_edge_cases, paths_are_taken_as_they_stand) {
  const auto path = [&](const std::string& text) {
    return read(R"([{"type": "int8", "path": ")" + text + "\"}]").datasets.front().path;
  };
  EXPECT_EQ(path("/a/b"), "/a/b");
  EXPECT_EQ(path("~/b"), (folder_.path() / "~/b").string());
  EXPECT_EQ(path("$HOME/b"), (folder_.path() / "$HOME/b").string());
  EXPECT_EQ(read(R"([{"type": "int8", "path": "/a/b.bin"}])").datasets.front().name, "b.bin");
}

TEST_F(config_edge_cases, paths_have_no_control_characters) {
  for (const char* path : {"a\\u0000b", "a\\nb", "a\\u007f", "a\\u0085"})
    EXPECT_EQ(refused(R"([{"name": "n", "type": "int8", "path": ")" + std::string(path) + "\"}]")
                  .find("/datasets/0/path: expected a path without control characters"),
              0u)
        << path;
  EXPECT_EQ(read(R"([{"name": "n", "type": "int8", "path": "é/"}])").datasets.front().path,
            (folder_.path() / "é/").string());
}

TEST_F(config_edge_cases, csv_keys_belong_to_csv_files) {
  const std::string csv = R"([{"path": "x", "type": "int8", "format": "csv", "csv_column": )";
  EXPECT_EQ(read(csv + "3}]").datasets.front().csv_column, "3");
  EXPECT_EQ(read(csv + R"("a", "csv_delimiter": "\t"}])").datasets.front().csv_delimiter, '\t');
  for (const char* bad : {R"("")", R"(";;")", R"("\"")", R"("\n")", R"("é")"})
    EXPECT_EQ(refused(csv + R"("a", "csv_delimiter": )" + bad + "}]")
                  .find("/datasets/0/csv_delimiter: expected one ASCII character"),
              0u)
        << bad;
  EXPECT_EQ(read(csv + "3}]").datasets.front().csv_delimiter, ',');
  EXPECT_EQ(read(csv + R"("a", "csv_delimiter": "tab"}])").datasets.front().csv_delimiter, '\t');
  for (const char* tabs : {"t.tsv", "t.tab", "t.tsv.gz"})
    EXPECT_EQ(read(R"([{"path": ")" + std::string(tabs) +
                   R"(", "type": "int8", "format": "csv", "csv_column": 3}])")
                  .datasets.front()
                  .csv_delimiter,
              '\t')
        << tabs;
  EXPECT_EQ(read(csv + "3}]").datasets.front().csv_header, "auto");
  EXPECT_EQ(read(csv + R"("3", "csv_header": "no"}])").datasets.front().csv_header, "no");
  EXPECT_EQ(refused(csv + R"("a", "csv_header": "no"}])"),
            "/datasets/0/csv_column: without a header there are no names; give a number from 0");
  EXPECT_EQ(refused(csv + R"("a", "csv_header": true}])"),
            "/datasets/0/csv_header: expected a string, found true");
  EXPECT_FALSE(read(csv + "3}]").datasets.front().csv_text);
  EXPECT_TRUE(read(csv + R"(3, "csv_text": true}])").datasets.front().csv_text);
  EXPECT_EQ(refused(R"([{"path": "x", "type": "int16", "format": "csv", "csv_column": 3,
                         "csv_text": true}])"),
            "/datasets/0/csv_text: needs the type int8 or uint8, not int16");
  EXPECT_EQ(refused(R"([{"path": "x", "type": "int8", "csv_delimiter": ";"}])"),
            "/datasets/0/csv_delimiter: belongs to \"format\": \"csv\"");
  EXPECT_EQ(refused(R"([{"name": "MC0", "type": "int8"}])").find("/datasets/0/type: belongs to"),
            0u);
}

TEST_F(config_edge_cases, a_file_that_came_compressed_has_no_type) {
  const dataset_spec spec = read(R"([{"path": "a.gz", "format": "gzip"}])").datasets.front();
  EXPECT_TRUE(spec.came_compressed());
  EXPECT_FALSE(spec.type.has_value());
  EXPECT_TRUE(read(R"([{"path": "a.zz", "format": "zlib"}])").datasets.front().came_compressed());
  EXPECT_FALSE(read(R"([{"path": "a.gz", "type": "int8"}])").datasets.front().came_compressed());
  EXPECT_EQ(refused(R"([{"path": "a.gz", "format": "gzip", "type": "int8"}])"),
            "/datasets/0/type: is not for \"gzip\"; the elements of a Deflate file are bytes");
  EXPECT_EQ(refused(R"([{"path": "a.gz", "format": "gzi", "type": "int8"}])"),
            "/datasets/0/format: unknown format \"gzi\"; expected one of auto, raw, csv, npy, "
            "parquet, orc, gzip, zlib, orc_rle; did you mean \"gzip\"?");
}

TEST_F(config_edge_cases, a_column_of_a_table_file) {
  const std::string orc = R"([{"path": "t.orc", "format": )";
  const dataset_spec spec = read(orc + R"("orc", "column": "a b"}])").datasets.front();
  EXPECT_EQ(spec.column, "a b");
  EXPECT_FALSE(spec.type.has_value()) << "the file says it";
  EXPECT_FALSE(spec.came_compressed());
  EXPECT_EQ(read(orc + R"("parquet", "column": "a", "type": "int8"}])").datasets.front().type,
            element_type::int8);
  EXPECT_TRUE(read(orc + R"("orc_rle", "column": "a"}])").datasets.front().came_compressed());
  EXPECT_EQ(refused(orc + R"("orc_rle", "column": "a", "type": "int8"}])"),
            "/datasets/0/type: is not for \"orc_rle\"; the ORC file says the column's type");
  EXPECT_NE(refused(orc + R"("orc"}])").find("give the name of a column of the table"),
            std::string::npos);
  for (const char* bad : {R"("")", R"("\n")", "3"})
    EXPECT_EQ(refused(orc + R"("orc", "column": )" + bad + "}]").find("/datasets/0/column: "), 0u);
  EXPECT_EQ(refused(R"([{"path": "t", "type": "int8", "format": "csv", "csv_column": 0,)"
                    R"( "column": "a"}])"),
            "/datasets/0/column: belongs to \"format\": \"npy\", \"parquet\", \"orc\" and "
            "\"orc_rle\"; for CSV it is csv_column");
  EXPECT_EQ(refused(R"([{"name": "MC0", "column": "a"}])").find("/datasets/0/column: belongs to"),
            0u);
}

TEST_F(config_edge_cases, an_array_says_its_type_and_may_have_columns) {
  const std::string npy = R"([{"path": "a.npy", "format": "npy")";
  const dataset_spec whole = read(npy + "}]").datasets.front();
  EXPECT_FALSE(whole.type.has_value());
  EXPECT_EQ(whole.column, "");
  EXPECT_EQ(read(npy + R"(, "column": 3}])").datasets.front().column, "3");
  EXPECT_EQ(read(npy + R"(, "column": "3", "type": "int8"}])").datasets.front().column, "3");
  for (const char* bad : {R"("a")", R"("")", R"("-1")"})
    EXPECT_EQ(refused(npy + R"(, "column": )" + bad + "}]")
                  .find("/datasets/0/column: expected the number of a column, from 0"),
              0u);
}

TEST_F(config_edge_cases, time_must_leave_something_to_sample) {
  EXPECT_EQ(refused(R"(["MC0"])", R"(, "time": {"max_samples": 5})"),
            "/time: max_samples is below min_samples: 5 < 20");
  EXPECT_EQ(refused(R"(["MC0"])", R"(, "time": {"cold": false, "hot": false})").find("/time: cold"),
            0u);
}

}  // namespace
}  // namespace codag::harness
