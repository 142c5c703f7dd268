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
      library_encoder{"zlib", 9, false, zlibVersion(), "", append_with_zlib},
      library_encoder{"libdeflate", 12, true, libdeflate_version, libdeflate_absent,
                      with_libdeflate},
  };
  return rows;
}

const library_encoder* find_encoder(std::string_view name) {
  const auto rows = encoders();
  const auto row = std::ranges::find(rows, name, &library_encoder::name);
  return row == rows.end() ? nullptr : &*row;
}

namespace {

// As in encoders() and in strategy.
constexpr std::array<std::string_view, 2> encoder_names = {"zlib", "libdeflate"};
constexpr std::array<std::string_view, 5> strategy_names = {"default", "filtered", "huffman_only",
                                                            "rle", "fixed"};
constexpr encoder_settings standard;

constexpr std::array declared{
    parameter{.key = "encoder",
              .label = "encoder",
              .most = encoder_names.size() - 1,
              .choices = encoder_names,
              .help = "the library that compresses"},
    parameter{.key = "level",
              .label = "level",
              .most = 12,
              .standard = standard.level,
              .help = "compression level; zlib has 0 to 9, libdeflate 0 to 12"},
    parameter{.key = "strategy",
              .label = "strategy",
              .most = strategy_names.size() - 1,
              .standard = static_cast<std::uint64_t>(standard.strategy),
              .choices = strategy_names,
              .help =
                  "zlib only; filtered: no short match, huffman_only: no match, rle: only matches "
                  "of distance 1, fixed: no dynamic block"},
    parameter{.key = "mem_level",
              .label = "mem_level",
              .least = 1,
              .most = 9,
              .standard = standard.mem_level,
              .help = "zlib only: its memory; with M, a block has fewer than 2^(M+6) symbols"},
    parameter{.key = "flush_bytes",
              .label = "flush",
              .unit = "B",
              .most = most_flush_bytes,
              .standard = standard.flush_bytes,
              .bytes = true,
              .help = "zlib only: a flush, which leaves an empty stored block, after so many bytes "
                      "of a chunk; 0: none, else 64 or more"}};
static_assert(well_declared(declared) && encoder_names[0] == default_encoder);
static_assert(strategy_names[static_cast<std::size_t>(strategy::fixed)] == "fixed");

// In the order of `declared`.
parameter_values values_of(const library_encoder& encoder, const encoder_settings& settings) {
  const auto number = std::ranges::find(encoder_names, encoder.name) - encoder_names.begin();
  return {static_cast<std::uint64_t>(number), settings.level,
          static_cast<std::uint64_t>(settings.strategy), settings.mem_level, settings.flush_bytes};
}

encoder_settings settings_of(std::span<const std::uint64_t> values) {
  return {.level = static_cast<unsigned>(values[1]),
          .strategy = static_cast<strategy>(values[2]),
          .mem_level = static_cast<unsigned>(values[3]),
          .flush_bytes = static_cast<std::uint32_t>(values[4])};
}

std::string why_not_values(std::span<const std::uint64_t> values) {
  return why_not(encoders()[values[0]], settings_of(values));
}

codec with_values(std::span<const std::uint64_t> values) {
  return codec_with(encoders()[values[0]], settings_of(values));
}

/// "zlib 1.2.13, level 9, strategy fixed": the level, and what is not standard.
std::string text_of(const library_encoder& encoder, const encoder_settings& settings) {
  std::string text = std::string(encoder.name) + " " + std::string(encoder.version);
  const parameter_values values = values_of(encoder, settings);
  for (std::size_t i = 1; i < declared.size(); ++i)
    if (declared[i].key == "level" || values[i] != declared[i].standard)
      text += ", " + std::string(declared[i].key) + " " + value_text(declared[i], values[i]);
  return text;
}

}  // namespace

std::string why_not(const library_encoder& encoder, const encoder_settings& settings) {
  const std::string name(encoder.name);
  if (encoder.append == nullptr) return std::string(encoder.absent);
  if (settings.level > encoder.max_level)
    return name + " has levels from 0 to " + std::to_string(encoder.max_level);
  if (encoder.only_levels && settings != encoder_settings{.level = settings.level})
    return name + " has no strategy, mem_level or flush_bytes; drop them, or choose zlib";
  const parameter_values values = values_of(encoder, settings);
  for (std::size_t i = 1; i < declared.size(); ++i)
    if (!declared[i].allows(values[i]))
      return std::string(declared[i].key) + " is from " + std::to_string(declared[i].least) +
             " to " + std::to_string(declared[i].most);
  if (settings.flush_bytes != 0 && settings.flush_bytes < least_flush_bytes)
    return "flush_bytes is 0 or at least " + std::to_string(least_flush_bytes);
  return {};
}

codec codec_with(const library_encoder& encoder, const encoder_settings& settings) {
  if (const std::string why = why_not(encoder, settings); !why.empty())
    throw std::invalid_argument(why);
  const auto encode = [append = encoder.append, name = std::string(encoder.name), settings](
                          std::span<const std::byte> raw, element_type /*type*/,
                          std::vector<std::byte>& out) {
    const std::size_t begin = out.size();
    append(raw, settings, out);
    symbol_count count;
    if (count_symbols(std::span(out).subspan(begin), count) != status::ok)
      throw std::logic_error(name + " wrote a Deflate stream that cannot be read");
    return count.total();
  };
  return {.name = "deflate",
          .encode = encode,
          .decode = decode,
          .encoder = text_of(encoder, settings),
          .parameters = declared,
          .why_not = why_not_values,
          .with = with_values};
}

}  // namespace codag::deflate
