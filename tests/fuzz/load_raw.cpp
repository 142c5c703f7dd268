// Any bytes as a file of values: it is refused with one line, or gives the file's own bytes.
#include <algorithm>

#include "datasets/loader/loader.hpp"
#include "tests/fuzz/fail.hpp"
#include "tests/fuzz/member_bytes.hpp"
#include "tests/fuzz/strangers_file.hpp"
#include "tests/support/columns.hpp"

namespace codag::fuzz::load_raw {
namespace {

void try_input(input in) {
  const element_type type = test::all_types[in.take_8() % std::size(test::all_types)];
  const std::uint64_t max_bytes = in.take_16();
  const bytes content = member_file(in, datasets::deflate_wrapper::gzip);
  const memory_file file(content);
  datasets::dataset column;
  const auto read = [&] {
    column = datasets::load_file({.path = file.path(), .type = type, .max_bytes = max_bytes});
  };
  if (!accepts(read)) return;
  const std::size_t size = column.bytes.size();
  if (size == 0 || size > max_bytes || size % size_of(type) != 0)
    fail("%zu bytes of %zu that were asked for", size, std::size_t{max_bytes});
  if (datasets::recognise_wrapper(content) == datasets::deflate_wrapper::gzip) return;
  if (size > content.size() ||
      !std::equal(column.bytes.begin(), column.bytes.end(), content.begin()))
    fail("the column has other bytes than the file");
}

std::vector<bytes> seeds() {
  std::vector<bytes> all;
  const auto add = [&](unsigned type, unsigned max_bytes, const bytes& content) {
    all.push_back({static_cast<std::byte>(type), static_cast<std::byte>(max_bytes & 0xff),
                   static_cast<std::byte>(max_bytes >> 8)});
    all.back().insert(all.back().end(), content.begin(), content.end());
  };
  const bytes plain = {std::byte{0}, std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4}};
  for (unsigned type = 0; type < std::size(test::all_types); ++type)
    for (const unsigned max_bytes : {0u, 3u, 4u, 1000u}) {
      add(type, max_bytes, plain);
      add(type, max_bytes, {std::byte{0}});
    }
  for (const bytes& seed : member_seeds()) add(0, 1000, seed);
  return all;
}

[[maybe_unused]] const bool added = add_target({"load_raw", try_input, seeds});

}  // namespace
}  // namespace codag::fuzz::load_raw
