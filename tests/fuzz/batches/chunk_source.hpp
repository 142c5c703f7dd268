// Chunks of a codec to try: seeds of the fuzz targets, as they are or mutated.
#pragma once

#include <array>
#include <cstdint>
#include <random>
#include <string_view>
#include <vector>

#include "tests/fuzz/chunk_bytes.hpp"
#include "tests/fuzz/fresh_chunk.hpp"
#include "tests/support/columns.hpp"

namespace codag::fuzz {

/// The same numbers whenever they are asked for.
inline random_numbers numbers_of(std::uint64_t seed, std::uint64_t batch, std::uint64_t group) {
  std::seed_seq all{seed, seed >> 32, batch, batch >> 32, group};
  return random_numbers(all);
}

/// Changes one to four places: bits, bytes, runs of bytes that are removed, repeated or taken from
/// `other`. At least one byte is left.
void mutate(bytes& b, const bytes& other, random_numbers& random);

class chunk_source {
 public:
  explicit chunk_source(const codec& codec);

  /// A chunk that an encoder has just made (fresh_chunk.hpp), or that it has made for `earlier`; a
  /// chunk with every kind of symbol; a seed; or for Deflate one that is built from a mutated input
  /// (deflate_chunks.hpp). Half of the new ones are as they are. The others have mutated bytes, and
  /// some another uncompressed size. Only seeds of `type` are taken if there are some.
  ///
  /// `earlier` has the fresh chunks of earlier calls, and grows.
  [[nodiscard]] chunk_bytes next(element_type type, random_numbers& random,
                                 std::vector<chunk_bytes>& earlier) const;

 private:
  struct builder {
    chunk_bytes (*build)(input);
    std::vector<bytes> inputs;
  };
  [[nodiscard]] const std::vector<chunk_bytes>& seeds_of(element_type type) const;

  const codec& codec_;
  std::vector<chunk_bytes> all_;  // the seeds
  std::array<std::vector<chunk_bytes>, std::size(test::all_types)> of_type_;
  std::vector<chunk_bytes> kinds_;  // with every kind of symbol, of all types
  std::vector<builder> builders_;
};

}  // namespace codag::fuzz
