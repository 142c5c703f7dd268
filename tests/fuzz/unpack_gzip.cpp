// Any bytes as a packed report: gunzip() refuses them, or gives no more than it may. What is
// accepted as a column of gzip members, it unpacks to the same bytes.
#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "datasets/gzip.hpp"
#include "datasets/loader/members.hpp"
#include "tests/fuzz/fail.hpp"
#include "tests/fuzz/member_bytes.hpp"
#include "tests/fuzz/strangers_file.hpp"

namespace codag::fuzz::unpack_gzip {
namespace {

void try_input(input in) {
  const unsigned flags = in.take_8();
  const std::uint64_t max_bytes = flags % 2 == 0 ? 1 << 24 : 300;
  const bytes content = member_file(in, datasets::deflate_wrapper::gzip);
  const std::string_view packed(reinterpret_cast<const char*>(content.data()), content.size());
  const auto text = datasets::gunzip(packed, max_bytes);
  constexpr std::uint64_t at_once = 1u << 18;  // what one call of zlib may add
  if (text && text->size() > max_bytes + at_once)
    fail("%zu bytes of at most %zu", text->size(), std::size_t{max_bytes});
  const memory_file file(content);
  datasets::compressed_dataset members;
  if (!accepts([&] {
        members = datasets::load_members(
            {.path = file.path(), .kind = datasets::deflate_wrapper::gzip, .max_bytes = max_bytes});
      }))
    return;
  // A column may end with its first bytes.
  const auto size = static_cast<std::ptrdiff_t>(members.raw.bytes.size());
  if (!text || std::ssize(*text) < size ||
      !std::ranges::equal(std::as_bytes(std::span(*text)).first(members.raw.bytes.size()),
                          members.raw.bytes))
    fail("members that are accepted as a column unpack to other bytes, or to none");
}

std::vector<bytes> seeds() {
  std::vector<bytes> all;
  for (const bytes& seed : member_seeds())
    for (const unsigned flags : {0u, 1u}) {
      all.push_back({static_cast<std::byte>(flags)});
      all.back().insert(all.back().end(), seed.begin(), seed.end());
    }
  return all;
}

[[maybe_unused]] const bool added = add_target({"unpack_gzip", try_input, seeds});

}  // namespace
}  // namespace codag::fuzz::unpack_gzip
