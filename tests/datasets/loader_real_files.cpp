// The loader reads files from other projects. Tests whose file is absent are skipped.
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "datasets/loader/loader.hpp"
#include "tests/datasets/contents.hpp"
#include "tests/support/shared_data.hpp"

namespace codag::datasets {
namespace {

class real_files : public testing::Test {
 protected:
  // The path of the file; empty if there is none.
  static std::filesystem::path find(const std::string& name) {
    return test::shared_data("columns/" + name);
  }
};

TEST_F(real_files, taxi_columns) {
  constexpr std::size_t trips = 240'000;
  const struct {
    const char* name;
    element_type type;
  } columns[] = {{"taxi_passenger_count.i8", element_type::int8},
                 {"taxi_payment_type.i8", element_type::int8},
                 {"taxi_pulocation.i32", element_type::int32},
                 {"taxi_fare_cents.i32", element_type::int32},
                 {"taxi_pickup_unix.i64", element_type::int64}};
  for (const auto& column : columns) {
    SKIP_WITHOUT_SHARED_DATA(std::string("columns/") + column.name);
    const auto path = find(column.name);
    EXPECT_EQ(load_file({.path = path, .type = column.type}).bytes.size(),
              trips * size_of(column.type));
  }
}

// Pick-up times are from 2019 and 2020, except where a clock was wrong.
TEST_F(real_files, taxi_times_are_plausible) {
  SKIP_WITHOUT_SHARED_DATA("columns/taxi_pickup_unix.i64");
  const auto path = find("taxi_pickup_unix.i64");
  const auto times =
      values_of<std::int64_t>(load_file({.path = path, .type = element_type::int64}));
  std::size_t inside = 0;
  for (const std::int64_t t : times)
    if (t > 1'546'000'000 && t < 1'610'000'000) ++inside;
  EXPECT_GT(inside, times.size() / 10 * 9);
}

TEST_F(real_files, a_wrong_element_type_is_refused) {
  SKIP_WITHOUT_SHARED_DATA("columns/snappy_urls.10K");
  const auto path = find("snappy_urls.10K");
  EXPECT_THROW(load_file({.path = path, .type = element_type::uint64}), bad_input);
}

// Comment lines before the data are not CSV: the error names the place of the first one.
TEST_F(real_files, an_edge_list_with_comments_is_refused_with_its_place) {
  SKIP_WITHOUT_SHARED_DATA("columns/as20graph.txt");
  const auto path = find("as20graph.txt");
  const load_options options = {.path = path,

                                .type = element_type::uint32,
                                .format = file_format::csv,
                                .csv_column = "1",
                                .csv_delimiter = '\t'};
  try {
    load_file(options);
    FAIL();
  } catch (const bad_input& error) {
    EXPECT_EQ(std::string(error.what()).find(path.string() + ":1:1: "), 0u) << error.what();
  }
}

TEST_F(real_files, genome_text_as_bytes) {
  SKIP_WITHOUT_SHARED_DATA("columns/MT-human.fa");
  const auto path = find("MT-human.fa");
  const dataset data = load_file({.path = path, .type = element_type::uint8, .max_bytes = 1000});
  EXPECT_EQ(data.bytes.size(), 1000u);
  EXPECT_EQ(data.bytes[0], std::byte{'>'});
}

}  // namespace
}  // namespace codag::datasets
