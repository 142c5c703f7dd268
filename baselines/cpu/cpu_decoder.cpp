#include "baselines/cpu/cpu_decoder.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>

#include "baselines/cpu/deflate_libraries.hpp"
#include "codag/codec/deflate/libdeflate.hpp"

namespace codag::baselines {

std::span<const cpu_decoder> cpu_decoders() {
#ifdef CODAG_HAVE_LIBDEFLATE
  constexpr auto with_libdeflate = decode_with_libdeflate;
#else
  constexpr auto with_libdeflate = nullptr;
#endif
  static const std::array rows = {
      cpu_decoder{"cpu_zlib", "deflate", "zlib", zlibVersion(), "", decode_with_zlib},
      cpu_decoder{"cpu_libdeflate", "deflate", "libdeflate", deflate::libdeflate_version,
                  deflate::libdeflate_absent, with_libdeflate},
  };
  return rows;
}

const cpu_decoder* find_cpu_decoder(std::string_view variant) {
  const auto rows = cpu_decoders();
  const auto row = std::ranges::find(rows, variant, &cpu_decoder::variant);
  return row == rows.end() ? nullptr : &*row;
}

}  // namespace codag::baselines
