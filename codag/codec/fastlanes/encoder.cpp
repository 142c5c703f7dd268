#include <array>
#include <string>
#include <string_view>

#include "codag/codec/bit_packing/lane_blocks.hpp"
#include "codag/codec/fastlanes/fastlanes.hpp"

namespace codag::fastlanes {
namespace {

constexpr std::array<std::string_view, 2> order_names{"column", "transposed"};
constexpr std::array settings{parameter{.key = "order",
                                        .label = "order",
                                        .most = 1,
                                        .standard = 1,
                                        .choices = order_names,
                                        .help = "of a block's values: their own, or 04261537"}};
static_assert(well_declared(settings));

codec with_settings(std::span<const std::uint64_t> values) {
  const auto values_in = static_cast<order>(values[0]);
  codec made = row();
  made.encode = [values_in](std::span<const std::byte> raw, element_type type,
                            std::vector<std::byte>& out) {
    return encode(raw, type, out, values_in);
  };
  made.encoder = "order " + std::string(order_names[values[0]]);
  return made;
}

}  // namespace

std::uint64_t encode(std::span<const std::byte> raw, element_type type, std::vector<std::byte>& out,
                     order values_in) {
  const std::array more_header{static_cast<std::uint32_t>(values_in)};
  bit_packing::with_stored(type, [&]<class Stored>() {
    if (values_in == order::transposed)
      bit_packing::encode_lanes<layout<Stored, order::transposed>, Stored, true>(raw, type,
                                                                                 more_header, out);
    else
      bit_packing::encode_lanes<layout<Stored, order::column>, Stored, true>(raw, type, more_header,
                                                                             out);
  });
  return raw.size() / size_of(type);
}

codec row() {
  return {.name = "fastlanes",
          .encode = [](std::span<const std::byte> raw, element_type type,
                       std::vector<std::byte>& out) { return encode(raw, type, out); },
          .decode = decode,
          .parameters = settings,
          .with = with_settings};
}

}  // namespace codag::fastlanes
