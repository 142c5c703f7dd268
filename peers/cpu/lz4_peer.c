/* LZ4 on the CPU: the format's own library, with its block format (lz4_Block_format.md). */
#include <lz4.h>

#include "codag_peer.h"

static int decode(const struct codag_peer_batch* b) {
  for (size_t i = 0; i < b->chunks; ++i) {
    const int bytes =
        LZ4_decompress_safe(b->in[i], b->out[i], (int)b->in_bytes[i], (int)b->out_bytes[i]);
    b->status[i] = bytes < 0 ? 1 : 0;
    b->written[i] = bytes < 0 ? 0 : (size_t)bytes;
  }
  return 0;
}

static size_t max_compressed_bytes(size_t bytes, const uint64_t* parameters) {
  (void)parameters;
  return (size_t)LZ4_compressBound((int)bytes);
}

static int compress(const struct codag_peer_batch* b) {
  for (size_t i = 0; i < b->chunks; ++i) {
    const int bytes =
        LZ4_compress_default(b->in[i], b->out[i], (int)b->in_bytes[i], (int)b->out_bytes[i]);
    b->status[i] = bytes > 0 ? 0 : 2;
    b->written[i] = (size_t)bytes;
  }
  return 0;
}

static const char* explain(int32_t code) {
  return code == 1 ? "not a valid LZ4 block" : code == 2 ? "not compressed" : NULL;
}

const struct codag_peer* codag_peer_v1(void) {
  static const struct codag_peer_decoder decoders[] = {{
      .codec = "lz4",
      .variant = "cpu_lz4",
      .element_types = CODAG_PEER_ALL_TYPES,
      .decode = decode,
      .max_compressed_bytes = max_compressed_bytes,
      .compress = compress,
  }};
  static struct codag_peer peer = {.name = "lz4",
                                   .licence = "BSD-2-Clause",
                                   .memory = CODAG_PEER_CPU,
                                   .decoders = decoders,
                                   .decoder_count = 1,
                                   .explain = explain};
  peer.version = LZ4_versionString();
  return &peer;
}
