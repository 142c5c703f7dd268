// NVIDIA's nvCOMP as a peer: Deflate and gzip on codag's chunks, and its own formats. The low-level
// batch interface of nvCOMP 6 is followed (nvcomp/*.h); its licence is NVIDIA's own.
#include <cuda_runtime.h>
#include <nvcomp.h>
#include <nvcomp/ans.h>
#include <nvcomp/bitcomp.h>
#include <nvcomp/cascaded.h>
#include <nvcomp/deflate.h>
#include <nvcomp/gdeflate.h>
#include <nvcomp/gzip.h>
#include <nvcomp/lz4.h>
#include <nvcomp/snappy.h>
#include <nvcomp/version.h>
#include <nvcomp/zstd.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "codag_peer.h"

namespace {

// Every format has the same functions with other names and options.
#define NVCOMP_FORMAT(Name)                                                                     \
  struct Name {                                                                                 \
    using compress_options = nvcompBatched##Name##CompressOpts_t;                               \
    using decompress_options = nvcompBatched##Name##DecompressOpts_t;                           \
    static compress_options compress_defaults() {                                               \
      return nvcompBatched##Name##CompressDefaultOpts;                                          \
    }                                                                                           \
    static decompress_options decompress_defaults() {                                           \
      return nvcompBatched##Name##DecompressDefaultOpts;                                        \
    }                                                                                           \
    static constexpr auto decompress = &nvcompBatched##Name##DecompressAsync;                   \
    static constexpr auto decompress_workspace = &nvcompBatched##Name##DecompressGetTempSize;   \
    static constexpr auto decompress_alignments =                                               \
        &nvcompBatched##Name##DecompressGetRequiredAlignments;                                  \
    static constexpr auto compress = &nvcompBatched##Name##CompressAsync;                       \
    static constexpr auto compress_workspace = &nvcompBatched##Name##CompressGetTempSize;       \
    static constexpr auto compress_alignments =                                                 \
        &nvcompBatched##Name##CompressGetRequiredAlignments;                                    \
    static constexpr auto max_compressed = &nvcompBatched##Name##CompressGetMaxOutputChunkSize; \
  }

NVCOMP_FORMAT(ANS);
NVCOMP_FORMAT(Bitcomp);
NVCOMP_FORMAT(Cascaded);
NVCOMP_FORMAT(Deflate);
NVCOMP_FORMAT(Gdeflate);
NVCOMP_FORMAT(Gzip);
NVCOMP_FORMAT(LZ4);
NVCOMP_FORMAT(Snappy);
NVCOMP_FORMAT(Zstd);

static_assert(sizeof(nvcompStatus_t) == sizeof(std::int32_t), "statuses are written in place");
static_assert(nvcompSuccess == 0, "codag's status of a decoded chunk is 0");

// The parameters, in the order of every decoder's list.
constexpr std::size_t backend_at = 0, second_at = 1;

const char* const backends[] = {"standard", "hardware", "cuda"};
const char* const gzip_algorithms[] = {"naive", "lookahead"};
const char* const bitcomp_algorithms[] = {"standard", "sparse"};
const char* const cascaded_encodings[] = {"all", "for", "delta_for", "rle_for"};
constexpr nvcompCascadedFineGrainedEncoding_t cascaded_masks[] = {
    NVCOMP_CASCADED_FINE_GRAINED_ENCODING_ALL, NVCOMP_CASCADED_FINE_GRAINED_ENCODING_FOR,
    NVCOMP_CASCADED_FINE_GRAINED_ENCODING_DELTA, NVCOMP_CASCADED_FINE_GRAINED_ENCODING_RLE};

const codag_peer_parameter backend_parameter = {
    "backend", "nvCOMP's decompression backend: its own choice, the hardware engine, or kernels",
    0,         2,
    0,         backends};
const codag_peer_parameter of_all[] = {backend_parameter};
const codag_peer_parameter of_gzip[] = {
    backend_parameter,
    {"algorithm", "how gzip is decompressed: one block per chunk, or several that look ahead", 0, 1,
     0, gzip_algorithms}};
const codag_peer_parameter of_bitcomp[] = {
    backend_parameter,
    {"algorithm", "Bitcomp's algorithm: the standard one, or one for sparse data", 0, 1, 0,
     bitcomp_algorithms}};
const codag_peer_parameter of_cascaded[] = {
    backend_parameter,
    {"encodings",
     "what Cascaded may do before packing bits: all that it knows, or a frame of reference alone, "
     "after deltas, or after runs",
     0, 3, 0, cascaded_encodings}};

/// The integer type of the same width: the formats for integers take a float as its bits.
nvcompType_t integer_type(std::uint32_t element_type) {
  switch (element_type) {
    case CODAG_PEER_FLOAT32:
      return NVCOMP_TYPE_UINT;
    case CODAG_PEER_FLOAT64:
      return NVCOMP_TYPE_ULONGLONG;
    default:
      break;
  }
  constexpr nvcompType_t types[] = {NVCOMP_TYPE_CHAR,     NVCOMP_TYPE_UCHAR,    NVCOMP_TYPE_SHORT,
                                    NVCOMP_TYPE_USHORT,   NVCOMP_TYPE_INT,      NVCOMP_TYPE_UINT,
                                    NVCOMP_TYPE_LONGLONG, NVCOMP_TYPE_ULONGLONG};
  return types[element_type];
}

template <class Format>
typename Format::decompress_options decompress_options(const codag_peer_batch& batch) {
  auto options = Format::decompress_defaults();
  options.backend = static_cast<nvcompDecompressBackend_t>(batch.parameters[backend_at]);
  if constexpr (std::is_same_v<Format, Gzip>)
    options.algorithm =
        static_cast<nvcompBatchedGzipDecompressAlgorithm_t>(batch.parameters[second_at]);
  if constexpr (std::is_same_v<Format, Cascaded>) {
    // With the options of the compressor nvCOMP launches only the kernel that it needs.
    options.common_opts = Cascaded::compress_defaults().common_opts;
    options.common_opts.data_type = integer_type(batch.element_type);
  }
  return options;
}

template <class Format>
typename Format::compress_options compress_options(std::uint32_t element_type,
                                                   const std::uint64_t* parameters) {
  auto options = Format::compress_defaults();
  if constexpr (std::is_same_v<Format, Cascaded>) {
    options.common_opts.data_type = integer_type(element_type);
    // The compressor needs the frame of reference in any case.
    options.fine_grained_encoding_flags =
        cascaded_masks[parameters[second_at]] | NVCOMP_CASCADED_FINE_GRAINED_ENCODING_FOR;
  }
  if constexpr (std::is_same_v<Format, Bitcomp>) {
    options.data_type = integer_type(element_type);
    options.algorithm = static_cast<int>(parameters[second_at]);
  }
  return options;
}

template <class Format>
std::size_t workspace_bytes(const codag_peer_batch* batch) {
  std::size_t bytes = 0;
  const nvcompStatus_t status = Format::decompress_workspace(
      batch->chunks, batch->max_chunk_bytes, decompress_options<Format>(*batch), &bytes,
      batch->uncompressed_bytes, batch->stream);
  return status == nvcompSuccess ? bytes : SIZE_MAX;
}

template <class Format>
int decode(const codag_peer_batch* b) {
  return Format::decompress(b->in, b->in_bytes, b->out_bytes, b->written, b->chunks, b->workspace,
                            b->workspace_bytes, b->out, decompress_options<Format>(*b),
                            reinterpret_cast<nvcompStatus_t*>(b->status), b->stream);
}

template <class Format>
std::size_t max_compressed_bytes(std::size_t uncompressed, const std::uint64_t* parameters) {
  std::size_t bytes = 0;
  // The widest type: no format's bound grows with a narrower one.
  const nvcompStatus_t status = Format::max_compressed(
      uncompressed, compress_options<Format>(CODAG_PEER_UINT64, parameters), &bytes);
  // A page more: the bound is of one type, and the column may be of another.
  return status == nvcompSuccess ? bytes + 4096 : SIZE_MAX;
}

template <class Format>
std::size_t compress_workspace_bytes(const codag_peer_batch* batch) {
  std::size_t bytes = 0;
  const nvcompStatus_t status =
      Format::compress_workspace(batch->chunks, batch->max_chunk_bytes,
                                 compress_options<Format>(batch->element_type, batch->parameters),
                                 &bytes, batch->uncompressed_bytes, batch->stream);
  return status == nvcompSuccess ? bytes : SIZE_MAX;
}

template <class Format>
int compress(const codag_peer_batch* b) {
  return Format::compress(b->in, b->in_bytes, b->max_chunk_bytes, b->chunks, b->workspace,
                          b->workspace_bytes, b->out, b->written,
                          compress_options<Format>(b->element_type, b->parameters),
                          reinterpret_cast<nvcompStatus_t*>(b->status), b->stream);
}

/// The decoder of a format. With `compresses` the format's chunks come from nvCOMP itself.
template <class Format, std::size_t Parameters>
codag_peer_decoder decoder(const char* codec, const char* variant,
                           const codag_peer_parameter (&parameters)[Parameters], bool compresses,
                           std::uint32_t container = CODAG_PEER_BARE) {
  nvcompAlignmentRequirements_t reads = {16, 16, 16}, writes = {16, 16, 16};
  Format::decompress_alignments(Format::decompress_defaults(), &reads);
  if (compresses) Format::compress_alignments(Format::compress_defaults(), &writes);
  codag_peer_decoder d{};
  d.codec = codec;
  d.variant = variant;
  d.element_types = CODAG_PEER_ALL_TYPES;
  d.container = container;
  d.compressed_alignment = static_cast<std::uint32_t>(std::max<std::size_t>(reads.input, 8));
  d.uncompressed_alignment = static_cast<std::uint32_t>(
      std::max(reads.output, compresses ? writes.input : std::size_t{1}));
  d.parameters = parameters;
  d.parameter_count = Parameters;
  d.workspace_bytes = &workspace_bytes<Format>;
  d.decode = &decode<Format>;
  if (!compresses) return d;
  d.max_compressed_bytes = &max_compressed_bytes<Format>;
  d.compress_workspace_bytes = &compress_workspace_bytes<Format>;
  d.compress = &compress<Format>;
  return d;
}

const char* explain(std::int32_t code) {
  return nvcompGetStatusString(static_cast<nvcompStatus_t>(code));
}

/// The version of the library that was loaded, which need not be that of the headers.
std::string loaded_version() {
  nvcompProperties_t properties{};
  if (nvcompGetProperties(&properties) != nvcompSuccess) return "unknown";
  const std::uint32_t v = properties.version;
  return std::to_string(NVCOMP_MAJOR_FROM_SEMVER(v)) + "." +
         std::to_string(NVCOMP_MINOR_FROM_SEMVER(v)) + "." +
         std::to_string(NVCOMP_PATCH_FROM_SEMVER(v));
}

}  // namespace

const codag_peer* codag_peer_v1() {
  static const std::string version = loaded_version();
  static const std::vector<codag_peer_decoder> decoders = {
      decoder<Deflate>("deflate", "nvcomp", of_all, false),
      decoder<Gzip>("deflate", "nvcomp_gzip", of_gzip, false, CODAG_PEER_GZIP),
      decoder<ANS>("ans", "nvcomp", of_all, true),
      decoder<Bitcomp>("bitcomp", "nvcomp", of_bitcomp, true),
      decoder<Cascaded>("cascaded", "nvcomp", of_cascaded, true),
      decoder<Gdeflate>("gdeflate", "nvcomp", of_all, true),
      decoder<LZ4>("lz4", "nvcomp", of_all, true),
      decoder<Snappy>("snappy", "nvcomp", of_all, true),
      decoder<Zstd>("zstd", "nvcomp", of_all, true)};
  static const codag_peer peer = {"nvCOMP",
                                  version.c_str(),
                                  "NVIDIA Software Development Kits licence, nvCOMP supplement",
                                  "nvCOMP documents its decoders for valid input only",
                                  CODAG_PEER_CUDA,
                                  decoders.data(),
                                  decoders.size(),
                                  &explain};
  return &peer;
}
