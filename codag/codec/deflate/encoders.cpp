#include "codag/codec/deflate/encoders.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

#include "codag/codec/deflate/deflate.hpp"
#include "codag/codec/deflate/libdeflate.hpp"
#include "codag/codec/deflate/library_encoders.hpp"

namespace codag::deflate {

std::span<const library_encoder> encoders() {
#ifdef CODAG_HAVE_LIBDEFLATE
  constexpr auto with_libdeflate = append_with_libdeflate;
#else
  constexpr auto with_libdeflate = nullptr;
#endif
  static const std::array rows = {
      library_encoder{"zlib", 9, zlibVersion(), "", append_with_zlib},
      library_encoder{"libdeflate", 12, libdeflate_version, libdeflate_absent, with_libdeflate},
  };
  return rows;
}

const library_encoder* find_encoder(std::string_view name) {
  const auto rows = encoders();
  const auto row = std::ranges::find(rows, name, &library_encoder::name);
  return row == rows.end() ? nullptr : &*row;
}

codec codec_with(const library_encoder& encoder, unsigned level) {
  const std::string name(encoder.name);
  if (encoder.append == nullptr) throw std::invalid_argument(std::string(encoder.absent));
  if (level > encoder.max_level)
    throw std::invalid_argument(name + " has no level " + std::to_string(level));
  const auto encode = [append = encoder.append, name, level](std::span<const std::byte> raw,
                                                             element_type /*type*/,
                                                             std::vector<std::byte>& out) {
    const std::size_t begin = out.size();
    append(raw, level, out);
    symbol_count count;
    if (count_symbols(std::span(out).subspan(begin), count) != status::ok)
      throw std::logic_error(name + " wrote a Deflate stream that cannot be read");
    return count.total();
  };
  return {"deflate", encode, decode,
          name + " " + std::string(encoder.version) + ", level " + std::to_string(level)};
}

}  // namespace codag::deflate
