// What the tests of walkers share: a chunk's true places, and a warp that looks at a window of it.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "codag/codec/integer/run_extent.hpp"
#include "codag/simt/host/launch.hpp"
#include "codag/simt/warp_group.hpp"
#include "codag/status.hpp"
#include "codag/stream/shared_window.hpp"
#include "tests/support/lambda_kernel.hpp"

namespace codag::test {

using bytes = std::vector<std::byte>;

struct place {
  std::uint32_t bytes, values;
  bool operator==(const place&) const = default;
};

struct no_scratch {};

/// Runs a warp whose window is at byte `from` of `in`. Each lane calls look(warp, window, scratch).
template <class Scratch, class Look>
simt::host::counts look_at(const bytes& in, std::size_t from, const Look& look,
                           const simt::host::launch_options& options = {}) {
  using window_of_walkers = shared_window<simt::host::thread, window_half_bytes(most_window_bytes)>;
  struct storage {
    alignas(16) std::uint32_t window[window_of_walkers::buffer_bytes / 4];
    Scratch scratch;
  };
  simt::host::global_vector<std::byte> memory(in.begin(), in.end());
  return run<storage>(
      {1, 32},
      [&](const simt::host::thread& t, storage& shared) {
        const compressed_words words(memory.data() + from,
                                     static_cast<std::uint32_t>(in.size() - from));
        window_of_walkers window(t, shared.window, 0, words);
        look(simt::warp_group<simt::host::thread>(t), window, shared.scratch);
      },
      options);
}

/// Where a walker supposes a symbol when it looks for one in the next `bytes_searched` bytes from
/// byte `from` on, or 0.
template <class Walker>
std::uint32_t supposed(const bytes& in, std::uint32_t from, std::uint32_t bytes_searched = 4096) {
  std::uint32_t place = 0;
  using scratch = typename Walker::scratch;
  look_at<scratch>(in, from, [&](const auto& warp, auto& window, scratch& shared) {
    const std::uint32_t begin = window.position();
    if (Walker::find_symbol(warp, window, shared, bytes_searched) && warp.rank() == 0)
      place = from + (window.position() - begin) / 8;
  });
  return place;
}

/// Where a walker says it is, over a chunk that begins `skipped` bytes after the memory does.
template <class Walker>
std::vector<place> walk(const bytes& in, std::size_t skipped, const simt::host::lane_order& order,
                        std::uint32_t section_values = 500) {
  bytes memory(skipped);
  memory.insert(memory.end(), in.begin(), in.end());
  std::vector<place> places;
  look_at<typename Walker::scratch>(
      memory, skipped,
      [&](const auto& warp, auto& window, typename Walker::scratch& scratch) {
        const std::uint32_t begin = window.position();
        Walker::forget(warp, scratch);
        Walker::walk(warp, window, scratch, section_values,
                     [&](std::uint32_t bit, std::uint32_t values) {
                       const place here{(bit - begin) / 8, values};
                       if (here.bytes > in.size()) return false;
                       if (warp.rank() == 0) places.push_back(here);
                       return here.bytes < in.size();
                     });
      },
      {.order = order});
  return places;
}

/// The places between the symbols of a chunk, by its codec's own measure of a run.
template <class Measure>
std::vector<place> true_places(const bytes& in, const Measure& measure) {
  std::vector<place> places;
  place here{0, 0};
  while (here.bytes < in.size()) {
    integer::run_extent run;
    EXPECT_EQ(measure(std::span(in).subspan(here.bytes), run), status::ok);
    here.bytes += static_cast<std::uint32_t>(run.bytes);
    here.values += run.values;
    places.push_back(here);
  }
  return places;
}

/// Whether byte `at` is one of these places.
inline bool is_place(const std::vector<place>& places, std::uint32_t at) {
  return std::ranges::any_of(places, [&](const place& p) { return p.bytes == at; });
}

}  // namespace codag::test
