/* Zstandard on the CPU: the format's own library (RFC 8878). */
#include <zstd.h>

#include "codag_peer.h"

enum { level_at = 0 }; /* index into the parameters */

static int decode(const struct codag_peer_batch* b) {
  for (size_t i = 0; i < b->chunks; ++i) {
    const size_t bytes = ZSTD_decompress(b->out[i], b->out_bytes[i], b->in[i], b->in_bytes[i]);
    b->status[i] = ZSTD_isError(bytes) ? 1 : 0;
    b->written[i] = ZSTD_isError(bytes) ? 0 : bytes;
  }
  return 0;
}

static size_t max_compressed_bytes(size_t bytes, const uint64_t* parameters) {
  (void)parameters;
  return ZSTD_compressBound(bytes);
}

static int compress(const struct codag_peer_batch* b) {
  for (size_t i = 0; i < b->chunks; ++i) {
    const size_t bytes = ZSTD_compress(b->out[i], b->out_bytes[i], b->in[i], b->in_bytes[i],
                                       (int)b->parameters[level_at]);
    b->status[i] = ZSTD_isError(bytes) ? 2 : 0;
    b->written[i] = bytes;
  }
  return 0;
}

static const char* explain(int32_t code) {
  return code == 1 ? "not a valid Zstandard frame" : code == 2 ? "not compressed" : NULL;
}

const struct codag_peer* codag_peer_v1(void) {
  static const struct codag_peer_parameter parameters[] = {
      {.key = "level", .help = "the level of compression", .least = 1, .most = 19, .standard = 3}};
  static const struct codag_peer_decoder decoders[] = {{
      .codec = "zstd",
      .variant = "cpu_zstd",
      .element_types = CODAG_PEER_ALL_TYPES,
      .parameters = parameters,
      .parameter_count = 1,
      .decode = decode,
      .max_compressed_bytes = max_compressed_bytes,
      .compress = compress,
  }};
  static struct codag_peer peer = {.name = "zstd",
                                   .licence = "BSD-3-Clause",
                                   .memory = CODAG_PEER_CPU,
                                   .decoders = decoders,
                                   .decoder_count = 1,
                                   .explain = explain};
  peer.version = ZSTD_versionString();
  return &peer;
}
