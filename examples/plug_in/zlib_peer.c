/* A peer on the CPU: zlib decodes codag's Deflate chunks. */
#include <codag_peer.h>
#include <zlib.h>

/* codag calls this from all cores, each with a few chunks of its own. */
static int decode(const struct codag_peer_batch* b) {
  for (size_t i = 0; i < b->chunks; ++i) {
    z_stream stream = {0};
    if (inflateInit2(&stream, -15) != Z_OK) return Z_MEM_ERROR; /* -15: Deflate without a header */
    stream.next_in = (Bytef*)b->in[i];
    stream.avail_in = (uInt)b->in_bytes[i];
    stream.next_out = b->out[i];
    stream.avail_out = (uInt)b->out_bytes[i];
    const int code = inflate(&stream, Z_FINISH);
    b->status[i] = code == Z_STREAM_END ? 0 : code;
    b->written[i] = stream.total_out;
    inflateEnd(&stream);
  }
  return 0;
}

static const char* explain(int32_t code) {
  return zError(code);
}

const struct codag_peer* codag_peer_v1(void) {
  static const struct codag_peer_decoder decoders[] = {{
      .codec = "deflate",
      .variant = "example_zlib",
      .element_types = CODAG_PEER_ALL_TYPES,
      .decode = decode,
  }};
  static struct codag_peer peer = {
      .name = "zlib by the example",
      .licence = "Zlib",
      .memory = CODAG_PEER_CPU,
      .decoders = decoders,
      .decoder_count = 1,
      .explain = explain,
  };
  peer.version = zlibVersion();
  return &peer;
}
