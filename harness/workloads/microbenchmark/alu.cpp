#include "harness/workloads/microbenchmark/alu.hpp"

#include <random>

#include "codag/parallel_for.hpp"
#include "codag/simt/simt.hpp"
#include "harness/workloads/microbenchmark/alu_kernel.hpp"

namespace codag::harness {

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
    // The inactive lanes still hold their initial value, 0.
    const bool all_agree = what.all_threads || value == 0;
    out[work.words() + warp] = all_agree ? simt::full_mask : 1;
  });
  return out;
}

}  // namespace codag::harness
