// A compressed chunk, written for a test.
#pragma once

#include <cstddef>
#include <vector>

namespace codag::test {

struct stored_chunk {
  std::vector<std::byte> in;
  std::size_t values = 0;  ///< elements of its column; bytes, of a codec for bytes
};

}  // namespace codag::test
