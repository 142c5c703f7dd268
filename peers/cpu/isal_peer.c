/* Deflate on the CPU by Intel's ISA-L (igzip_lib.h). */
#include <isa-l.h>

#include "codag_peer.h"

static int decode(const struct codag_peer_batch* b) {
  for (size_t i = 0; i < b->chunks; ++i) {
    struct inflate_state state;
    isal_inflate_init(&state);
    state.crc_flag = ISAL_DEFLATE; /* bare Deflate data */
    /* ISA-L only reads the input, although the pointer is not to const. */
    state.next_in = (uint8_t*)(uintptr_t)b->in[i];
    state.avail_in = (uint32_t)b->in_bytes[i];
    state.next_out = b->out[i];
    state.avail_out = (uint32_t)b->out_bytes[i];
    const int error = isal_inflate_stateless(&state);
    b->status[i] = error;
    b->written[i] = b->out_bytes[i] - state.avail_out;
  }
  return 0;
}

static const char* explain(int32_t code) {
  switch (code) {
    case ISAL_END_INPUT:
      return "the input ended";
    case ISAL_OUT_OVERFLOW:
      return "the output is full";
    case ISAL_INVALID_BLOCK:
      return "invalid block";
    case ISAL_INVALID_SYMBOL:
      return "invalid symbol";
    case ISAL_INVALID_LOOKBACK:
      return "invalid distance";
    default:
      return NULL;
  }
}

const struct codag_peer* codag_peer_v1(void) {
  static const struct codag_peer_decoder decoders[] = {{
      .codec = "deflate",
      .variant = "cpu_isal",
      .element_types = CODAG_PEER_ALL_TYPES,
      .decode = decode,
  }};
  static const struct codag_peer peer = {.name = "ISA-L",
                                         .version = CODAG_ISAL_VERSION,
                                         .licence = "BSD-3-Clause",
                                         .memory = CODAG_PEER_CPU,
                                         .decoders = decoders,
                                         .decoder_count = 1,
                                         .explain = explain};
  return &peer;
}
