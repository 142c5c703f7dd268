/* Snappy on the CPU: Google's library, through its C interface (snappy-c.h). */
#include <snappy-c.h>

#include "codag_peer.h"

static int decode(const struct codag_peer_batch* b) {
  for (size_t i = 0; i < b->chunks; ++i) {
    size_t bytes = b->out_bytes[i];
    b->status[i] = (int32_t)snappy_uncompress(b->in[i], b->in_bytes[i], b->out[i], &bytes);
    b->written[i] = b->status[i] == SNAPPY_OK ? bytes : 0;
  }
  return 0;
}

static size_t max_compressed_bytes(size_t bytes, const uint64_t* parameters) {
  (void)parameters;
  return snappy_max_compressed_length(bytes);
}

static int compress(const struct codag_peer_batch* b) {
  for (size_t i = 0; i < b->chunks; ++i) {
    size_t bytes = b->out_bytes[i];
    b->status[i] = (int32_t)snappy_compress(b->in[i], b->in_bytes[i], b->out[i], &bytes);
    b->written[i] = bytes;
  }
  return 0;
}

static const char* explain(int32_t code) {
  return code == SNAPPY_INVALID_INPUT      ? "not valid Snappy data"
         : code == SNAPPY_BUFFER_TOO_SMALL ? "the buffer is too small"
                                           : NULL;
}

const struct codag_peer* codag_peer_v1(void) {
  static const struct codag_peer_decoder decoders[] = {{
      .codec = "snappy",
      .variant = "cpu_snappy",
      .element_types = CODAG_PEER_ALL_TYPES,
      .decode = decode,
      .max_compressed_bytes = max_compressed_bytes,
      .compress = compress,
  }};
  static const struct codag_peer peer = {.name = "snappy",
                                         .version = CODAG_SNAPPY_VERSION,
                                         .licence = "BSD-3-Clause",
                                         .memory = CODAG_PEER_CPU,
                                         .decoders = decoders,
                                         .decoder_count = 1,
                                         .explain = explain};
  return &peer;
}
