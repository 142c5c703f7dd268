// Columns for vle's encoders that together take every kind of codeword.
#pragma once

#include <optional>
#include <vector>

#include "codag/codec/vle/vle.hpp"
#include "tests/support/encode_on_host.hpp"
#include "tests/support/kinds/vle_chunks.hpp"

namespace codag::test {

struct column_to_encode {
  std::vector<std::byte> raw;
  std::optional<vle::given_code> code;  ///< if the encoder is given one: no small column has it
  std::vector<std::byte> expected;
};

inline std::vector<column_to_encode> columns_of_every_codeword() {
  std::vector<column_to_encode> columns = {{{}, {}, {}},
                                           {std::vector<std::byte>(64, std::byte{9}), {}, {}}};
  for (column_to_encode& c : columns) vle::encode(c.raw, element_type::uint8, c.expected);
  std::vector<std::byte> raw = column_of_code_up_to(vle::max_code_bits);
  raw.resize(9001);
  const vle::given_code code = given(code_up_to(vle::max_code_bits), raw);
  columns.push_back({raw, code, encoded_with(code.book, raw)});
  return columns;
}

}  // namespace codag::test
