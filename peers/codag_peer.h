/*
 * codag's interface for peers, version 1: someone else's decompressor, run on the same bytes as
 * codag's own kernels.
 *
 * A peer is a shared library that exports codag_peer_v1(). codag verifies, times, profiles and
 * compares it like its own variants (docs/peers.md). The header needs C11 or C++11 and no library;
 * from CUDA it needs the type of a stream only.
 *
 * A peer runs in a process of its own. codag calls it from one thread at a time, except that it
 * calls decode() and compress() of a peer for the CPU from many threads at once, each with a batch
 * of its own.
 */
#ifndef CODAG_PEER_H
#define CODAG_PEER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The same type as cudaStream_t. */
struct CUstream_st;

/* The memory of a batch's bytes and arrays. */
enum codag_peer_memory {
  CODAG_PEER_CPU = 0, /* host memory: decode() has finished when it returns */
  CODAG_PEER_CUDA = 1 /* memory of GPU 0: decode() may return before the work has finished */
};

/* The types of a column's elements. Bit 1 << type stands for the type in `element_types`. Integer
 * codecs treat a float as the unsigned integer of its bits. */
enum codag_peer_element_type {
  CODAG_PEER_INT8 = 0,
  CODAG_PEER_UINT8 = 1,
  CODAG_PEER_INT16 = 2,
  CODAG_PEER_UINT16 = 3,
  CODAG_PEER_INT32 = 4,
  CODAG_PEER_UINT32 = 5,
  CODAG_PEER_INT64 = 6,
  CODAG_PEER_UINT64 = 7,
  CODAG_PEER_FLOAT32 = 8,
  CODAG_PEER_FLOAT64 = 9,
  CODAG_PEER_ALL_TYPES = (1 << 10) - 1
};

/* What surrounds the Deflate data of each chunk; 0 for every other codec. codag adds the header
 * and the trailer outside the timed part. */
enum codag_peer_container {
  CODAG_PEER_BARE = 0,
  CODAG_PEER_GZIP = 1, /* RFC 1952 */
  CODAG_PEER_ZLIB = 2  /* RFC 1950 */
};

/*
 * Chunks to decode or to compress. The arrays have `chunks` elements. The arrays and everything
 * that they point to are in the peer's memory (enum codag_peer_memory).
 *
 * decode():   `in` are compressed chunks; `out_bytes` is the exact uncompressed size of each.
 * compress(): `in` are uncompressed chunks; `out_bytes` is the room for each compressed one, at
 *             least decoder.max_compressed_bytes().
 */
struct codag_peer_batch {
  size_t chunks;
  const void* const* in;  /* aligned as the decoder asks */
  const size_t* in_bytes; /* without the padding that the decoder asks for */
  void* const* out;       /* aligned as the decoder asks; guarded on both sides of the column */
  const size_t* out_bytes;
  /* Set by the peer: the bytes written per chunk, and a status: 0 is ok, any other number is a code
   * that explain() knows. Before each check, but not before each timed call, codag presets them to
   * out_bytes and CODAG_PEER_UNTOUCHED. */
  size_t* written;
  int32_t* status;
  void* workspace; /* workspace_bytes() bytes, aligned to 256 */
  size_t workspace_bytes;
  size_t max_chunk_bytes;     /* of the uncompressed chunks */
  size_t uncompressed_bytes;  /* of all chunks together */
  uint32_t element_type;      /* enum codag_peer_element_type */
  const uint64_t* parameters; /* a value for each declared parameter, in their order */
  struct CUstream_st* stream; /* for CUDA: launch on it and do not wait for it; work on other
                               * streams is not timed. NULL is the default stream. With transfers, a
                               * column is several batches on several streams, one batch after the
                               * other or at the same time, each with its own workspace */
};

/* The status of a chunk that the peer has not set. */
#define CODAG_PEER_UNTOUCHED INT32_MIN

/* A parameter, as configs, names of cases and reports use it: a whole number, or one of several
 * names. */
struct codag_peer_parameter {
  const char* key;  /* a-z and _; begins with a letter; not "name" */
  const char* help; /* one line */
  uint64_t least, most, standard;
  const char* const* choices; /* NULL, or the names of the values 0 to `most` (then least is 0) */
};

/* One decoder: a codec in one variant. */
struct codag_peer_decoder {
  /* A codec of `codag list codecs`, whose chunks codag then makes; or any other name of a-z, 0-9
   * and _, whose chunks compress() makes. */
  const char* codec;
  const char* variant;    /* for names of cases: a-z, 0-9, _ and /; unique within the codec */
  uint32_t element_types; /* a set of bits: CODAG_PEER_ALL_TYPES, 1u << CODAG_PEER_UINT64 | ... */
  uint32_t container;     /* enum codag_peer_container */
  /* Powers of two; 0 stands for 1. codag copies chunks that lie elsewhere, outside the timed part,
   * and the report says so. */
  uint32_t compressed_alignment, uncompressed_alignment;
  uint32_t compressed_padding; /* readable bytes after the end of each compressed chunk */
  const struct codag_peer_parameter* parameters;
  size_t parameter_count;

  /* Bytes of workspace for decode(), or for compress(), from the batch's sizes, type and
   * parameters; its arrays are NULL. NULL: none. May return SIZE_MAX after an error. */
  size_t (*workspace_bytes)(const struct codag_peer_batch* batch);
  /* Returns 0, or a code that explain() knows if nothing was begun. Must be safe for any bytes in
   * `in`, or the row about damaged chunks will say that it is not. */
  int (*decode)(const struct codag_peer_batch* batch);

  /* The next three are NULL for a codec of codag. max_compressed_bytes() may return SIZE_MAX after
   * an error, too. */
  size_t (*max_compressed_bytes)(size_t uncompressed_bytes, const uint64_t* parameters);
  size_t (*compress_workspace_bytes)(const struct codag_peer_batch* batch);
  int (*compress)(const struct codag_peer_batch* batch);
};

struct codag_peer {
  const char* name;    /* of the library: "nvCOMP" */
  const char* version; /* as the library reports it when it runs: "6.0.0" */
  const char* licence; /* its name, an SPDX identifier where there is one */
  const char* note;    /* NULL, or a line that readers of its numbers need */
  uint32_t memory;     /* enum codag_peer_memory */
  const struct codag_peer_decoder* decoders;
  size_t decoder_count;
  /* The text of a code from decode(), compress() or a status; NULL, or returns NULL: no text. */
  const char* (*explain)(int32_t code);
};

/* What a peer exports. The result must stay valid until the process ends. */
__attribute__((visibility("default"))) const struct codag_peer* codag_peer_v1(void);

#ifdef __cplusplus
}
#endif
#endif
