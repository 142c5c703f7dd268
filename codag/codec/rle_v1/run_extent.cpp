#include "codag/codec/integer/run_extent.hpp"

#include "codag/codec/integer/varint.hpp"
#include "codag/codec/rle_v1/rle_v1.hpp"

namespace codag::rle_v1 {

status measure_run(std::span<const std::byte> in, integer::run_extent& run) {
  const std::size_t all = in.size();
  if (in.empty()) return status::truncated_input;
  const auto header = std::to_integer<std::uint32_t>(in.front());
  const bool repeats = header < 0x80;
  const std::size_t before_varints = repeats ? 2 : 1;  // the header, and a run's delta
  if (in.size() < before_varints) return status::truncated_input;
  in = in.subspan(before_varints);
  run.values = repeats ? header + min_run : 0x100 - header;
  run.symbols = repeats ? 1 : run.values;
  std::uint64_t value = 0;
  for (std::uint32_t i = 0; i < run.symbols; ++i)
    if (const status s = integer::take_varint(in, value); s != status::ok) return s;
  run.bytes = all - in.size();
  return status::ok;
}

}  // namespace codag::rle_v1
