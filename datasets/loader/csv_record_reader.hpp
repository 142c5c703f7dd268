// Splits a CSV file into records and fields and knows the place of each field.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "datasets/loader/file_reader.hpp"

namespace codag::datasets {

/// A field without its quotes, and where it begins. Lines and columns (in bytes) count from 1.
struct csv_field {
  std::string text;
  std::uint64_t line = 1;
  std::uint64_t column = 1;
};

/// Reads a CSV file record by record.
class csv_record_reader {
 public:
  csv_record_reader(const std::filesystem::path& path, char delimiter)
      : path_(path.string()), file_(path), delimiter_(delimiter), buffer_(1u << 18) {}

  /// Reads the next record that is not an empty line into `fields`. Returns false at the end of the
  /// file. Throws bad_input if a quote is not closed, or if text follows a closing quote.
  bool next(std::vector<csv_field>& fields);

  /// "file:line:column: " of a field, for errors.
  [[nodiscard]] std::string place(const csv_field& field) const;

 private:
  static constexpr int end_of_file = -1;

  [[nodiscard]] int peek();
  int take();
  void read_field(csv_field& field);
  void read_quoted(csv_field& field);
  [[nodiscard]] bool at_field_end();
  bool take_line_end();

  std::string path_;
  file_reader file_;
  char delimiter_;
  std::vector<std::byte> buffer_;
  std::size_t begin_ = 0, end_ = 0;  // unread bytes of the buffer
  std::uint64_t line_ = 1, column_ = 1;
};

}  // namespace codag::datasets
