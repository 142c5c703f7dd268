// CPU libraries that decode a codec's chunks. A GPU is compared with them.
#pragma once

#include <span>
#include <string_view>

#include "codag/codec/codec.hpp"

namespace codag::baselines {

/// A library's decoder. To add one, add a row in cpu_decoder.cpp.
struct cpu_decoder {
  std::string_view variant;  ///< "cpu_zlib"
  std::string_view codec;    ///< the only codec that it decodes
  std::string_view library;  ///< "zlib"
  std::string_view version;  ///< of the library; empty if this build lacks it
  std::string_view absent;   ///< why this build lacks it, and what to do; empty if it has it

  chunk_decoder decode;  ///< `ok` only if `in` is used up and `out` full; null if lacking
};

/// All rows, in the order of `codag list`, including libraries that this build lacks.
std::span<const cpu_decoder> cpu_decoders();

/// The row with that variant, or nullptr.
const cpu_decoder* find_cpu_decoder(std::string_view variant);

}  // namespace codag::baselines
