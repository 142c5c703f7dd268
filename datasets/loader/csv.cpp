#include "datasets/loader/csv.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <limits>
#include <optional>
#include <string_view>

#include "datasets/loader/csv_record_reader.hpp"
#include "datasets/shown_text.hpp"

namespace codag::datasets {
namespace {

std::string_view without_blanks(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

enum class parse_result { ok, not_a_number, out_of_range };

/// A number may begin with a plus, which std::from_chars does not take.
std::string_view without_plus(std::string_view text) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-' && text[1] != '+') text.remove_prefix(1);
  return text;
}

template <class T>
parse_result append_number(std::string_view text, std::vector<std::byte>& out) {
  text = without_plus(text);
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::result_out_of_range) return parse_result::out_of_range;
  if (error != std::errc{} || end != text.data() + text.size()) return parse_result::not_a_number;
  const std::size_t at = out.size();
  out.resize(at + sizeof(T));
  std::memcpy(out.data() + at, &value, sizeof(T));
  return parse_result::ok;
}

parse_result append_value(std::string_view text, element_type type, std::vector<std::byte>& out) {
  switch (type) {
    case element_type::int8:
      return append_number<std::int8_t>(text, out);
    case element_type::uint8:
      return append_number<std::uint8_t>(text, out);
    case element_type::int16:
      return append_number<std::int16_t>(text, out);
    case element_type::uint16:
      return append_number<std::uint16_t>(text, out);
    case element_type::int32:
      return append_number<std::int32_t>(text, out);
    case element_type::uint32:
      return append_number<std::uint32_t>(text, out);
    case element_type::int64:
      return append_number<std::int64_t>(text, out);
    case element_type::uint64:
      return append_number<std::uint64_t>(text, out);
    case element_type::float32:
      return append_number<float>(text, out);
    case element_type::float64:
      return append_number<double>(text, out);
  }
  return parse_result::not_a_number;
}

// Whether it is a number of any type. 1.5 in the first line is a bad integer, not a header.
bool is_number(std::string_view text) {
  text = without_plus(text);
  double value = 0;
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value);
  return result.ec != std::errc::invalid_argument && result.ptr == end;
}

void append_text(std::string_view text, std::vector<std::byte>& out) {
  for (const char c : text) out.push_back(static_cast<std::byte>(c));
  out.push_back(std::byte{'\n'});
}

// The first names of a header, for a message.
std::string names_of(const std::vector<csv_field>& header) {
  constexpr std::size_t most = 20;
  std::string names;
  for (std::size_t i = 0; i < std::min(most, header.size()); ++i)
    names += " " + in_quotes(header[i].text);
  return header.size() > most ? names + " and more" : names;
}

bool is_name(std::string_view text) {
  return !text.empty() && !is_number(text);
}

/// Whether a line is ",0,1,2": pandas writes the numbers of columns without names, and before them
/// the empty name of its index.
bool numbers_its_columns(const std::vector<csv_field>& fields) {
  if (fields.size() < 2 || !without_blanks(fields.front().text).empty()) return false;
  for (std::size_t i = 1; i < fields.size(); ++i)
    if (without_blanks(fields[i].text) != std::to_string(i - 1)) return false;
  return true;
}

/// Whether the first line is a header: the column's field is a name, or it is empty beside a name,
/// or the line numbers the columns.
bool is_header(const std::vector<csv_field>& fields, const csv_field& field) {
  const auto names = [](const csv_field& f) { return is_name(without_blanks(f.text)); };
  const bool unnamed = without_blanks(field.text).empty();
  return names(field) || (unnamed && std::ranges::any_of(fields, names)) ||
         numbers_its_columns(fields);
}

/// The number that digits stand for, as large as a table cannot be if they are too many.
std::optional<std::size_t> column_number(std::string_view column) {
  if (!std::ranges::all_of(column, [](char c) { return c >= '0' && c <= '9'; })) return {};
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(column.data(), column.data() + column.size(), number);
  return error == std::errc{} ? number : std::numeric_limits<std::size_t>::max();
}

class column_reader {
 public:
  explicit column_reader(const load_options& options)
      : options_(options), records_(options.path, options.csv_delimiter) {}

  std::vector<std::byte> read() {
    std::vector<csv_field> fields;
    std::vector<std::byte> out;
    if (!records_.next(fields))
      throw bad_input(options_.path.string() + ": is empty; expected a table");
    if (choose_column(fields) && !records_.next(fields)) return out;
    do append(select(fields), out);
    while (out.size() < options_.max_bytes && records_.next(fields));
    if (out.size() > options_.max_bytes) out.resize(options_.max_bytes);
    return out;
  }

 private:
  /// Chooses the column by the first line. Returns whether that line is a header. In one, a number
  /// that is too large for the table is a name: a year.
  bool choose_column(const std::vector<csv_field>& line) {
    const std::optional<std::size_t> number = column_number(options_.csv_column);
    if (!number && options_.header == csv_header::no)
      throw bad_input(options_.path.string() +
                      ": a column of a file without a header has no name " +
                      in_quotes(options_.csv_column) + "; give its number, from 0");
    if (!number || (options_.header == csv_header::yes && *number >= line.size())) {
      find_by_name(line);
      return true;
    }
    column_ = *number;
    if (options_.header != csv_header::automatic) return options_.header == csv_header::yes;
    return !options_.text && is_header(line, select(line));
  }

  void find_by_name(const std::vector<csv_field>& header) {
    const auto is_asked = [&](const csv_field& f) {
      return without_blanks(f.text) == options_.csv_column;
    };
    const auto field = std::ranges::find_if(header, is_asked);
    if (field == header.end())
      throw bad_input(records_.place(header.front()) + "the header has no column " +
                      in_quotes(options_.csv_column) + "; it has" + names_of(header));
    if (const auto second = std::find_if(field + 1, header.end(), is_asked); second != header.end())
      throw bad_input(records_.place(*second) + "the header has a second column " +
                      in_quotes(options_.csv_column) + "; choose one by its number from 0: " +
                      std::to_string(field - header.begin()) + " or " +
                      std::to_string(second - header.begin()));
    column_ = static_cast<std::size_t>(field - header.begin());
  }

  [[nodiscard]] const csv_field& select(const std::vector<csv_field>& fields) const {
    if (column_ < fields.size()) return fields[column_];
    const bool by_number = column_number(options_.csv_column).has_value();
    const std::string column = by_number ? beginning_of(options_.csv_column) + " (from 0)"
                                         : in_quotes(options_.csv_column);
    const bool may_be_name =
        by_number && options_.header == csv_header::automatic && fields.front().line == 1;
    throw bad_input(records_.place(fields.back()) + "column " + column +
                    " is missing; the line has only " + std::to_string(fields.size()) +
                    (fields.size() == 1 ? " field" : " fields") + "; check the delimiter, " +
                    delimiter_name() +
                    (may_be_name ? ", or give the csv_header yes if this is a name" : ""));
  }

  [[nodiscard]] std::string delimiter_name() const {
    return options_.csv_delimiter == '\t' ? "a tab" : in_quotes({&options_.csv_delimiter, 1});
  }

  void append(const csv_field& field, std::vector<std::byte>& out) const {
    if (options_.text) return append_text(field.text, out);
    const std::string_view text = without_blanks(field.text);
    const std::string type(to_string(options_.type));
    switch (append_value(text, options_.type, out)) {
      case parse_result::ok:
        return;
      case parse_result::out_of_range:
        throw bad_input(records_.place(field) + in_quotes(text) + " does not fit " + type +
                        "; choose a wider type");
      case parse_result::not_a_number:
        throw bad_input(records_.place(field) + "expected " + type + ", found " + in_quotes(text) +
                        "; choose another type or correct the file");
    }
  }

  const load_options& options_;
  csv_record_reader records_;
  std::size_t column_ = 0;
};

}  // namespace

std::vector<std::byte> read_csv_column(const load_options& options) {
  return column_reader(options).read();
}

}  // namespace codag::datasets
