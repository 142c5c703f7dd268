// Kernels that use every sum, reduction and broadcast of a group, for both backends.
#pragma once

#include "codag/annotate.hpp"
#include "codag/simt/block_group.hpp"
#include "codag/simt/operators.hpp"
#include "codag/simt/simt.hpp"
#include "codag/simt/warp_group.hpp"

namespace codag::test {

/// What one thread receives from its group.
template <class T>
struct group_results {
  T exclusive, exclusive_alone, exclusive_total;
  T inclusive, inclusive_alone, inclusive_total;
  T sum, least, most;
  T of_rank;
  friend bool operator==(const group_results&, const group_results&) = default;
};

/// The rank whose value a group of `size` threads broadcasts: neither the first nor the last.
CODAG_HOST_DEVICE constexpr unsigned broadcast_rank(unsigned size) {
  return size / 3;
}

// The operations follow each other with nothing between: each must leave the shared storage free.
template <class Group, class T>
CODAG_DEVICE group_results<T> use(const Group& g, T v) {
  group_results<T> r;
  r.exclusive = g.exclusive_sum(v, r.exclusive_total);
  r.inclusive = g.inclusive_sum(v, r.inclusive_total);
  r.exclusive_alone = g.exclusive_sum(v);
  r.inclusive_alone = g.inclusive_sum(v);
  r.sum = g.reduce(v);
  r.least = g.reduce(v, simt::minimum{});
  r.most = g.reduce(v, simt::maximum{});
  r.of_rank = g.broadcast(v, broadcast_rank(g.size()));
  return r;
}

/// Each warp is a group.
template <class T>
struct use_warps {
  static constexpr const char* name = "use_warps";
  static constexpr unsigned max_threads = 1024;
  static constexpr unsigned min_blocks = 1;
  struct shared_storage {};
  const T* in;
  group_results<T>* out;

  template <class Thread>
  CODAG_DEVICE void operator()(const Thread& t, shared_storage&) const {
    const unsigned i = t.block() * t.block_threads() + t.thread_index();
    out[i] = use(simt::warp_group<Thread>(t), in[i]);
  }
};

/// Each block is a group.
template <class T>
struct use_blocks {
  static constexpr const char* name = "use_blocks";
  static constexpr unsigned max_threads = 1024;
  static constexpr unsigned min_blocks = 1;
  struct shared_storage {
    simt::block_group_storage<max_threads> sums;
  };
  const T* in;
  group_results<T>* out;

  template <class Thread>
  CODAG_DEVICE void operator()(const Thread& t, shared_storage& shared) const {
    const unsigned i = t.block() * t.block_threads() + t.thread_index();
    out[i] = use(simt::block_group<Thread, max_threads>(t, shared.sums), in[i]);
  }
};

}  // namespace codag::test
