// A peer with a planted race: a block stages a chunk's bytes in shared memory, and in one of 200
// launches the barrier between the writes and the reads is missing while half of its warps are
// late.
#include <codag_peer.h>

constexpr unsigned block = 256;

__global__ void copy_chunks(codag_peer_batch b, bool with_barrier) {
  __shared__ unsigned char staged[block];
  const unsigned t = threadIdx.x;
  const size_t chunk = blockIdx.x, bytes = b.in_bytes[chunk];
  const auto* in = static_cast<const unsigned char*>(b.in[chunk]);
  auto* out = static_cast<unsigned char*>(b.out[chunk]);
  for (size_t at = 0; at < bytes; at += block) {
    // A thread reads what a thread of another warp has written.
    const size_t from = at + (block - 1 - t);
    if (!with_barrier && t >= block / 2)
      for (const long long begin = clock64(); clock64() - begin < 2000;) continue;
    if (from < bytes) staged[block - 1 - t] = in[from];
    if (with_barrier) __syncthreads();
    if (at + t < bytes) out[at + t] = staged[t];
    __syncthreads();
  }
  if (t == 0) {
    b.written[chunk] = bytes;
    b.status[chunk] = 0;
  }
}

static int launch(const codag_peer_batch* batch, bool with_barrier) {
  copy_chunks<<<static_cast<unsigned>(batch->chunks), block, 0, batch->stream>>>(*batch,
                                                                                 with_barrier);
  return static_cast<int>(cudaGetLastError());
}

static int decode(const codag_peer_batch* batch) {
  static unsigned launches = 0;
  return launch(batch, ++launches % 200 != 100);
}

static int compress(const codag_peer_batch* batch) {
  return launch(batch, true);
}

static size_t max_compressed_bytes(size_t bytes, const uint64_t*) {
  return bytes;
}

const codag_peer* codag_peer_v1() {
  static codag_peer_decoder decoder{};
  decoder.codec = "stored";
  decoder.variant = "racing";
  decoder.element_types = CODAG_PEER_ALL_TYPES;
  decoder.decode = &decode;
  decoder.max_compressed_bytes = &max_compressed_bytes;
  decoder.compress = &compress;
  static codag_peer peer{};
  peer.name = "planted race";
  peer.version = "1";
  peer.licence = "that of codag";
  peer.memory = CODAG_PEER_CUDA;
  peer.decoders = &decoder;
  peer.decoder_count = 1;
  return &peer;
}
