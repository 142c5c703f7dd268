// Chunks of a codec to try: seeds of the fuzz targets, as they are or mutated.
#pragma once

#include <array>
#include <random>
#include <string_view>
#include <vector>

#include "tests/fuzz/chunk_bytes.hpp"
#include "tests/support/columns.hpp"

namespace codag::fuzz {

using random_numbers = std::mt19937_64;

/// Changes one to four places: bits, bytes, runs of bytes that are removed, repeated or taken from
/// `other`. At least one byte is left.
void mutate(bytes& b, const bytes& other, random_numbers& random);

class chunk_source {
 public:
  explicit chunk_source(std::string_view codec);

  /// One chunk in four is a seed as it is. The others have mutated bytes, or for Deflate are built
  /// from a mutated input (deflate_chunks.hpp), or have another uncompressed size. Only seeds of
  /// `type` are taken if there are some.
  [[nodiscard]] chunk_bytes next(element_type type, random_numbers& random) const;

 private:
  struct builder {
    chunk_bytes (*build)(input);
    std::vector<bytes> inputs;
  };
  [[nodiscard]] const std::vector<chunk_bytes>& seeds_of(element_type type) const;

  std::vector<chunk_bytes> all_;
  std::array<std::vector<chunk_bytes>, std::size(test::all_types)> of_type_;
  std::vector<builder> builders_;
};

}  // namespace codag::fuzz
