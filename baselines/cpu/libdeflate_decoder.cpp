#include <libdeflate.h>

#include <memory>
#include <new>

#include "baselines/cpu/deflate_libraries.hpp"

namespace codag::baselines {
namespace {

struct free_decompressor {
  void operator()(libdeflate_decompressor* d) const { libdeflate_free_decompressor(d); }
};

}  // namespace

status decode_with_libdeflate(std::span<const std::byte> in, element_type /*type*/,
                              std::span<std::byte> out) {
  // One per thread: an allocation per chunk would be part of the measured time.
  thread_local const std::unique_ptr<libdeflate_decompressor, free_decompressor> decompressor(
      libdeflate_alloc_decompressor());
  if (!decompressor) throw std::bad_alloc();
  std::size_t read = 0, written = 0;
  switch (libdeflate_deflate_decompress_ex(decompressor.get(), in.data(), in.size(), out.data(),
                                           out.size(), &read, &written)) {
    case LIBDEFLATE_SUCCESS:
      if (written < out.size()) return status::truncated_input;
      return read == in.size() ? status::ok : status::trailing_input;
    case LIBDEFLATE_INSUFFICIENT_SPACE:
      return status::output_overflow;
    default:
      return status::malformed_symbol;
  }
}

}  // namespace codag::baselines
