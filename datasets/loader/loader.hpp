// Loads a column from a file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>

#include "codag/element_type.hpp"
#include "datasets/dataset.hpp"

namespace codag::datasets {

enum class file_format {
  automatic,  ///< the column's values, little-endian, without gaps; or gzip of them
  raw,        ///< the column's values, and nothing else
  csv,        ///< one column of a text table; or gzip of it
};

/// Whether the first line of a CSV file is a header.
enum class csv_header {
  automatic,  ///< if the column's field is not a number, or is empty beside such a field
  yes,
  no,
};

/// Which column, and how much of it.
struct load_options {
  std::filesystem::path path = {};
  std::string name = {};  ///< of the dataset; if empty, the file's name
  element_type type = element_type::uint8;
  file_format format = file_format::automatic;
  std::uint64_t max_bytes =
      std::numeric_limits<std::uint64_t>::max();  ///< of values; what follows is not read

  // Only for CSV:
  std::string csv_column = {};  ///< a number from 0, or a name from the header line
  csv_header header = csv_header::automatic;
  char csv_delimiter = ',';
  bool text = false;  ///< int8 and uint8: each field's bytes, followed by a newline
};

/// Loads a column of at least one value. Unless the format is raw, all members of a file that
/// begins with gzip's magic bytes are decompressed.
///
/// automatic and raw: the file is a whole number of elements, unless max_bytes ends it earlier.
/// automatic refuses the files of other formats that foreign_format() knows.
///
/// csv: fields may be quoted; inside quotes, "" means a quote, and delimiters and line ends are
/// text. Lines end in LF or CRLF, and empty lines are skipped. Digits are
/// a column's number; in a file that is said to have a header and has fewer columns, a name. A
/// column that is given by name needs a header line, and a name that two columns have is refused.
/// With `text`, the automatic header is none. A byte order mark of UTF-8 is skipped. Integers are
/// decimal and must fit the type. Floats are decimal, with or without an exponent. Blanks around a
/// number are ignored.
///
/// Throws bad_input, one line that names the file and the place (file:line:column in a CSV file).
dataset load_file(const load_options& options);

}  // namespace codag::datasets
