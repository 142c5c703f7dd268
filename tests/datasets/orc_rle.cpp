// The run-length streams of ORC files as compressed columns: files of Apache ORC's examples, and
// files written here around the streams of others.
#include "datasets/orc/load_orc_rle.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <nlohmann/json.hpp>

#include "codag/codec/codec.hpp"
#include "datasets/digest.hpp"
#include "tests/datasets/contents.hpp"
#include "tests/datasets/orc_file_writer.hpp"
#include "tests/datasets/temporary_directory.hpp"
#include "tests/support/shared_data.hpp"

namespace codag::datasets {
namespace {

using nlohmann::json;

// Specification, "Run Length Encoding version 1": 100 times 7, and 2, 3, 4, 7, 11 (unsigned). As
// zigzag these are 100 times -4, and 1, -2, 2, -4, -6.
const std::string v1_runs("\x61\0\x07\xfb\x02\x03\x04\x07\x0b", 9);
// Version 2, "Short Repeat": 10000 five times (unsigned; as zigzag 5000).
const std::string v2_repeat("\x0a\x27\x10", 3);

// The stream PRESENT: 105 rows with a value and 2 without; 3 rows without.
const std::string nulls_2("\x0a\xff\xff\x80", 4), nulls_3("\xff\0", 2);

class orc_rle : public testing::Test {
 protected:
  compressed_dataset load(const std::string& file, std::uint64_t max_bytes = 1u << 30,
                          const std::string& column = "x") {
    return load_orc_rle(
        {.path = directory_.write("x.orc", file), .column = column, .max_bytes = max_bytes});
  }
  /// The message after the path of the file.
  std::string refusal(const std::string& file, std::uint64_t max_bytes = 1u << 30,
                      const std::string& column = "x") {
    try {
      load(file, max_bytes, column);
    } catch (const bad_input& e) {
      const std::string what = e.what(), path = (directory_.path() / "x.orc").string() + ": ";
      EXPECT_EQ(what.find(path), 0u) << what;
      EXPECT_EQ(what.find('\n'), std::string::npos) << what;
      return what.substr(std::min(what.size(), path.size()));
    }
    return "accepted";
  }

  temporary_directory directory_;
};

const std::string fetch = "; check that the file is whole, or fetch it again";

TEST_F(orc_rle, both_versions_of_each_integer_type) {
  for (const bool zlib : {false, true}) {
    const auto v1 =
        load(orc_file_writer::write({.type = 2,
                                     .encoding = 0,
                                     .zlib = zlib,
                                     .stripes = {{v1_runs, 105}, {v1_runs, 107, nulls_2}}}));
    EXPECT_EQ(v1.codec, "rle_v1");
    EXPECT_EQ(v1.raw.type, element_type::int16);
    std::vector<std::int16_t> stripe(100, -4), both;
    stripe.insert(stripe.end(), {1, -2, 2, -4, -6});
    for (int i = 0; i < 2; ++i) both.insert(both.end(), stripe.begin(), stripe.end());
    EXPECT_EQ(values_of<std::int16_t>(v1.raw), both);
    EXPECT_EQ(v1.column.chunks.size(), 2u) << "a chunk does not reach across stripes";
    EXPECT_EQ(v1.column.symbols, 12u);
    EXPECT_EQ(v1.raw.table->rows, 212u);
    EXPECT_EQ(v1.raw.table->nulls, 2u);
    EXPECT_EQ(v1.raw.sha256, sha256(v1.raw.bytes));

    const auto date = load(orc_file_writer::write(
        {.type = 15, .encoding = 2, .zlib = zlib, .stripes = {{v2_repeat, 5}, {"", 3, nulls_3}}}));
    EXPECT_EQ(date.codec, "rle_v2");
    EXPECT_EQ(values_of<std::int32_t>(date.raw), std::vector<std::int32_t>(5, 5000));
    EXPECT_EQ(date.raw.table->column_type, "date");
    EXPECT_EQ(date.raw.table->nulls, 3u) << "a stripe of NULLs alone has no stream";
    EXPECT_TRUE(date.single_stream);
  }
}

TEST_F(orc_rle, whole_runs_up_to_the_size) {
  const std::string file =
      orc_file_writer::write({.type = 4, .stripes = {{v2_repeat + v2_repeat, 10}, {v2_repeat, 5}}});
  EXPECT_EQ(load(file, 119).raw.bytes.size(), 80u);
  EXPECT_EQ(load(file, 79).raw.bytes.size(), 40u);
  EXPECT_EQ(load(file, 120).raw.table->rows, 15u);
  EXPECT_FALSE(load(file, 119).raw.table->rows.has_value()) << "a part does not say its rows";
  EXPECT_EQ(refusal(file, 39),
            "column 'x': its first run does not fit the size of the dataset; choose a larger one");
}

TEST_F(orc_rle, chunks_are_cut_between_runs) {
  std::string runs;
  for (int i = 0; i < 4000; ++i) runs += v2_repeat;
  const auto loaded = load(orc_file_writer::write({.type = 4, .stripes = {{runs, 20'000}}}));
  ASSERT_EQ(loaded.column.chunks.size(), 2u);
  // 16384 values of 8 bytes are 128 KiB; 3276 whole runs of five fit.
  EXPECT_EQ(loaded.column.chunks[0].out_bytes, 3276u * 5 * 8);
  EXPECT_EQ(loaded.column.chunks[1].in_offset, 3276u * 3);
  EXPECT_FALSE(loaded.single_stream);
}

TEST_F(orc_rle, what_is_refused) {
  const auto file = [](orc_contents c) { return orc_file_writer::write(c); };
  const std::string good = file({.stripes = {{v2_repeat, 5}}});
  EXPECT_EQ(refusal(good, 1000, "y"), "column 'y': there is no such column; the table has 'x'");
  EXPECT_EQ(refusal(file({.same_name = true, .stripes = {{v2_repeat, 5}}})),
            "column 'x': the table has 2 columns of this name; rename all but one of them");
  EXPECT_EQ(refusal(file({.type = 7, .stripes = {{v2_repeat, 5}}})),
            "column 'x': is none of short, int, long and date, whose streams are run-length "
            "codes; choose another column, or give \"format\": \"orc\", which reads its values");
  EXPECT_EQ(refusal(file({.encoding = 3, .stripes = {{v2_repeat, 5}}})),
            "column 'x': stripe 0: its integers are not encoded directly" + fetch);
  EXPECT_EQ(refusal(file({.stripes = {{v2_repeat, 5}, {v2_repeat.substr(0, 2), 5}}})),
            "column 'x': stripe 1: byte 0 of its stream: there is no whole run "
            "(truncated_input)" +
                fetch);
  EXPECT_EQ(refusal(file({.stripes = {{v2_repeat, 4}}})),
            "column 'x': stripe 0: holds 5 values, and 4 of its rows are not NULL" + fetch);
  EXPECT_EQ(refusal(file({.stripes = {{v2_repeat, 9}}})),
            "column 'x': stripe 0: holds 5 values, and 9 of its rows are not NULL" + fetch);
  EXPECT_EQ(refusal(file({.encoding = 0, .stripes = {{v1_runs, 107, nulls_2.substr(0, 3)}}})),
            "column 'x': stripe 0: its stream of NULLs ends early" + fetch);
  EXPECT_EQ(refusal(file({.stripes = {}})), "column 'x': has no values; choose another column");
  EXPECT_EQ(refusal("text"), "is not a whole ORC file" + fetch);
  EXPECT_EQ(refusal(""), "is not a whole ORC file" + fetch);
  std::string snappy = good;
  snappy[snappy.rfind("ORC") - 9] = 2;  // the postscript's compression
  EXPECT_EQ(refusal(snappy),
            "its streams are compressed with Snappy; write the file with zlib or without "
            "compression, or give \"format\": \"orc\"");
}

/// Files without a block size or a magic in the postscript, as old writers left them, and one
/// whose stream ends before its rows.
TEST_F(orc_rle, files_of_other_writers) {
  SKIP_WITHOUT_SHARED_DATA("found/README.md");
  for (const char* name : {"found/08-no-block-size.orc", "found/09-no-magic.orc"})
    EXPECT_EQ(values_of<std::int64_t>(load(test::read_shared_data(name)).raw),
              std::vector<std::int64_t>(3, -3))
        << name;
  EXPECT_EQ(refusal(test::read_shared_data("found/21-nulls-invented.orc")),
            "column 'x': stripe 0: holds 3 values, and 9 of its rows are not NULL" + fetch);
}

TEST_F(orc_rle, a_compressed_block_that_does_not_end_is_refused) {
  std::string runs;
  for (int i = 0; i < 20; ++i) runs += v1_runs;
  std::string file =
      orc_file_writer::write({.encoding = 0, .zlib = true, .stripes = {{runs, 2100}}});
  EXPECT_EQ(load(file).raw.table->rows, 2100u);
  file[6] ^= 1;  // after "ORC" and the block's header: Deflate's bit for the last block
  EXPECT_EQ(refusal(file), "byte 3: the compressed block that begins here is damaged" + fetch);
}

TEST_F(orc_rle, every_truncation_is_refused) {
  const std::string file = orc_file_writer::write(
      {.encoding = 0, .zlib = true, .stripes = {{v1_runs, 105}, {v1_runs, 105}}});
  for (std::size_t size = 0; size < file.size(); ++size)
    EXPECT_NE(refusal(file.substr(0, size)), "accepted") << size;
}

TEST_F(orc_rle, a_damaged_byte_is_refused_or_leaves_a_column_that_decodes) {
  for (const bool zlib : {false, true}) {
    const std::string good = orc_file_writer::write(
        {.encoding = 0, .zlib = zlib, .stripes = {{v1_runs, 105}, {v1_runs, 105}}});
    unsigned refused = 0;
    for (std::size_t i = 0; i < good.size(); ++i)
      for (const char flip : {'\x01', '\x40', '\x80', '\xff'}) {
        std::string file = good;
        file[i] = static_cast<char>(file[i] ^ flip);
        try {
          const compressed_dataset loaded = load(file);
          std::vector<std::byte> out(loaded.column.raw_bytes);
          for (const status s : decompress_reference(*find_codec(loaded.codec), loaded.column, out))
            EXPECT_EQ(s, status::ok);
          EXPECT_EQ(out, loaded.raw.bytes) << i;
        } catch (const bad_input& e) {
          EXPECT_EQ(std::string(e.what()).find('\n'), std::string::npos);
          ++refused;
        }
      }
    EXPECT_GT(refused, good.size()) << "most bytes matter";
  }
}

/// The streams of whole files, in files written around them.
TEST_F(orc_rle, streams_of_apache_orcs_examples) {
  SKIP_WITHOUT_SHARED_DATA("orc/streams.json");
  const std::vector<std::string> types = {"SHORT", "INT", "LONG"};
  std::size_t loaded = 0;
  for (const json& file : json::parse(test::read_shared_data("orc/streams.json")))
    for (const json& s : file["streams"]) {
      const auto type = std::ranges::find(types, s["type"].get<std::string>());
      if (s["stream"] != "DATA" || type == types.end()) continue;
      SCOPED_TRACE(s["path"].get<std::string>());
      const std::string stream = test::read_shared_data(s["path"]);
      // As a long: the digest is of 64-bit values.
      const compressed_dataset column =
          load(orc_file_writer::write({.type = 4,
                                       .encoding = s["codec"] == "rle_v2" ? 2u : 0u,
                                       .zlib = loaded % 2 == 0,
                                       .stripes = {{stream, s["count"].get<std::uint64_t>()}}}));
      EXPECT_EQ(column.codec, s["codec"].get<std::string>());
      EXPECT_EQ(column.raw.sha256, s["i64le_sha256"].get<std::string>());
      EXPECT_EQ(column.column.bytes.size(), stream.size());
      ++loaded;
    }
  EXPECT_EQ(loaded, 43u);
}

/// Whole files, which pyarrow's wheel has with their values: one of 70,000 rows, and one
/// of two.
TEST_F(orc_rle, whole_files_of_apache_orcs_examples) {
  const std::string folder = CODAG_SOURCE_DIR "/build/arrow/pyarrow/tests/data/orc/";
  if (!std::filesystem::exists(folder))
    GTEST_SKIP() << "Apache Arrow's test files absent: run scripts/setup --arrow";
  const auto read = [&](const char* file, const char* column) {
    return load_orc_rle({.path = folder + file, .column = column});
  };
  // A thousand rows of each year's 25 December.
  const compressed_dataset dates = read("TestOrcFile.testDate1900.orc", "date");
  std::vector<std::int32_t> days;
  for (int year = 1900; year < 1970; ++year) {
    using namespace std::chrono;
    const sys_days day{std::chrono::year{year} / December / 25};
    days.insert(days.end(), 1000, static_cast<std::int32_t>(day.time_since_epoch().count()));
  }
  EXPECT_EQ(values_of<std::int32_t>(dates.raw), days);
  EXPECT_EQ(dates.raw.table->nulls, 0u);
  EXPECT_EQ(values_of<std::int16_t>(read("TestOrcFile.test1.orc", "short1").raw),
            (std::vector<std::int16_t>{1024, 2048}));
  EXPECT_EQ(values_of<std::int32_t>(read("TestOrcFile.test1.orc", "int1").raw),
            (std::vector<std::int32_t>{65'536, 65'536}));
  EXPECT_EQ(values_of<std::int64_t>(read("TestOrcFile.test1.orc", "long1").raw),
            (std::vector<std::int64_t>(2, std::numeric_limits<std::int64_t>::max())));
  EXPECT_THROW(read("TestOrcFile.test1.orc", "byte1"), bad_input);
  EXPECT_THROW(read("TestOrcFile.emptyFile.orc", "int1"), bad_input);
}

}  // namespace
}  // namespace codag::datasets
