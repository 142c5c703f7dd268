// Finds the streams of a column in an ORC file (ORC specification v1). Reads no values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <vector>

namespace codag::datasets {

/// An ORC file whose streams are not compressed, or compressed with zlib. Every function throws
/// bad_input: one line that names the file and the place in it, with the remedy.
class orc_file {
 public:
  /// Reads the file's tail.
  explicit orc_file(const std::filesystem::path& path);

  /// The numbers of types that the specification's Type.Kind has.
  enum class type_kind : std::uint64_t { short_int = 2, int_32 = 3, long_int = 4, date = 15 };

  /// A column of the table itself, not of a struct in it.
  struct column {
    std::uint64_t number = 0;  ///< in stream lists: 0 is the table
    type_kind kind{};          ///< may be one that the enumeration does not name
    std::string name;
  };

  /// The column of that name.
  [[nodiscard]] column find_column(const std::string& name) const;

  [[nodiscard]] std::size_t stripes() const { return stripes_.size(); }
  [[nodiscard]] std::uint64_t rows(std::size_t stripe) const { return stripes_[stripe].rows; }

  /// A column's integers in one stripe.
  struct data_stream {
    bool version_2 = false;        ///< its runs are of RLE version 2, otherwise of version 1
    std::vector<std::byte> bytes;  ///< decompressed; empty if all rows are NULL
    std::uint64_t values = 0;      ///< rows that are not NULL
  };

  /// The stream DATA of an integer column.
  [[nodiscard]] data_stream read_data(std::size_t stripe, const column& of);

  [[noreturn]] void fail(const std::string& what) const;

 private:
  struct stripe_place {
    std::uint64_t offset = 0, index_bytes = 0, data_bytes = 0, footer_bytes = 0, rows = 0;
  };
  struct column_type {
    std::uint64_t kind = 0;
    std::vector<std::uint64_t> children;
    std::vector<std::string> names;
  };

  [[nodiscard]] std::uint64_t count_present(std::span<const std::byte> present, std::uint64_t rows,
                                            const std::string& place) const;
  void read_tail();
  void read_footer(std::span<const std::byte> footer);
  [[nodiscard]] std::vector<std::byte> read(std::uint64_t at, std::uint64_t bytes);
  [[nodiscard]] std::vector<std::byte> read_decompressed(std::uint64_t at, std::uint64_t bytes);

  std::string path_;
  std::ifstream file_;
  std::uint64_t file_bytes_ = 0;
  std::uint64_t compression_ = 0;
  std::uint64_t block_bytes_ = 1 << 18;  // what a postscript without a size means
  std::vector<stripe_place> stripes_;
  std::vector<column_type> types_;
};

}  // namespace codag::datasets
