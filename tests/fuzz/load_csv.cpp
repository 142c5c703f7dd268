// Any bytes as a CSV file: it is refused with one line, or gives whole values, no more than asked.
#include <algorithm>

#include "datasets/loader/loader.hpp"
#include "tests/fuzz/fail.hpp"
#include "tests/fuzz/strangers_file.hpp"
#include "tests/support/columns.hpp"

namespace codag::fuzz::load_csv {
namespace {

using datasets::file_format;
using datasets::load_options;

constexpr unsigned types = std::size(test::all_types);
constexpr const char* columns[] = {"0", "1", "7", "a", "fare", "b c", "18446744073709551616", ""};
constexpr char delimiters[] = {',', '\t', '|', ';', ' '};
constexpr datasets::csv_header headers[] = {datasets::csv_header::automatic,
                                            datasets::csv_header::yes, datasets::csv_header::no};
constexpr std::uint64_t sizes[] = {1 << 20, 64, 9, 1};

/// What one byte chooses from a list, and what remains of it.
template <class List>
const auto& choose(unsigned& byte, const List& list) {
  const auto& chosen = list[byte % std::size(list)];
  byte /= static_cast<unsigned>(std::size(list));
  return chosen;
}

load_options read_options(input& in) {
  unsigned first = in.take_8(), second = in.take_8();
  load_options options{.type = choose(first, test::all_types), .format = file_format::csv};
  options.max_bytes = choose(first, sizes);
  options.csv_column = choose(second, columns);
  options.csv_delimiter = choose(second, delimiters);
  options.header = choose(second, headers);
  options.text = size_of(options.type) == 1 && second % 2 == 1;
  return options;
}

void try_input(input in) {
  load_options options = read_options(in);
  const memory_file file(in.rest());
  options.path = file.path();
  datasets::dataset column;
  if (!accepts([&] { column = datasets::load_file(options); })) return;
  const std::size_t size = column.bytes.size();
  if (size == 0 || size > options.max_bytes || size % size_of(options.type) != 0)
    fail("%zu bytes of %zu that were asked for", size, std::size_t{options.max_bytes});
  if (!options.text && size / size_of(options.type) > in.rest().size())
    fail("%zu values from %zu bytes of text", size / size_of(options.type), in.rest().size());
}

std::vector<bytes> seeds() {
  std::vector<bytes> all;
  for (const std::string_view text :
       {"1\n2\n3\n", "a,b\n1,2\n3,4\n",
        "\xef\xbb\xbf"
        "a,fare\r\n-1,1.5\r\n\r\n+2,1e3\r\n",
        "a|b c|fare\n1|\"2\"|0x1\n", "\"a\",\"b \"\"c\"\"\"\n1,\"x\ny\"\n", "a;fare\n 7 ; nan\n",
        "0\t128\t99999999999999999999\n", "\"open\n1\n", "\"a\"b\n", ",,\n1,,\n", "a\n\n\r\n\r1",
        "fare\n1e999\n-inf\n", "300\n",
        "\xff\xfe"
        "1\n",
        "\x1f\x8b\x08\n"})
    for (unsigned i = 0; i < 2 * types; ++i) {
      bytes b = {static_cast<std::byte>(i), static_cast<std::byte>(i * 7 + text.size())};
      std::ranges::copy(std::as_bytes(std::span(text)), std::back_inserter(b));
      all.push_back(std::move(b));
    }
  return all;
}

[[maybe_unused]] const bool added = add_target({"load_csv", try_input, seeds});

}  // namespace
}  // namespace codag::fuzz::load_csv
