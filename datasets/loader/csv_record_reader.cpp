#include "datasets/loader/csv_record_reader.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "datasets/dataset.hpp"

namespace codag::datasets {

csv_record_reader::csv_record_reader(const std::filesystem::path& path, char delimiter)
    : path_(path.string()), file_(path), delimiter_(delimiter), buffer_(1u << 16) {
  constexpr std::array byte_order_mark{std::byte{0xef}, std::byte{0xbb}, std::byte{0xbf}};
  end_ = file_.read(buffer_);
  if (end_ >= byte_order_mark.size() &&
      std::ranges::equal(byte_order_mark, std::span(buffer_).first(3)))
    begin_ = byte_order_mark.size();
}

int csv_record_reader::peek() {
  if (begin_ == end_) {
    begin_ = 0;
    end_ = file_.read(buffer_);
    if (end_ == 0) return end_of_file;
  }
  return std::to_integer<int>(buffer_[begin_]);
}

int csv_record_reader::take() {
  const int c = peek();
  if (c == end_of_file) return c;
  ++begin_;
  if (c == '\n') {
    ++line_;
    column_ = 1;
  } else {
    ++column_;
  }
  return c;
}

// Outside quotes, a carriage return always belongs to the end of a line.
bool csv_record_reader::at_field_end() {
  const int c = peek();
  return c == end_of_file || c == '\n' || c == '\r' || c == static_cast<unsigned char>(delimiter_);
}

bool csv_record_reader::take_line_end() {
  if (peek() == '\r') take();
  if (peek() == '\n') take();
  return peek() != end_of_file;
}

std::string csv_record_reader::place(const csv_field& field) const {
  return path_ + ":" + std::to_string(field.line) + ":" + std::to_string(field.column) + ": ";
}

void csv_record_reader::count_byte(const csv_field& field) {
  if (++record_bytes_ > max_csv_record_bytes)
    throw bad_input(place(field) + "the record of this field has more than " +
                    std::to_string(max_csv_record_bytes) +
                    " bytes; check the quotes, or that this is a CSV file");
}

void csv_record_reader::append(csv_field& field, int c) {
  count_byte(field);
  field.text += static_cast<char>(c);
}

void csv_record_reader::read_quoted(csv_field& field) {
  take();
  for (;;) {
    const int c = take();
    if (c == end_of_file)
      throw bad_input(place(field) + "a quoted field is not closed; add the closing '\"'");
    if (c == '"') {
      if (peek() != '"') break;
      take();
    }
    append(field, c);
  }
  if (!at_field_end())
    throw bad_input(place(field) +
                    "text follows a closing quote; write a quote inside a quoted field as '\"\"'");
}

void csv_record_reader::read_field(csv_field& field) {
  field = {.text = {}, .line = line_, .column = column_};
  if (peek() == '"') {
    read_quoted(field);
    return;
  }
  while (!at_field_end()) append(field, take());
}

bool csv_record_reader::next(std::vector<csv_field>& fields) {
  while (peek() == '\n' || peek() == '\r')
    if (!take_line_end()) return false;
  if (peek() == end_of_file) return false;
  fields.clear();
  record_bytes_ = 0;
  for (;;) {
    read_field(fields.emplace_back());
    if (peek() != static_cast<unsigned char>(delimiter_)) break;
    take();
    count_byte(fields.back());
  }
  take_line_end();
  return true;
}

}  // namespace codag::datasets
