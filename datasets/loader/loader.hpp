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
  raw,  ///< the column's values, little-endian, without gaps
  csv,  ///< one column of a text table
};

/// Which column, and how much of it.
struct load_options {
  std::filesystem::path path = {};
  std::string name = {};  ///< of the dataset; if empty, the file's name
  element_type type = element_type::uint8;
  file_format format = file_format::raw;
  std::uint64_t max_bytes =
      std::numeric_limits<std::uint64_t>::max();  ///< of values; what follows is not read

  // Only for CSV:
  std::string csv_column = {};  ///< a name from the header line, or a number from 0
  char csv_delimiter = ',';
  bool text = false;  ///< int8 and uint8: each field's bytes, followed by a newline
};

/// Loads a column of at least one value. If the file begins with gzip's magic bytes, all its
/// members are decompressed.
///
/// raw: the file is a whole number of elements, unless max_bytes ends it earlier. A NumPy array
/// (.npy) is refused: its header is not values.
///
/// csv: fields may be quoted; inside quotes, "" means a quote, and delimiters and line ends are
/// text. Lines end in LF or CRLF, and empty lines are skipped. A column that is given by name needs
/// a header line. If it is given by number, a first line whose field is not a number, or is empty
/// beside a name, counts as a header; a name that two columns have is refused; with `text`, every
/// line is data. A byte order mark of UTF-8 is skipped. Integers are decimal and must fit the type.
/// Floats are decimal, with or without an exponent. Blanks around a number are ignored.
///
/// Throws bad_input, one line that names the file and the place (file:line:column in a CSV file).
dataset load_file(const load_options& options);

}  // namespace codag::datasets
