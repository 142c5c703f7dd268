#include "harness/kernels/host_kernels.hpp"

#include <vector>

#include "harness/kernels/variant_list.hpp"

namespace codag::harness {
namespace {

template <class... Codecs>
std::vector<host_kernel> all(type_list<Codecs...>) {
  std::vector<host_kernel> rows;
  for (const auto& of_codec : {host_kernels_of<Codecs>()...})
    rows.insert(rows.end(), of_codec.begin(), of_codec.end());
  return rows;
}

}  // namespace

std::span<const host_kernel> host_kernels() {
  static const std::vector<host_kernel> rows = all(all_codecs{});
  return rows;
}

}  // namespace codag::harness
