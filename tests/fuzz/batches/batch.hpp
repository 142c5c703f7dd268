// A batch: chunks that one launch decodes.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "codag/chunked_column.hpp"
#include "codag/codec/codec.hpp"
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

/// A batch is the same whenever it is made from the same numbers. Its type is one of `types`, in
/// turn.
batch make_batch(const chunk_source& source, std::span<const element_type> types,
                 std::uint64_t seed, std::uint64_t number, std::uint32_t chunks);

/// Only these chunks of a batch, where they were.
batch with_chunks(const batch& b, std::span<const std::size_t> indices);

/// What a launch leaves behind.
struct batch_output {
  bytes out;
  std::vector<status> statuses;
  std::string
      chosen{};  ///< the parts that it chose by the chunks, such as "writer block"; or empty
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
