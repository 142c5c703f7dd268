// The header of a .npy file (NumPy, "NPY format", versions 1.0 to 3.0).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codag/element_type.hpp"

namespace codag::datasets {

/// The bytes with which every .npy file begins.
inline constexpr std::string_view npy_magic = "\x93NUMPY";

/// What an array is.
struct npy_header {
  std::string descr;                 ///< the elements as NumPy writes them: "<i4"
  bool fortran_order = false;        ///< the first index varies fastest, not the last
  std::vector<std::uint64_t> shape;  ///< empty for a single value

  /// What the elements become; unset if codag does not read them.
  [[nodiscard]] std::optional<element_type> type() const;
  [[nodiscard]] bool big_endian() const { return descr.starts_with('>'); }
};

/// Reads the text of a header, a literal of Python: {'descr': '<i4', 'fortran_order': False,
/// 'shape': (2, 3), }. Unset if it is not one. Elements of several fields, which are a list there,
/// have the descr "[...]".
std::optional<npy_header> read_npy_header(std::string_view text);

}  // namespace codag::datasets
