#include "harness/kernels/cuda_kernels.cuh"

#include <vector>

#include "harness/kernels/variant_list.hpp"

namespace codag::harness::cuda {
namespace {

template <class... Codecs>
std::vector<kernel> all(type_list<Codecs...>) {
  std::vector<kernel> rows;
  for (const auto& of_codec : {kernels_of<Codecs>()...})
    rows.insert(rows.end(), of_codec.begin(), of_codec.end());
  return rows;
}

}  // namespace

std::span<const kernel> kernels() {
  static const std::vector<kernel> rows = all(all_codecs{});
  return rows;
}

}  // namespace codag::harness::cuda
