// Any bytes as a file of the cache: it is refused, or it is exactly the file that its column is
// written as, and the column can be decoded. Most inputs get the digest that makes them undamaged.
#include <algorithm>

#include "codag/codec/codec.hpp"
#include "datasets/cache/cache_file.hpp"
#include "datasets/digest.hpp"
#include "tests/fuzz/fail.hpp"
#include "tests/fuzz/target.hpp"
#include "tests/support/columns.hpp"

namespace codag::fuzz::read_cache {
namespace {

using datasets::cache_key;

constexpr std::size_t most_decoded = 1 << 20;
constexpr std::uint32_t chunk_bytes = 1024;

cache_key key_of(unsigned type) {
  return {.raw_sha256 = std::string(64, '0'),
          .codec = "rle_v1",
          .type = test::all_types[type % std::size(test::all_types)],
          .chunk_bytes = chunk_bytes};
}

void append_digest(bytes& file) {
  const std::string digest = datasets::sha256(file);
  std::ranges::copy(std::as_bytes(std::span(digest)), std::back_inserter(file));
}

void try_input(input in) {
  const unsigned flags = in.take_8();
  const cache_key key = key_of(flags / 4);
  bytes file(in.rest().begin(), in.rest().end());
  if (flags % 4 != 0) append_digest(file);
  const auto column = datasets::read_cache_file(key, file);
  if (!column) return;
  if (datasets::write_cache_file(key, *column) != file)
    fail("the column is written as another file than it was read from");
  for (const chunk& c : column->chunks)
    if (c.in_offset > column->bytes.size() || c.in_bytes > column->bytes.size() - c.in_offset ||
        c.out_offset > column->raw_bytes || c.out_bytes > column->raw_bytes - c.out_offset)
      fail("a chunk reaches outside the column");
  if (column->raw_bytes > most_decoded) return;
  bytes out(column->raw_bytes);
  decompress_reference(*find_codec("rle_v1"), *column, out, 1);
}

std::vector<bytes> seeds() {
  constexpr std::size_t digest_digits = 64;
  std::vector<bytes> all;
  for (unsigned type = 0; type < std::size(test::all_types); ++type) {
    const cache_key key = key_of(type);
    for (const std::size_t elements : {0, 3, 400}) {
      const auto columns = test::adversarial_columns(key.type, elements, 1);
      const chunked_column column = compress(
          *find_codec("rle_v1"), columns[type % columns.size()].bytes, key.type, chunk_bytes, 1);
      const bytes file = datasets::write_cache_file(key, column);
      for (const unsigned with_digest : {0u, 1u}) {
        bytes b = {static_cast<std::byte>(4 * type + with_digest)};
        b.insert(b.end(), file.begin(), file.end() - (with_digest == 0 ? 0 : digest_digits));
        all.push_back(std::move(b));
      }
    }
  }
  return all;
}

[[maybe_unused]] const bool added = add_target({"read_cache", try_input, seeds});

}  // namespace
}  // namespace codag::fuzz::read_cache
