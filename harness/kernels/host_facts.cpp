// Every variant in a build without the host backend: known, because the cuda backend has the same
// ones, but without a kernel. Stands in for host_deflate.cpp, host_rle_v1.cpp and host_rle_v2.cpp.
#include "harness/kernels/host_kernels.hpp"
#include "harness/kernels/kernel_list.hpp"

namespace codag::harness {

template <class Codec>
std::span<const host_kernel> host_kernels_of() {
  static constexpr auto rows =
      row_for_each(all_schedules{}, []<class Schedule>(std::type_identity<Schedule>) {
        return host_kernel{facts_of<Codec, Schedule>(), nullptr};
      });
  return rows;
}

template std::span<const host_kernel> host_kernels_of<deflate_codec>();
template std::span<const host_kernel> host_kernels_of<rle_v1_codec>();
template std::span<const host_kernel> host_kernels_of<rle_v2_codec>();

}  // namespace codag::harness
