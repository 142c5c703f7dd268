// Any bytes as a file of gzip members or zlib streams: it is refused with one line, or its chunks
// decode to exactly its column. A gzip file that is read as raw data is accepted if and only if it
// is accepted as members, and gives the same bytes.
#include <algorithm>

#include "codag/codec/codec.hpp"
#include "datasets/loader/loader.hpp"
#include "datasets/loader/members.hpp"
#include "tests/fuzz/fail.hpp"
#include "tests/fuzz/member_bytes.hpp"
#include "tests/fuzz/strangers_file.hpp"

namespace codag::fuzz::load_members {
namespace {

using datasets::deflate_wrapper;

void expect_decodes(const datasets::compressed_dataset& loaded) {
  bytes out(loaded.column.raw_bytes, std::byte{0xee});
  const auto statuses = decompress_reference(*find_codec("deflate"), loaded.column, out, 1);
  if (!std::ranges::all_of(statuses, [](status s) { return s == status::ok; }))
    fail("the column was accepted, but a chunk does not decode");
  if (out != loaded.raw.bytes) fail("the chunks decode to other bytes than the column's");
}

void try_input(input in) {
  const unsigned flags = in.take_8();
  const auto kind = flags % 2 == 0 ? deflate_wrapper::gzip : deflate_wrapper::zlib;
  const std::uint64_t max_bytes = flags / 2 % 2 == 0 ? 1 << 24 : 300;
  const bytes content = member_file(in, kind);
  const memory_file file(content);
  datasets::compressed_dataset members;
  const bool accepted = accepts([&] {
    members = datasets::load_members({.path = file.path(), .kind = kind, .max_bytes = max_bytes});
  });
  if (accepted) {
    if (members.raw.bytes.empty() || members.raw.bytes.size() > max_bytes)
      fail("%zu bytes of at most %zu", members.raw.bytes.size(), std::size_t{max_bytes});
    expect_decodes(members);
  }
  const bool is_gzip = datasets::recognise_wrapper(content) == deflate_wrapper::gzip &&
                       kind == deflate_wrapper::gzip;
  if (!is_gzip || max_bytes == 300) return;
  datasets::dataset raw;
  const bool as_raw =
      accepts([&] { raw = datasets::load_file({.path = file.path(), .max_bytes = max_bytes}); });
  if (as_raw != accepted) fail("accepted as %s only", as_raw ? "raw data" : "members");
  if (as_raw && raw.bytes != members.raw.bytes) fail("raw data and members differ");
}

std::vector<bytes> seeds() {
  std::vector<bytes> all;
  for (const bytes& seed : member_seeds())
    for (unsigned flags = 0; flags < 4; ++flags) {
      all.push_back({static_cast<std::byte>(flags)});
      all.back().insert(all.back().end(), seed.begin(), seed.end());
    }
  return all;
}

[[maybe_unused]] const bool added = add_target({"load_members", try_input, seeds});

}  // namespace
}  // namespace codag::fuzz::load_members
