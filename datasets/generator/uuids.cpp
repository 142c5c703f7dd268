// "uuids": random identifiers, a line each: version 4 of RFC 9562.
#include <string>
#include <string_view>

#include "datasets/generator/synthetic.hpp"
#include "datasets/generator/text_column.hpp"

namespace codag::datasets {
namespace {

std::string make_uuid(random& r) {
  // x is any digit, y has the variant's two bits.
  std::string line = "xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx\n";
  for (char& c : line) {
    if (c == 'x') c = hex_digits[r.below(16)];
    if (c == 'y') c = hex_digits[8 + r.below(4)];
  }
  return line;
}

block_writer prepare_uuids(const column_request&) {
  return write_text(
      [](random& r, std::uint64_t) { return lines_of_block([&] { return make_uuid(r); }); });
}

}  // namespace

generator uuids_generator() {
  return {.name = "uuids",
          .description = "lines with a random UUID (version 4) each",
          .type = element_type::uint8,
          .prepare = prepare_uuids};
}

}  // namespace codag::datasets
