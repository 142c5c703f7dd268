// Writes small ORC files around streams that a test has, after the ORC specification v1.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/support/zlib_deflate.hpp"

namespace codag::datasets {

/// A file whose table has one column, "x", of the numbers 1 (a field's number), 2, ...
struct orc_contents {
  std::uint64_t type = 3;      ///< Type.Kind: 2 short, 3 int, 4 long, 7 string, 15 date
  std::uint64_t encoding = 2;  ///< 0: RLE version 1; 2: version 2; 1, 3: a dictionary
  bool zlib = false;
  bool same_name = false;  ///< a second column is called "x", too
  struct stripe {
    std::string data;
    std::uint64_t rows = 0;
    std::string present = {};  ///< the stream PRESENT; empty: no row is NULL
  };
  std::vector<stripe> stripes = {};
};

class orc_file_writer {
 public:
  static std::string write(const orc_contents& c) {
    std::string file = "ORC", footer;
    for (const orc_contents::stripe& s : c.stripes) {
      const std::uint64_t at = file.size();
      const std::string data = section(c, s.data);
      const std::string present = section(c, s.present);
      // Stream: kind, column, length. ColumnEncoding: kind.
      const std::string stripe_footer =
          section(c, (present.empty()
                          ? ""
                          : message(1, number(1, 0) + number(2, 1) + number(3, present.size()))) +
                         message(1, number(1, 1) + number(2, 1) + number(3, data.size())) +
                         message(2, number(1, 0)) + message(2, number(1, c.encoding)));
      file += present + data + stripe_footer;
      footer += message(3, number(1, at) + number(2, 0) + number(3, present.size() + data.size()) +
                               number(4, stripe_footer.size()) + number(5, s.rows));
    }
    const std::string second_column = c.same_name ? varint(2) : "";
    const std::string second_name = c.same_name ? message(3, "x") : "";
    footer += message(
        4, number(1, 12) + message(2, varint(1) + second_column) + message(3, "x") + second_name);
    footer += message(4, number(1, c.type));
    if (c.same_name) footer += message(4, number(1, c.type));
    footer = section(c, footer);
    const std::string postscript = number(1, footer.size()) + number(2, c.zlib ? 1 : 0) +
                                   number(3, 1 << 16) + message(8000, "ORC");
    return file + footer + postscript + static_cast<char>(postscript.size());
  }

 private:
  static std::string varint(std::uint64_t value) {
    std::string bytes;
    for (; value >= 0x80; value >>= 7) bytes += static_cast<char>(value | 0x80);
    return bytes + static_cast<char>(value);
  }
  static std::string number(std::uint64_t field, std::uint64_t value) {
    return varint(field << 3) + varint(value);
  }
  static std::string message(std::uint64_t field, const std::string& bytes) {
    return varint(field << 3 | 2) + varint(bytes.size()) + bytes;
  }
  /// Blocks of at most 64 KiB, each compressed where that makes it smaller.
  static std::string section(const orc_contents& c, const std::string& bytes) {
    if (!c.zlib) return bytes;
    std::string blocks;
    for (std::size_t at = 0; at < bytes.size(); at += 1 << 16) {
      const std::string block = bytes.substr(at, 1 << 16);
      const auto packed = test::zlib_deflate(std::as_bytes(std::span(block)), {});
      const bool smaller = packed.size() < block.size();
      const std::size_t header = (smaller ? packed.size() : block.size()) << 1 | !smaller;
      for (const int shift : {0, 8, 16}) blocks += static_cast<char>(header >> shift);
      blocks += smaller ? std::string(reinterpret_cast<const char*>(packed.data()), packed.size())
                        : block;
    }
    return blocks;
  }
};

}  // namespace codag::datasets
