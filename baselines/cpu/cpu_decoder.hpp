// CPU libraries that decode a codec's chunks: what a GPU is compared with.
#pragma once

#include <span>
#include <string_view>

#include "codag/codec/codec.hpp"

namespace codag::baselines {

/// A library's decoder. A new one is one row in cpu_decoder.cpp.
struct cpu_decoder {
  std::string_view variant;  ///< "cpu_zlib"
  std::string_view codec;    ///< the one codec that it decodes
  std::string_view library;  ///< "zlib"
  std::string_view version;  ///< of the library that decodes; empty: this build lacks it
  std::string_view absent;   ///< why this build lacks it, with the remedy; empty: it does not

  chunk_decoder decode;  ///< `ok` only if `in` is used up and `out` full; null: lacking
};

/// Every row, in the order they are listed: also of libraries that this build lacks.
std::span<const cpu_decoder> cpu_decoders();

/// The row of that variant, or nullptr.
const cpu_decoder* find_cpu_decoder(std::string_view variant);

}  // namespace codag::baselines
