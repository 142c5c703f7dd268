#include "tests/fuzz/batches/batch.hpp"

#include <algorithm>
#include <mutex>

#include "codag/parallel_for.hpp"

namespace codag::fuzz {
namespace {

std::span<const std::byte> in_of(const batch& b, const chunk& c) {
  return std::span(b.in).subspan(c.in_offset, c.in_bytes);
}

/// Where the bytes after a chunk that belong to no chunk end.
std::size_t gap_end(const batch& b, std::size_t i) {
  return i + 1 < b.chunks.size() ? b.chunks[i + 1].out_offset : b.out_bytes;
}

std::string first_difference(const batch& b, const batch_output& expected, const batch_output& got,
                             std::size_t i) {
  const chunk& c = b.chunks[i];
  if (got.statuses[i] != expected.statuses[i])
    return std::string("status ") + to_string(got.statuses[i]) + ", reference " +
           to_string(expected.statuses[i]);
  const auto at = [](const bytes& of, std::size_t place) {
    return of.begin() + static_cast<std::ptrdiff_t>(place);
  };
  const std::size_t end = c.out_offset + c.out_bytes;
  if (expected.statuses[i] == status::ok) {
    const auto [mine, theirs] =
        std::mismatch(at(got.out, c.out_offset), at(got.out, end), at(expected.out, c.out_offset));
    if (mine != at(got.out, end))
      return "byte " + std::to_string(mine - at(got.out, c.out_offset)) + " of " +
             std::to_string(c.out_bytes) + " is " + std::to_string(std::to_integer<int>(*mine)) +
             ", reference " + std::to_string(std::to_integer<int>(*theirs));
  }
  const std::size_t from = i == 0 ? 0 : end;  // the bytes before the first chunk, too
  for (std::size_t place = from; place < gap_end(b, i); ++place)
    if ((place < c.out_offset || place >= end) && got.out[place] != b.poison)
      return "wrote byte " +
             std::to_string(static_cast<std::int64_t>(place) -
                            static_cast<std::int64_t>(c.out_offset)) +
             " of a chunk of " + std::to_string(c.out_bytes);
  return {};
}

/// body(i) for each chunk, on all cores. A thread takes several chunks at a time.
template <class Body>
void for_each_chunk(const batch& b, const Body& body) {
  constexpr std::size_t together = 64;
  parallel_for((b.chunks.size() + together - 1) / together, 0, [&](std::size_t n) {
    const std::size_t end = std::min((n + 1) * together, b.chunks.size());
    for (std::size_t i = n * together; i < end; ++i) body(i);
  });
}

}  // namespace

void batch::add(std::span<const std::byte> chunk_in, std::uint32_t chunk_out_bytes,
                unsigned bytes_before, unsigned elements_before) {
  in.insert(in.end(), bytes_before, std::byte{0xff});
  const std::size_t element = size_of(type);
  out_bytes = (out_bytes + element - 1) / element * element + element * elements_before;
  chunks.push_back(
      {in.size(), out_bytes, static_cast<std::uint32_t>(chunk_in.size()), chunk_out_bytes});
  in.insert(in.end(), chunk_in.begin(), chunk_in.end());
  out_bytes += chunk_out_bytes + guard_bytes;
}

batch make_batch(const chunk_source& source, std::span<const element_type> types,
                 std::uint64_t seed, std::uint64_t number, std::uint32_t chunks) {
  std::seed_seq numbers{seed, seed >> 32, number, number >> 32};
  random_numbers random(numbers);
  batch b{.type = types[number % types.size()], .poison = static_cast<std::byte>(random())};
  b.out_bytes = batch::guard_bytes;
  for (std::uint32_t i = 0; i < chunks; ++i) {
    const chunk_bytes c = source.next(b.type, random);
    b.add(c.in, c.out_bytes, static_cast<unsigned>(random() % 4),
          static_cast<unsigned>(random() % 4));
  }
  return b;
}

batch with_chunks(const batch& b, std::span<const std::size_t> indices) {
  batch some{.type = b.type, .poison = b.poison, .in = b.in, .out_bytes = b.out_bytes};
  for (const std::size_t i : indices) some.chunks.push_back(b.chunks[i]);
  return some;
}

batch_output decode_by_reference(const codec& codec, const batch& b) {
  batch_output o{bytes(b.out_bytes, b.poison), std::vector<status>(b.chunks.size())};
  for_each_chunk(b, [&](std::size_t i) {
    const chunk& c = b.chunks[i];
    o.statuses[i] =
        codec.decode(in_of(b, c), b.type, std::span(o.out).subspan(c.out_offset, c.out_bytes));
  });
  return o;
}

std::vector<difference> differences(const batch& b, const batch_output& expected,
                                    const batch_output& got, std::size_t most) {
  std::vector<difference> found;
  std::mutex mutex;
  for_each_chunk(b, [&](std::size_t i) {
    std::string says = first_difference(b, expected, got, i);
    if (says.empty()) return;
    const std::lock_guard lock(mutex);
    if (found.size() < most) found.push_back({i, std::move(says)});
  });
  std::ranges::sort(found, {}, &difference::chunk);
  return found;
}

}  // namespace codag::fuzz
