// Splits a CSV file into records and fields and knows the place of each field.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "datasets/loader/file_reader.hpp"

namespace codag::datasets {

/// The most bytes of a record, delimiters included: a file without line ends must not fill the
/// memory.
inline constexpr std::size_t max_csv_record_bytes = 1u << 20;

/// A field without its quotes, and where it begins. Lines and columns (in bytes) count from 1.
struct csv_field {
  std::string text;
  std::uint64_t line = 1;
  std::uint64_t column = 1;
};

/// Reads a CSV file record by record. A byte order mark of UTF-8 at the beginning is skipped.
class csv_record_reader {
 public:
  /// Throws bad_input if the file cannot be read.
  csv_record_reader(const std::filesystem::path& path, char delimiter);

  /// Reads the next record that is not an empty line into `fields`. Returns false at the end of the
  /// file. Throws bad_input if a quote is not closed, if text follows a closing quote, or if the
  /// record has more than max_csv_record_bytes.
  bool next(std::vector<csv_field>& fields);

  /// "file:line:column: " of a field, for errors.
  [[nodiscard]] std::string place(const csv_field& field) const;

 private:
  static constexpr int end_of_file = -1;

  [[nodiscard]] int peek();
  int take();
  void count_byte(const csv_field& field);
  void append(csv_field& field, int c);
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
  std::size_t record_bytes_ = 0;  // of the record that is being read
};

}  // namespace codag::datasets
