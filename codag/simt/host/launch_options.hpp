// What a launch on the host backend may choose.
#pragma once

#include "codag/simt/host/lane_order.hpp"

namespace codag::simt::host {

struct launch_options {
  unsigned workers = 0;  ///< cores that the blocks are spread over; 0: all
  lane_order order = lane_order::ascending();
  /// Whether a stream lets kernels overlap that may (early_kernel). How far the first one has come
  /// when the second one looks then depends on timing, and so may the counts.
  bool overlap = false;
};

}  // namespace codag::simt::host
