#include "datasets/loader/npy.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "datasets/digest.hpp"
#include "tests/datasets/contents.hpp"
#include "tests/datasets/temporary_directory.hpp"

namespace codag::datasets {
namespace {

/// A file as numpy.save writes it.
std::string npy(std::string header, std::string_view values, char version = 1) {
  header += '\n';
  std::string file = "\x93NUMPY";
  file += {version, '\0'};
  for (std::size_t i = 0; i < (version == 1 ? 2u : 4u); ++i)
    file += static_cast<char>(header.size() >> (8 * i));
  return file + header + std::string(values);
}

std::string npy_of(const std::string& descr, const std::string& shape, std::string_view values,
                   bool fortran = false) {
  return npy("{'descr': '" + descr + "', 'fortran_order': " + (fortran ? "True" : "False") +
                 ", 'shape': " + shape + ", }",
             values);
}

class npy_loader : public testing::Test {
 protected:
  [[nodiscard]] npy_options file(std::string_view content) const {
    return {.path = dir_.write("array.npy", content)};
  }
  static std::string error_of(const npy_options& options) {
    try {
      load_npy(options);
    } catch (const bad_input& error) {
      const std::string line = error.what();
      EXPECT_EQ(line.find(options.path.string() + ": "), 0u) << line;
      EXPECT_EQ(line.find('\n'), std::string::npos);
      return line.substr(options.path.string().size() + 2);
    }
    ADD_FAILURE() << "no error";
    return {};
  }

  temporary_directory dir_;
};

using namespace std::string_view_literals;
constexpr std::string_view two_int32 = "\1\0\0\0\2\0\0\0"sv;
constexpr std::string_view six_bytes = "\1\2\3\4\5\6"sv;

TEST_F(npy_loader, values_with_their_type) {
  const dataset data = load_npy(file(npy_of("<i4", "(2,)", two_int32)));
  EXPECT_EQ(data.type, element_type::int32);
  EXPECT_EQ(values_of<std::int32_t>(data), (std::vector<std::int32_t>{1, 2}));
  EXPECT_EQ(data.name, "array.npy");
  EXPECT_EQ(data.sha256, sha256(data.bytes));
}

TEST_F(npy_loader, every_type) {
  const std::pair<const char*, element_type> types[] = {
      {"|b1", element_type::uint8},     {"|i1", element_type::int8},
      {"|u1", element_type::uint8},     {"<i2", element_type::int16},
      {"<u2", element_type::uint16},    {"<u4", element_type::uint32},
      {"<i8", element_type::int64},     {"=u8", element_type::uint64},
      {"<f4", element_type::float32},   {"<f8", element_type::float64},
      {"<M8[ns]", element_type::int64}, {"<m8[us]", element_type::int64}};
  for (const auto& [descr, type] : types) {
    const std::string values(size_of(type), 'x');
    const dataset data = load_npy(file(npy_of(descr, "(1,)", values)));
    EXPECT_EQ(data.type, type) << descr;
    EXPECT_EQ(text_of(data), values) << descr;
  }
}

TEST_F(npy_loader, big_endian_values_are_turned) {
  const dataset data = load_npy(file(npy_of(">u2", "(2,)", "\1\2\3\4")));
  EXPECT_EQ(values_of<std::uint16_t>(data), (std::vector<std::uint16_t>{0x102, 0x304}));
}

TEST_F(npy_loader, columns_in_both_orders) {
  npy_options options = file(npy_of("|u1", "(2, 3)", six_bytes));
  options.column = 1;
  EXPECT_EQ(text_of(load_npy(options)), "\2\5");
  options = file(npy_of("|u1", "(2, 3)", six_bytes, true));
  options.column = 1;
  EXPECT_EQ(text_of(load_npy(options)), "\3\4");
  options = file(npy_of(">u2", "(3, 1)", six_bytes));
  options.column = 0;
  options.max_bytes = 5;
  EXPECT_EQ(text_of(load_npy(options)), "\2\1\4\3") << "two whole values";
}

TEST_F(npy_loader, other_forms_of_the_header) {
  const std::string form = "{\"shape\":(2L,),'fortran_order':False,'descr':\"<i4\"}";
  for (const char version : {'\1', '\2', '\3'})
    EXPECT_EQ(load_npy(file(npy(form, two_int32, version))).bytes.size(), 8u);
  EXPECT_EQ(load_npy(file(npy_of("<i4", "()", two_int32.substr(4)))).bytes.size(), 4u)
      << "one value";
}

TEST_F(npy_loader, reads_no_further_than_asked) {
  npy_options options = file(npy_of("<i4", "(1000,)", two_int32));
  options.max_bytes = 7;
  EXPECT_EQ(load_npy(options).bytes.size(), 4u);
  options.max_bytes = 3;
  EXPECT_EQ(error_of(options), "a size of 3 bytes holds no int32; give at least 4");
}

TEST_F(npy_loader, what_is_refused) {
  const std::pair<std::string, const char*> refused[] = {
      {"1 2 3", "is not a NumPy array"},
      {npy_of("<i4", "(2,)", two_int32).substr(0, 30), "its header is damaged"},
      {npy("{}", ""), "its header is damaged"},
      {npy("{'descr': '<i4', 'shape': (2,)}", two_int32), "its header is damaged"},
      {npy("{'descr': '<i4', 'fortran_order': False, 'shape': (2,), 'shape': (1,)}", two_int32),
       "its header is damaged"},
      {npy("{'descr': '<i4', 'fortran_order': False, 'shape': (-2,)}", two_int32),
       "its header is damaged"},
      {npy("{'descr': '<i4', 'fortran_order': 0, 'shape': (2,)}", two_int32),
       "its header is damaged"},
      {npy("{'descr': [('a', '<i4', [2])], 'fortran_order': False, 'shape': (2,)}", two_int32),
       "its elements are '[...]'"},
      {npy_of("|O", "(2,)", two_int32), "its elements are '|O'"},
      {npy_of("<f2", "(4,)", two_int32), "its elements are '<f2'"},
      {npy_of("<U2", "(1,)", two_int32), "its elements are '<U2'"},
      {npy_of("i4", "(2,)", two_int32), "its elements are 'i4'"},
      {npy_of("<i4", "(3,)", two_int32), "ends before its array (3 of '<i4') is complete"},
      {npy_of("<i4", "(1,)", two_int32), "continues after its array"},
      {npy_of("<i4", "(2, 1)", two_int32),
       "has columns (2 x 1); choose one by its number, from 0 to 0"},
      {npy_of("<i4", "(1, 1, 2)", two_int32), "has 3 dimensions (1 x 1 x 2)"},
      {npy_of("<i4", "(9223372036854775808, 2)", two_int32), "ends before its array"},
      {npy_of("<i4", "(9223372036854775807,)", two_int32), "ends before its array"},
      {npy_of("<i4", "(1000000000000,)", two_int32), "ends before its array"},
      {npy_of("<i4", "(0,)", ""), "holds no values"},
      {npy_of("<i4", "(0, 3)", ""), "holds no values"}};
  for (const auto& [content, error] : refused)
    EXPECT_EQ(error_of(file(content)).find(error), 0u) << error << "\n" << error_of(file(content));
}

TEST_F(npy_loader, columns_and_types_that_are_not_there) {
  npy_options options = file(npy_of("|u1", "(2, 3)", six_bytes));
  options.column = 3;
  EXPECT_EQ(error_of(options), "has no column 3 (2 x 3); choose one by its number, from 0 to 2");
  options = file(npy_of("|u1", "(2, 4)", six_bytes));
  options.column = 3;
  EXPECT_EQ(error_of(options).find("ends before its array (2 x 4"), 0u);
  options = file(npy_of("|u1", "(6,)", six_bytes));
  options.column = 0;
  EXPECT_EQ(error_of(options), "has no columns (6); leave out the column");
  options.column.reset();
  options.type = element_type::int8;
  EXPECT_EQ(error_of(options), "is an array of uint8, not int8; leave out the type");
  options.type = element_type::uint8;
  EXPECT_EQ(text_of(load_npy(options)), six_bytes);
}

}  // namespace
}  // namespace codag::datasets
