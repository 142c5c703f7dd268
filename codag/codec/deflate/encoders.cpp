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

namespace {

constexpr std::array<std::string_view, 2> encoder_names = {"zlib",
                                                           "libdeflate"};  // as in encoders()

constexpr std::array settings{
    parameter{.key = "encoder",
              .label = "encoder",
              .most = encoder_names.size() - 1,
              .choices = encoder_names,
              .help = "the library that compresses"},
    parameter{.key = "level",
              .label = "level",
              .most = 12,
              .standard = default_level,
              .help = "compression level; zlib has 0 to 9, libdeflate 0 to 12"}};
static_assert(well_declared(settings) && encoder_names[0] == default_encoder);

std::string why_not(std::span<const std::uint64_t> values) {
  const library_encoder& encoder = encoders()[values[0]];
  if (encoder.append == nullptr) return std::string(encoder.absent);
  if (values[1] > encoder.max_level)
    return std::string(encoder.name) + " has levels from 0 to " + std::to_string(encoder.max_level);
  return {};
}

codec with_settings(std::span<const std::uint64_t> values) {
  return codec_with(encoders()[values[0]], static_cast<unsigned>(values[1]));
}

}  // namespace

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
  return {.name = "deflate",
          .encode = encode,
          .decode = decode,
          .encoder = name + " " + std::string(encoder.version) + ", level " + std::to_string(level),
          .parameters = settings,
          .why_not = why_not,
          .with = with_settings};
}

}  // namespace codag::deflate
