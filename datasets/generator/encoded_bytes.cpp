// "encoded_bytes": random bytes as text without line ends, as columns of keys, hashes and pictures
// have them. A Base64 digit holds 6 bits of its 8, a hexadecimal one 4, and nothing repeats: only
// an entropy coder makes them smaller.
#include <array>
#include <bit>
#include <string>
#include <string_view>

#include "datasets/generator/synthetic.hpp"
#include "datasets/generator/text_column.hpp"

namespace codag::datasets {
namespace {

constexpr std::array<std::string_view, 2> encoding_names = {"base64", "hex"};
constexpr std::array encoding_digits = {base64_digits, hex_digits};

constexpr std::array encoded_bytes_parameters = {parameter{.key = "encoding",
                                                           .label = "encoding",
                                                           .most = encoding_names.size() - 1,
                                                           .choices = encoding_names,
                                                           .help = "how bytes become text"}};
static_assert(well_declared(encoded_bytes_parameters));

block_writer prepare_encoded_bytes(const column_request& asked) {
  const std::string_view digits = encoding_digits.at(asked["encoding"]);
  const int unused_bits = 64 - std::countr_zero(digits.size());
  return write_text([=](random& r, std::uint64_t) {
    std::string text(generator_block_bytes, ' ');
    for (char& c : text) c = digits[r.next() >> unused_bits];
    return text;
  });
}

}  // namespace

generator encoded_bytes_generator() {
  return {.name = "encoded_bytes",
          .description = "random bytes as text, in Base64 or as hexadecimal digits",
          .type = element_type::uint8,
          .parameters = encoded_bytes_parameters,
          .prepare = prepare_encoded_bytes};
}

}  // namespace codag::datasets
