#include "harness/microbenchmark/alu.hpp"

#include <random>

#include "codag/parallel_for.hpp"
#include "harness/microbenchmark/alu_kernel.hpp"

namespace codag::harness {

const char* decoding_name(const alu_case& what) {
  return what.all_threads ? "all_threads" : "single_thread";
}

std::vector<std::uint32_t> alu_input(const alu_work& work, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::uint32_t> words(work.words());
  for (std::uint32_t& word : words) word = static_cast<std::uint32_t>(random());
  return words;
}

std::vector<std::uint32_t> alu_expected(const alu_case& what, const alu_work& work,
                                        std::span<const std::uint32_t> input) {
  std::vector<std::uint32_t> out(work.words() + work.warps);
  parallel_for(work.warps, 0, [&](std::size_t warp) {
    std::uint32_t value = 0;
    for (std::size_t i = warp * work.accesses; i < (warp + 1) * work.accesses; ++i)
      out[i] = value = alu_chain(value ^ input[i], work.operations);
    // The lanes that did nothing still hold their first value, 0.
    const bool all_agree = what.all_threads || value == 0;
    out[work.words() + warp] = all_agree ? simt::full_mask : 1;
  });
  return out;
}

}  // namespace codag::harness
