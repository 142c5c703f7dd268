// Any bytes as a chunk of gpu_bp: all decoders agree and stay inside it.
#include "tests/fuzz/chunk_bytes.hpp"
#include "tests/fuzz/decoders.hpp"

namespace codag::fuzz {

void try_input(input in) {
  const chunk_bytes c = read_chunk(in);
  expect_agreement(*find_codec("gpu_bp"), c.type, c.in, c.out_bytes, c.misaligned);
}

std::vector<bytes> seeds() {
  return chunk_seeds("gpu_bp");
}

}  // namespace codag::fuzz
