// Loading a column from a file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>

#include "codag/element_type.hpp"
#include "datasets/dataset.hpp"

namespace codag::datasets {

enum class file_format {
  raw,  ///< the column's values, little-endian, one behind the other
  csv,  ///< one column of a text table
};

/// Which column, and how much of it.
struct load_options {
  std::filesystem::path path = {};
  std::string name = {};  ///< of the dataset; empty: the file's name
  element_type type = element_type::uint8;
  file_format format = file_format::raw;
  std::uint64_t max_bytes =
      std::numeric_limits<std::uint64_t>::max();  ///< of values; the rest of the file is not read

  // CSV alone:
  std::string csv_column = {};  ///< a name in the header line, or a number from 0
  char csv_delimiter = ',';
  bool text = false;  ///< int8 and uint8: keep each field's bytes, with a newline behind each
};

/// Loads a column. A file that begins with gzip's magic bytes is decompressed, all its members.
///
/// raw: the file is a whole number of elements, unless max_bytes ends it earlier.
///
/// csv: fields may be quoted ("" is a quote inside quotes, and delimiters and line ends inside are
/// text); lines end in LF or CRLF; empty lines are skipped. A column asked for by name needs a
/// header line. Asked for by number, a first line whose field is no number is taken for a header;
/// with `text`, every line is data. Integers are decimal and must fit the type; floats are decimal,
/// with or without an exponent; blanks around a number are ignored.
///
/// Throws bad_input, one line that names the file and the place (file:line:column in a CSV).
dataset load_file(const load_options& options);

}  // namespace codag::datasets
