// A batch: chunks that one launch decodes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codag/chunked_column.hpp"
#include "codag/codec/codec.hpp"
#include "codag/parallel_for.hpp"
#include "tests/fuzz/batches/chunk_source.hpp"

namespace codag::fuzz {

/// A compressed column of any chunks, valid or not. A chunk begins 0 to 3 bytes after the one
/// before it. Its output begins at an element, with at least guard_bytes before and after it.
struct batch {
  static constexpr std::size_t guard_bytes = 32;

  element_type type;
  std::byte poison;  ///< what the output holds before a launch
  bytes in{};
  std::vector<chunk> chunks{};
  std::size_t out_bytes = 0;

  void add(std::span<const std::byte> chunk_in, std::uint32_t chunk_out_bytes,
           unsigned bytes_before, unsigned elements_before);
};

/// A batch of chunks of the source. It is the same whenever it is made from the same numbers. It is
/// made on all cores.
batch make_batch(const chunk_source& source, element_type type, std::uint64_t seed,
                 std::uint64_t number, std::uint32_t chunks);

/// Only these chunks of a batch, where they were.
batch with_chunks(const batch& b, std::span<const std::size_t> indices);

inline std::span<const std::byte> in_of(const batch& b, const chunk& c) {
  return std::span(b.in).subspan(c.in_offset, c.in_bytes);
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

/// What a launch leaves behind.
struct batch_output {
  bytes out;
  std::vector<status> statuses;
  /// Who decoded each chunk, where the variant records it: "warp", "block", "rest".
  std::vector<std::string_view> done_by{};
  bytes workspace{};  ///< of a kernel with another sink than store
};

/// What the reference decoder says. It decodes on all cores. The bytes outside all chunks are the
/// poison.
batch_output decode_by_reference(const codec& codec, const batch& b);

/// A chunk that a launch decoded otherwise than the reference decoder.
struct difference {
  std::size_t chunk;
  std::string says;
};

/// The differences, at most `most` of them: another status, other bytes of a chunk that is ok, or
/// bytes that were written outside all chunks, which count for the chunk before them.
std::vector<difference> differences(const batch& b, const batch_output& expected,
                                    const batch_output& got, std::size_t most);

}  // namespace codag::fuzz
