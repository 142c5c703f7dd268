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
  using window_of_walkers = shared_window<simt::host::thread, window_part_bytes(most_window_bytes)>;
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
