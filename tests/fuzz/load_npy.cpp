// Any bytes as a NumPy array: it is refused with one line, or gives whole values, no more than
// asked.
#include <algorithm>

#include "datasets/loader/npy.hpp"
#include "tests/fuzz/fail.hpp"
#include "tests/fuzz/strangers_file.hpp"

namespace codag::fuzz::load_npy {
namespace {

void try_input(input in) {
  const unsigned column = in.take_8();
  datasets::npy_options options{.max_bytes = in.take_16()};
  if (column > 0) options.column = column - 1;
  const memory_file file(in.rest());
  options.path = file.path();
  datasets::dataset array;
  if (!accepts([&] { array = datasets::load_npy(options); })) return;
  const std::size_t size = array.bytes.size();
  if (size == 0 || size > options.max_bytes || size % size_of(array.type) != 0)
    fail("%zu bytes of %zu that were asked for", size, std::size_t{options.max_bytes});
}

std::vector<bytes> seeds() {
  std::vector<bytes> all;
  const std::string values(48, 'v');
  for (const std::string_view header :
       {"{'descr': '<i4', 'fortran_order': False, 'shape': (12,), }",
        "{'descr': '>f8', 'fortran_order': True, 'shape': (3, 2), }",
        "{'descr': '|u1', 'fortran_order': False, 'shape': (), }",
        "{'descr': [('a', '<i2', (2,))], 'fortran_order': False, 'shape': (3, 2, 2), }",
        "{\"shape\":(2L,24),'fortran_order':True,'descr':\"<M8[ns]\"}",
        "{'descr': '<u2', 'fortran_order': False, 'shape': (9223372036854775807, 2), }", "{", ""})
    for (const char version : {'\1', '\2', '\3'})
      for (const char column : {'\0', '\1', '\2'}) {
        std::string text = {column, '\xff', '\0'};
        text += "\x93NUMPY";
        text += {version, '\0', static_cast<char>(header.size()), '\0'};
        if (version > 1) text += std::string(2, '\0');
        text.append(header).append(values);
        bytes& seed = all.emplace_back();
        std::ranges::copy(std::as_bytes(std::span(text)), std::back_inserter(seed));
      }
  return all;
}

[[maybe_unused]] const bool added = add_target({"load_npy", try_input, seeds});

}  // namespace
}  // namespace codag::fuzz::load_npy
