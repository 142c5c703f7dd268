#include <libdeflate.h>

#include <memory>
#include <new>
#include <stdexcept>

#include "codag/codec/deflate/library_encoders.hpp"

namespace codag::deflate {
namespace {

struct free_compressor {
  void operator()(libdeflate_compressor* c) const { libdeflate_free_compressor(c); }
};

}  // namespace

void append_with_libdeflate(std::span<const std::byte> raw, const encoder_settings& settings,
                            std::vector<std::byte>& out) {
  const std::unique_ptr<libdeflate_compressor, free_compressor> compressor(
      libdeflate_alloc_compressor(static_cast<int>(settings.level)));
  if (!compressor) throw std::bad_alloc();
  const std::size_t begin = out.size();
  out.resize(begin + libdeflate_deflate_compress_bound(compressor.get(), raw.size()));
  const std::size_t written = libdeflate_deflate_compress(compressor.get(), raw.data(), raw.size(),
                                                          out.data() + begin, out.size() - begin);
  if (written == 0)
    throw std::logic_error("libdeflate did not finish a Deflate stream within its bound");
  out.resize(begin + written);
}

}  // namespace codag::deflate
