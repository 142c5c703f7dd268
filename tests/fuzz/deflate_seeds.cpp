#include <zlib.h>

#include <random>

#include "codag/codec/deflate/encoders.hpp"
#include "tests/fuzz/deflate_chunks.hpp"
#include "tests/support/columns.hpp"
#include "tests/support/deflate_block_writer.hpp"
#include "tests/support/deflate_streams.hpp"

namespace codag::fuzz {

std::vector<bytes> deflate_seeds() {
  std::vector<bytes> seeds = chunk_seeds("deflate");
  const auto add = [&](std::size_t out_bytes, bytes in) {
    seeds.push_back(write_chunk(
        {element_type::uint8, 0, static_cast<std::uint32_t>(out_bytes), std::move(in)}));
  };
  const codec stored = deflate::codec_with(*deflate::find_encoder("zlib"), {.level = 0});
  for (const auto& column : test::adversarial_columns(element_type::uint8, 300, 2)) {
    bytes in;
    stored.encode(column.bytes, element_type::uint8, in);
    add(column.bytes.size(), std::move(in));
  }
  std::mt19937_64 random(3);
  // Values that repeat, and change in some of their bytes: a block has a way of its own to write
  // them.
  const codec best = deflate::codec_with(*deflate::find_encoder("zlib"));
  for (const std::size_t value_bytes : {1, 2, 4, 8})
    for (const std::size_t run : {5, 20, 60}) {
      bytes values(max_out_bytes), in;
      for (std::size_t i = 0; i < values.size(); ++i) {
        const bool changes = i < value_bytes || (i / value_bytes % run == 0 && random() % 2 == 0);
        values[i] = changes ? static_cast<std::byte>(random()) : values[i - value_bytes];
      }
      best.encode(values, element_type::uint8, in);
      add(values.size(), std::move(in));
    }
  // Long tokens: if the chunk is compressed to 1/32, a block has a way of its own for these, too.
  for (unsigned i = 0; i < 12; ++i) {
    bytes pieces = test::long_pieces(max_out_bytes, i, 0, 8 + i), in;
    pieces.resize(max_out_bytes);
    best.encode(pieces, element_type::uint8, in);
    add(pieces.size(), std::move(in));
  }
  // Codes of which one length of 5, 6 or 7 bits has nearly all codewords. A chunk of 6 or 7 bits is
  // parsed in two passes, in one window.
  for (const unsigned values : {30u, 62u, 64u, 126u, 127u}) {
    const bytes raw = test::random_bytes(max_out_bytes, values, values);
    for (const int strategy : {Z_DEFAULT_STRATEGY, Z_HUFFMAN_ONLY})
      add(raw.size(), test::zlib_deflate(raw, 9, strategy));
  }
  // Codes that zlib never writes.
  for (unsigned i = 0; i < 100; ++i) add(max_out_bytes, test::random_dynamic_block(random));
  return seeds;
}

}  // namespace codag::fuzz
