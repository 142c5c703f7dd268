// A peer on the GPU: one thread decodes one chunk of ORC's RLE v1 (ORC specification, "Integer Run
// Length Encoding, version 1"; unsigned elements). It shows the interface, not a fast kernel.
#include <codag_peer.h>

__global__ void decode_chunks(codag_peer_batch b, size_t element_bytes) {
  const size_t chunk = blockIdx.x * size_t{blockDim.x} + threadIdx.x;
  if (chunk >= b.chunks) return;
  const auto* in = static_cast<const unsigned char*>(b.in[chunk]);
  auto* out = static_cast<unsigned char*>(b.out[chunk]);
  size_t read = 0, written = 0;
  bool good = true;
  const auto next_byte = [&]() -> unsigned {  // 0 after the end, which ends the loop below
    good = good && read < b.in_bytes[chunk];
    return good ? in[read++] : 0;
  };
  const auto next_varint = [&] {
    unsigned long long value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      const unsigned byte = next_byte();
      value |= static_cast<unsigned long long>(byte & 127) << shift;
      if (byte < 128) return value;
    }
    good = false;
    return value;
  };
  const auto put = [&](unsigned long long value) {
    good = good && written + element_bytes <= b.out_bytes[chunk];
    for (size_t i = 0; good && i < element_bytes; ++i)
      out[written++] = static_cast<unsigned char>(value >> (8 * i));
  };
  while (good && written < b.out_bytes[chunk]) {
    const unsigned header = next_byte();
    if (header < 128) {  // a run of header + 3 values with a fixed delta
      const auto delta = static_cast<unsigned long long>(static_cast<signed char>(next_byte()));
      unsigned long long value = next_varint();
      for (unsigned i = 0; i < header + 3 && good; ++i, value += delta) put(value);
    } else {  // 256 - header values, one varint each
      for (unsigned i = header; i < 256 && good; ++i) {
        const unsigned long long value = next_varint();
        if (good) put(value);
      }
    }
  }
  b.written[chunk] = written;
  b.status[chunk] = good && read == b.in_bytes[chunk] ? 0 : 1;
}

static int decode(const codag_peer_batch* batch) {
  constexpr unsigned threads = 32;
  const unsigned char bytes[] = {1, 1, 2, 2, 4, 4, 8, 8, 4, 8};  // per type
  const auto blocks = static_cast<unsigned>((batch->chunks + threads - 1) / threads);
  decode_chunks<<<blocks, threads, 0, batch->stream>>>(*batch, bytes[batch->element_type]);
  return static_cast<int>(cudaGetLastError());
}

static const char* explain(int32_t code) {
  return code == 1 ? "not valid RLE v1" : nullptr;
}

const codag_peer* codag_peer_v1() {
  static codag_peer_decoder decoder{};
  decoder.codec = "rle_v1";
  decoder.variant = "thread_per_chunk";
  decoder.element_types = 1u << CODAG_PEER_UINT8 | 1u << CODAG_PEER_UINT16 |
                          1u << CODAG_PEER_UINT32 | 1u << CODAG_PEER_UINT64;
  decoder.decode = &decode;
  static codag_peer peer{};
  peer.name = "thread per chunk by the example";
  peer.version = "1";
  peer.licence = "that of codag";
  peer.memory = CODAG_PEER_CUDA;
  peer.decoders = &decoder;
  peer.decoder_count = 1;
  peer.explain = &explain;
  return &peer;
}
