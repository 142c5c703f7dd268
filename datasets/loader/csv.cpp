#include "datasets/loader/csv.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>
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

template <class T>
parse_result append_number(std::string_view text, std::vector<std::byte>& out) {
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

/// Whether the first line is a header: the column's field is a name, or it is empty beside a name.
/// pandas writes an index without a name.
bool is_header(const std::vector<csv_field>& fields, const csv_field& field) {
  const std::string_view text = without_blanks(field.text);
  return is_name(text) || (text.empty() && std::ranges::any_of(fields, [](const csv_field& f) {
                             return is_name(without_blanks(f.text));
                           }));
}

bool is_column_number(std::string_view column) {
  return !column.empty() &&
         std::ranges::all_of(column, [](char c) { return c >= '0' && c <= '9'; });
}

class column_reader {
 public:
  explicit column_reader(const load_options& options)
      : options_(options), records_(options.path, options.csv_delimiter) {}

  std::vector<std::byte> read() {
    std::vector<csv_field> fields;
    const bool by_number = is_column_number(options_.csv_column);
    bool first = true;
    if (!by_number) {
      if (!records_.next(fields))
        throw bad_input(options_.path.string() + ": is empty; expected a header line");
      find_by_name(fields);
      first = false;
    } else {
      parse_number();
    }
    std::vector<std::byte> out;
    for (; out.size() < options_.max_bytes && records_.next(fields); first = false) {
      const csv_field& field = select(fields);
      if (options_.text)
        append_text(field.text, out);
      else
        append(field, first && is_header(fields, field), out);
    }
    if (out.size() > options_.max_bytes) out.resize(options_.max_bytes);
    return out;
  }

 private:
  void parse_number() {
    const std::string& text = options_.csv_column;
    if (std::from_chars(text.data(), text.data() + text.size(), column_).ec != std::errc{})
      throw bad_input(options_.path.string() + ": column number " + beginning_of(text) +
                      " is too large");
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
    throw bad_input(records_.place(fields.back()) + "column " + std::to_string(column_) +
                    " (from 0) is missing; the line has only " + std::to_string(fields.size()) +
                    (fields.size() == 1 ? " field" : " fields") + "; check the delimiter, " +
                    delimiter_name());
  }

  [[nodiscard]] std::string delimiter_name() const {
    return options_.csv_delimiter == '\t' ? "a tab" : in_quotes({&options_.csv_delimiter, 1});
  }

  void append(const csv_field& field, bool in_header, std::vector<std::byte>& out) const {
    const std::string_view text = without_blanks(field.text);
    const std::string type(to_string(options_.type));
    switch (append_value(text, options_.type, out)) {
      case parse_result::ok:
        return;
      case parse_result::out_of_range:
        throw bad_input(records_.place(field) + in_quotes(text) + " does not fit " + type +
                        "; choose a wider type");
      case parse_result::not_a_number:
        if (in_header) return;
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
