#include "tests/fuzz/batches/batch.hpp"

#include <mutex>

namespace codag::fuzz {
namespace {

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

batch make_batch(const chunk_source& source, element_type type, std::uint64_t seed,
                 std::uint64_t number, std::uint32_t chunks) {
  struct made {
    chunk_bytes chunk;
    unsigned bytes_before, elements_before;
  };
  // Numbers of its own for each group of chunks, so that the groups can be made at the same time.
  constexpr std::uint32_t group_chunks = 256;
  std::vector<made> all(chunks);
  parallel_for((chunks + group_chunks - 1) / group_chunks, 0, [&](std::size_t group) {
    random_numbers random = numbers_of(seed, number, group + 1);
    std::vector<chunk_bytes> earlier;
    const std::size_t end = std::min<std::size_t>((group + 1) * group_chunks, chunks);
    for (std::size_t i = group * group_chunks; i < end; ++i) {
      all[i].chunk = source.next(type, random, earlier);
      all[i].bytes_before = static_cast<unsigned>(random() % 4);
      all[i].elements_before = static_cast<unsigned>(random() % 4);
    }
  });
  batch b{.type = type, .poison = static_cast<std::byte>(numbers_of(seed, number, 0)())};
  b.out_bytes = batch::guard_bytes;
  for (const made& m : all) b.add(m.chunk.in, m.chunk.out_bytes, m.bytes_before, m.elements_before);
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
