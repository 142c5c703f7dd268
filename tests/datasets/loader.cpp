#include "datasets/loader/loader.hpp"

#include <gtest/gtest.h>
#include <zlib.h>

#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/digest.hpp"
#include "datasets/loader/csv_record_reader.hpp"
#include "tests/datasets/contents.hpp"
#include "tests/datasets/temporary_directory.hpp"

namespace codag::datasets {
namespace {

std::string gzip_text(std::string_view text) {
  constexpr int gzip_window_bits = 15 + 16;
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, 9, Z_DEFLATED, gzip_window_bits, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string out(deflateBound(&stream, text.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(::deflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

class loader : public testing::Test {
 protected:
  // The error of loading `options`: one line that begins with the file's path.
  static std::string error_of(const load_options& options) {
    try {
      load_file(options);
    } catch (const bad_input& error) {
      const std::string line = error.what();
      EXPECT_EQ(line.find('\n'), std::string::npos);
      EXPECT_EQ(line.find(options.path.string()), 0u) << line;
      return line.substr(options.path.string().size());
    }
    ADD_FAILURE() << "no error";
    return {};
  }

  [[nodiscard]] load_options csv(std::string_view content, const std::string& column,
                                 element_type type) const {
    return {.path = dir_.write("table.csv", content),
            .type = type,
            .format = file_format::csv,
            .csv_column = column};
  }

  [[nodiscard]] load_options raw(std::string_view content, element_type type) const {
    return {.path = dir_.write("column.bin", content), .type = type};
  }

  temporary_directory dir_;
};

TEST_F(loader, raw_values_with_their_provenance) {
  const load_options options = raw(std::string("\1\0\0\0\2\0\0\0", 8), element_type::uint32);
  const dataset data = load_file(options);
  EXPECT_EQ(values_of<std::uint32_t>(data), (std::vector<std::uint32_t>{1, 2}));
  EXPECT_EQ(data.name, "column.bin");
  EXPECT_EQ(data.source, options.path.string());
  EXPECT_EQ(data.seed, 0u);
  EXPECT_EQ(data.sha256, sha256(data.bytes));
}

TEST_F(loader, a_name_replaces_the_file_s) {
  load_options options = raw("abcd", element_type::uint8);
  options.name = "mine";
  EXPECT_EQ(load_file(options).name, "mine");
}

TEST_F(loader, raw_size_must_be_whole_elements_unless_cut) {
  load_options options = raw("123456", element_type::uint32);
  EXPECT_NE(error_of(options).find("6 bytes are not a whole number of uint32"), std::string::npos);
  options.max_bytes = 5;
  EXPECT_EQ(text_of(load_file(options)), "1234");
  options.max_bytes = 3;
  EXPECT_EQ(error_of(options), ": a size of 3 bytes holds no uint32; give at least 4");
}

TEST_F(loader, gzip_and_all_its_members) {
  load_options options = raw(gzip_text("first ") + gzip_text("second"), element_type::uint8);
  EXPECT_EQ(text_of(load_file(options)), "first second");
  options.max_bytes = 8;
  EXPECT_EQ(text_of(load_file(options)), "first se");
}

TEST_F(loader, damaged_gzip_is_refused) {
  const std::string good = gzip_text(std::string(1000, 'a') + "bcd");
  EXPECT_NE(error_of(raw(good.substr(0, good.size() - 1), element_type::uint8)).find("gzip"),
            std::string::npos);
  EXPECT_NE(error_of(raw(good.substr(0, good.size() / 2), element_type::uint8)).find("gzip"),
            std::string::npos);
  std::string flipped = good;
  flipped[flipped.size() - 6] = static_cast<char>(flipped[flipped.size() - 6] ^ 1);  // its CRC
  EXPECT_NE(error_of(raw(flipped, element_type::uint8)).find("gzip"), std::string::npos);
}

TEST_F(loader, what_follows_the_last_member_is_refused) {
  const std::string member = gzip_text("first");
  for (const std::string& rest : {std::string("x"), std::string("\x1f\x8b")}) {
    const std::string error = error_of(raw(member + rest, element_type::uint8));
    EXPECT_EQ(error.find(": byte " + std::to_string(member.size()) + ": the gzip member"), 0u)
        << error;
  }
}

TEST_F(loader, zero_bytes_after_a_member_are_padding) {
  const std::string padding(100'000, '\0');
  EXPECT_EQ(text_of(load_file(raw(gzip_text("first ") + padding + gzip_text("second") + padding,
                                  element_type::uint8))),
            "first second");
  const std::string padded = gzip_text("first") + padding;
  EXPECT_EQ(error_of(raw(padded + "x", element_type::uint8))
                .find(": byte " + std::to_string(padded.size()) + ": the gzip member"),
            0u);
}

TEST_F(loader, raw_is_raw_whatever_the_first_bytes_look_like) {
  for (const std::string& content : {std::string("\x1f\x8b\0\0", 4), gzip_text("12"),
                                     std::string("\x93NUMPY\x01\0"
                                                 "v\0",
                                                 10),
                                     std::string("PAR1")}) {
    load_options options = raw(content, element_type::int16);
    options.format = file_format::raw;
    EXPECT_EQ(text_of(load_file(options)), content);
  }
}

TEST_F(loader, a_damaged_gzip_file_may_be_raw_values) {
  EXPECT_NE(error_of(raw(std::string("\x1f\x8b\0\0", 4), element_type::int16))
                .find("or give the format raw"),
            std::string::npos);
}

TEST_F(loader, files_of_other_formats_are_not_plain_values) {
  const std::string array("\x93NUMPY\x01\0v\0", 10);
  const std::string packed = gzip_text(array);
  for (const std::string& content : {array, packed})
    EXPECT_NE(error_of(raw(content, element_type::uint8))
                  .find("is a NumPy array (.npy), not plain values; give the format npy, or the "
                        "format raw"),
              std::string::npos);
  for (const std::string magic : {"PAR1", "ARROW1", "ORC", "PK\3\4", "\x28\xb5\x2f\xfd",
                                  "\xfd"
                                  "7zXZ",
                                  "BZh", "\x04\x22\x4d\x18"}) {
    const std::string content = magic + std::string(8 - magic.size(), '\0');
    EXPECT_NE(error_of(raw(content, element_type::int32)).find("not plain values"),
              std::string::npos)
        << magic;
    EXPECT_EQ(text_of(load_file(raw(content, element_type::uint8))), content)
        << "bytes of any file";
  }
}

TEST_F(loader, gzip_members_cross_the_readers_buffer) {
  std::string file, whole;
  std::uint32_t noise = 1;
  for (int i = 0; i < 12; ++i) {
    std::string part(50'000, '\0');
    for (char& c : part) c = static_cast<char>((noise = noise * 1664525 + 1013904223) >> 24);
    file += gzip_text(part);
    whole += part;
  }
  EXPECT_EQ(text_of(load_file(raw(file, element_type::uint8))), whole);
  EXPECT_EQ(text_of(load_file(raw(whole, element_type::uint8))), whole) << "not compressed";
}

TEST_F(loader, files_that_cannot_be_read) {
  EXPECT_NE(error_of({
                         .path = dir_.path() / "absent",
                     })
                .find("cannot be read"),
            std::string::npos);
  EXPECT_NE(error_of({
                         .path = dir_.path(),
                     })
                .find("directory"),
            std::string::npos);
  EXPECT_NE(error_of(raw("", element_type::uint8)).find("no values"), std::string::npos);
}

TEST_F(loader, csv_by_name_and_by_number) {
  const std::string_view table = "id,fare\n1, 2.5\r\n-3,1e2 \n\n4,\"7\"";
  EXPECT_EQ(values_of<std::int16_t>(load_file(csv(table, "id", element_type::int16))),
            (std::vector<std::int16_t>{1, -3, 4}));
  EXPECT_EQ(values_of<float>(load_file(csv(table, "fare", element_type::float32))),
            (std::vector<float>{2.5F, 100.0F, 7.0F}));
  EXPECT_EQ(values_of<double>(load_file(csv(table, "1", element_type::float64))),
            (std::vector<double>{2.5, 100.0, 7.0}));
}

TEST_F(loader, csv_header_without_a_name_for_the_index) {
  EXPECT_EQ(values_of<std::uint8_t>(load_file(csv(",a\n0,8\n1,9\n", "0", element_type::uint8))),
            (std::vector<std::uint8_t>{0, 1}));
}

TEST_F(loader, csv_header_of_numbers) {
  const std::vector<std::int64_t> without = {100, 102}, with = {0, 100, 102};
  load_options options = csv("0,1\n100,101\n102,103\n", "0", element_type::int64);
  EXPECT_EQ(values_of<std::int64_t>(load_file(options)), with) << "nothing tells it from values";
  options.header = csv_header::no;
  EXPECT_EQ(values_of<std::int64_t>(load_file(options)), with);
  options.header = csv_header::yes;
  EXPECT_EQ(values_of<std::int64_t>(load_file(options)), without);
}

TEST_F(loader, csv_column_whose_name_is_a_number) {
  const std::vector<std::int16_t> column = {9, 10};
  load_options options = csv("2019,2020\n7,9\n8,10\n", "2020", element_type::int16);
  EXPECT_NE(error_of(options).find(
                "check the delimiter, ',', or give the csv_header yes if this is a name"),
            std::string::npos);
  options.header = csv_header::no;
  EXPECT_EQ(error_of(options).find(":1:6: column 2020 (from 0) is missing"), 0u);
  options.header = csv_header::yes;
  EXPECT_EQ(values_of<std::int16_t>(load_file(options)), column);
  options.csv_column = "1";
  options.header = csv_header::yes;
  EXPECT_EQ(values_of<std::int16_t>(load_file(options)), column);
  options.csv_column = "year";
  options.header = csv_header::no;
  EXPECT_EQ(error_of(options),
            ": a column of a file without a header has no name 'year'; give its number, from 0");
}

TEST_F(loader, csv_text_with_a_header) {
  load_options options = csv("paid\nCash\n", "0", element_type::uint8);
  options.text = true;
  options.header = csv_header::yes;
  EXPECT_EQ(text_of(load_file(options)), "Cash\n");
}

TEST_F(loader, csv_with_another_delimiter_and_gzip) {
  load_options options = csv(gzip_text("7\t8\n9\t10\n"), "1", element_type::uint64);
  options.csv_delimiter = '\t';
  EXPECT_EQ(values_of<std::uint64_t>(load_file(options)), (std::vector<std::uint64_t>{8, 10}));
}

TEST_F(loader, csv_skips_a_byte_order_mark) {
  const std::string mark = "\xef\xbb\xbf";
  const std::vector<std::uint8_t> both = {1, 2}, second = {2};
  EXPECT_EQ(values_of<std::uint8_t>(load_file(csv(mark + "a\n1\n2\n", "a", element_type::uint8))),
            both);
  EXPECT_EQ(values_of<std::uint8_t>(load_file(csv(mark + "1\n2\n", "0", element_type::uint8))),
            both)
      << "the first line is no header";
  EXPECT_EQ(error_of(csv(mark + "1\n" + mark + "2\n", "0", element_type::uint8)).find(":2:1: "), 0u)
      << "only at the beginning";
  EXPECT_EQ(error_of(csv(mark, "a", element_type::uint8)).find(": is empty"), 0u);
}

TEST_F(loader, csv_records_are_limited) {
  const std::string most(max_csv_record_bytes - 2, 'a');
  load_options options = csv("1," + most + "\n", "0", element_type::uint8);
  EXPECT_EQ(values_of<std::uint8_t>(load_file(options)), std::vector<std::uint8_t>{1});
  for (const std::string& text :
       {"1," + most + "a\n", "1,\"" + most + "a\"\n", std::string(max_csv_record_bytes + 1, ',')}) {
    const std::string error = error_of(csv(text, "0", element_type::uint8));
    EXPECT_NE(error.find("has more than 1048576 bytes"), std::string::npos) << error;
  }
}

// A terminal obeys control characters, and a line that is too long hides the remedy.
TEST_F(loader, csv_errors_show_the_file_s_text_safely) {
  const std::string text = "\"a\x1b[31m\n\xc2\x9b" + std::string(1000, 'x') + "\"\n1\n";
  for (const std::string& error : {error_of(csv(text, "fare", element_type::uint8)),
                                   error_of(csv("1\n" + text, "0", element_type::uint8))}) {
    EXPECT_LT(error.size(), 300u);
    EXPECT_NE(error.find("'a [31m   x"), std::string::npos) << error;
    EXPECT_NE(error.find("...'"), std::string::npos) << error;
  }
}

TEST_F(loader, csv_errors_name_a_tab) {
  load_options options = csv("1\n", "1", element_type::uint8);
  options.csv_delimiter = '\t';
  const std::string error = error_of(options);
  EXPECT_NE(error.find("check the delimiter, a tab"), std::string::npos) << error;
}

TEST_F(loader, csv_quotes) {
  load_options options =
      csv("a,b\n\"x,\"\"y\"\"\",1\n\"two\nlines\",2\n", "a", element_type::uint8);
  options.text = true;
  EXPECT_EQ(text_of(load_file(options)), "x,\"y\"\ntwo\nlines\n");
}

TEST_F(loader, csv_text_by_number_has_no_header) {
  load_options options = csv("Cash\nCredit\n", "0", element_type::int8);
  options.text = true;
  EXPECT_EQ(text_of(load_file(options)), "Cash\nCredit\n");
  options.max_bytes = 7;
  EXPECT_EQ(text_of(load_file(options)), "Cash\nCr");
}

TEST_F(loader, csv_reads_no_further_than_asked) {
  load_options options = csv("1\n2\nbad\n", "0", element_type::uint16);
  options.max_bytes = 5;
  EXPECT_EQ(values_of<std::uint16_t>(load_file(options)), (std::vector<std::uint16_t>{1, 2}));
}

TEST_F(loader, csv_integers_reach_their_type_s_ends) {
  EXPECT_EQ(
      values_of<std::uint64_t>(load_file(csv("18446744073709551615\n", "0", element_type::uint64))),
      (std::vector<std::uint64_t>{~std::uint64_t{0}}));
  EXPECT_EQ(values_of<std::int8_t>(load_file(csv("-128\n127\n", "0", element_type::int8))),
            (std::vector<std::int8_t>{-128, 127}));
}

struct bad_csv {
  const char* name;
  const char* content;
  const char* column;
  const char* error;  // after the path
};

class loader_errors : public loader, public testing::WithParamInterface<bad_csv> {};

TEST_P(loader_errors, name_the_place) {
  const std::string error =
      error_of(csv(GetParam().content, GetParam().column, element_type::uint8));
  EXPECT_EQ(error.find(GetParam().error), 0u) << error;
}

INSTANTIATE_TEST_SUITE_P(
    csv, loader_errors,
    testing::Values(
        bad_csv{"no_number", "a,b\n1,2\n3,x\n", "b", ":3:3: expected uint8, found 'x'"},
        bad_csv{"negative", "1\n-1\n", "0", ":2:1: expected uint8, found '-1'"},
        bad_csv{"no_header_but_negative", "-1\n1\n", "0", ":1:1: expected uint8, found '-1'"},
        bad_csv{"fraction", "1\n1.5\n", "0", ":2:1: expected uint8, found '1.5'"},
        bad_csv{"empty_field", "a,b\n1,\n", "b", ":2:3: expected uint8, found ''"},
        bad_csv{"empty_first_field", ",1\n", "0", ":1:1: expected uint8, found ''"},
        bad_csv{"too_large", "1\n256\n", "0", ":2:1: '256' does not fit uint8"},
        bad_csv{"short_line", "1,2\n3\n", "1",
                ":2:1: column 1 (from 0) is missing; the line has only 1 field; check the "
                "delimiter, ','"},
        bad_csv{"short_line_of_a_name", "a,b\n3\n", "b",
                ":2:1: column 'b' is missing; the line has only 1 field"},
        bad_csv{"unknown_name", "a,b\n1,2\n", "c", ":1:1: the header has no column 'c'"},
        bad_csv{
            "name_of_two", "a,b,a\n1,2,3\n", "a",
            ":1:5: the header has a second column 'a'; choose one by its number from 0: 0 or 2"},
        bad_csv{"open_quote", "a\n\"1\n", "a", ":2:1: a quoted field is not closed"},
        bad_csv{"text_after_quote", "a\n\"1\"2\n", "a", ":2:1: text follows a closing quote"},
        bad_csv{"empty_file", "", "a", ": is empty"},
        bad_csv{"header_alone", "a,b\n", "a", ": holds no values"},
        bad_csv{"huge_number", "1\n", "99999999999999999999",
                ":1:1: column 99999999999999999999 (from 0) is missing"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST_F(loader, a_long_field_is_cut_in_the_message_between_characters) {
  std::string field = "x";
  for (int i = 0; i < 100'000; ++i) field += "\u20ac";  // 3 bytes
  const std::string said = error_of(csv("n\n1\n" + field + "\n", "n", element_type::int32));
  EXPECT_LT(said.size(), 400u);
  EXPECT_NE(said.find("\u20ac...'; choose another type"), std::string::npos) << said;
  EXPECT_LT(error_of(csv(field + ",b\n1,2\n", "n", element_type::int32)).size(), 400u);
  EXPECT_LT(error_of(csv("n\n" + std::string(5000, '9') + "\n", "n", element_type::int32)).size(),
            400u);
}

TEST_F(loader, options_that_exclude_one_another) {
  EXPECT_NE(error_of(csv("1\n", "", element_type::uint8)).find("no CSV column is chosen"),
            std::string::npos);
  load_options options = csv("1\n", "0", element_type::uint32);
  options.text = true;
  EXPECT_NE(error_of(options).find("text needs type int8 or uint8"), std::string::npos);
  options = csv("1\n", "0", element_type::uint8);
  options.csv_delimiter = '"';
  EXPECT_NE(error_of(options).find("cannot be a CSV delimiter"), std::string::npos);
  options = raw("1", element_type::uint8);
  options.text = true;
  EXPECT_NE(error_of(options).find("CSV"), std::string::npos);
}

}  // namespace
}  // namespace codag::datasets
