// Any bytes as a chunk of a codec: all decoders agree and stay inside it. (decode_deflate.cpp has
// more to compare with.)
#include "tests/fuzz/chunk_bytes.hpp"
#include "tests/fuzz/decoders.hpp"

namespace codag::fuzz::decode_codecs {
namespace {

[[maybe_unused]] const bool added = [] {
  for (const codec& c : codecs()) {
    if (c.name == "deflate") continue;
    add_target({"decode_" + std::string(c.name),
                [&c](input in) {
                  const chunk_bytes chunk = read_chunk(in);
                  expect_agreement(c, chunk.type, chunk.in, chunk.out_bytes, chunk.misaligned);
                },
                [&c] { return chunk_seeds(c.name); }});
  }
  return true;
}();

}  // namespace
}  // namespace codag::fuzz::decode_codecs
