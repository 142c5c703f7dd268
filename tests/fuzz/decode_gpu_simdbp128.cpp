// Any bytes as a chunk of gpu_simdbp128: all decoders agree and stay inside it.
#include "tests/fuzz/chunk_bytes.hpp"
#include "tests/fuzz/decoders.hpp"

namespace codag::fuzz {

void try_input(input in) {
  const chunk_bytes c = read_chunk(in);
  expect_agreement(*find_codec("gpu_simdbp128"), c.type, c.in, c.out_bytes, c.misaligned);
}

std::vector<bytes> seeds() {
  return chunk_seeds("gpu_simdbp128");
}

}  // namespace codag::fuzz
