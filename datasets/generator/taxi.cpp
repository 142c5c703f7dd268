// TPC, TPC_symbols and TPT: passenger counts and payment records of taxi trips. Vendors send the
// same batches of trips again and again, which Deflate finds. Hardly any neighbours form a run.
#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include "datasets/generator/columns.hpp"
#include "datasets/generator/runless_writer.hpp"

namespace codag::datasets {
namespace {

template <std::size_t bytes, class Draw>
std::vector<std::array<std::int8_t, bytes>> make_phrases(std::size_t count, const Draw& draw) {
  std::vector<std::array<std::int8_t, bytes>> phrases(count);
  for (auto& phrase : phrases)
    for (runless_writer<std::int8_t> out(phrase); !out.full();) out.put(draw(), draw);
  return phrases;
}

}  // namespace

void fill_tpc(random& r, std::uint64_t, std::span<std::int8_t> values) {
  // Mostly 1 to 6. Shuttle buses have up to 31, which takes 6 bits in zigzag: RLE v2's width.
  const auto passengers = [&] {
    return static_cast<std::int8_t>(r.chance(330) ? r.between(1, 31) : r.between(1, 6));
  };
  // A meter that is stuck at one passenger makes a run of RLE v1's greatest length, which saves the
  // most bytes per symbol.
  constexpr std::size_t stuck_trips = 130;
  constexpr std::size_t history = 72;  // copies reach back this far: short distances in Deflate
  runless_writer<std::int8_t> out(values);
  while (out.count() < history) out.put(passengers(), passengers);
  while (!out.full()) {
    if (r.chance(21)) {
      out.put_run(1, stuck_trips);
      continue;
    }
    const std::size_t trips = r.between(8, 24);
    std::size_t from = out.count() - r.between(trips, history);
    for (std::size_t n = trips; n > 0 && !out.full(); --n) out.put(values[from++], passengers);
    out.put(passengers(), passengers);
  }
}

void fill_tpc_symbols(random& r, std::uint64_t, std::span<std::int8_t> values) {
  // Counts up to 15 take 5 bits in zigzag: RLE v2's width. One stretch in 16 has shuttle buses, and
  // takes 6 bits. No meter is stuck, so that nothing is a run.
  constexpr std::size_t stretch = 4096, stretches = 16, history = 72;
  bool shuttles = false;
  const auto passengers = [&] {
    const std::uint64_t most = shuttles ? 31 : 15;
    return static_cast<std::int8_t>(r.chance(330) ? r.between(1, most) : r.between(1, 6));
  };
  runless_writer<std::int8_t> out(values);
  while (out.count() < history) out.put(passengers(), passengers);
  while (!out.full()) {
    shuttles = out.count() / stretch % stretches == 0;
    const std::size_t trips = r.between(9, 26);
    std::size_t from = out.count() - r.between(trips, history);
    for (std::size_t n = trips; n > 0 && !out.full(); --n) out.put(values[from++], passengers);
    out.put(passengers(), passengers);
  }
}

void fill_tpt(random& r, std::uint64_t, std::span<std::int8_t> values) {
  // Letters are 64 or above and take two bytes as a zigzag varint. Their share sets RLE v1's ratio.
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyzCDN", signs = "0123456789,. \n";
  const auto digit = [&] { return static_cast<std::int8_t>(signs[r.below(10)]); };
  const auto text = [&] {
    return static_cast<std::int8_t>(r.chance(413) ? letters[r.below(letters.size())]
                                                  : signs[r.below(signs.size())]);
  };
  const auto records = make_phrases<56>(10, text);
  for (runless_writer<std::int8_t> out(values); !out.full();) {
    for (const std::int8_t v : records[r.below(records.size())]) out.put(v, text);
    for (std::uint64_t amount = r.below(4); amount > 0; --amount) out.put(digit(), digit);
  }
}

}  // namespace codag::datasets
