// Chunks of deflate, of any bytes or built from the input: all decoders, zlib and libdeflate agree,
// and stay inside the chunk.
#include "tests/fuzz/decoders.hpp"
#include "tests/fuzz/deflate_chunks.hpp"

namespace codag::fuzz::decode_deflate {
namespace {

bool add(const char* name, chunk_bytes (*read)(input), std::vector<bytes> (*seeds)()) {
  return add_target({name,
                     [read](input in) {
                       const chunk_bytes c = read(in);
                       expect_agreement_with_libraries(c.in, c.out_bytes, c.misaligned);
                     },
                     seeds});
}
[[maybe_unused]] const bool added =
    add("decode_deflate", read_chunk, deflate_seeds) &&
    add("deflate_code_lengths", chunk_with_code_lengths, code_lengths_inputs) &&
    add("deflate_distances", chunk_with_distances, distances_inputs);

}  // namespace
}  // namespace codag::fuzz::decode_deflate
