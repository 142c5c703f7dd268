// Groups on a GPU give what CUB gives; blocks that wait for each other and atomics give what they
// give on the host backend. Skips, saying so, where there is no GPU.
#include <gtest/gtest.h>

#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

#include "codag/simt/block_group.hpp"
#include "codag/simt/cuda/gpu_facts.cuh"
#include "codag/simt/cuda/launch.cuh"
#include "codag/simt/cuda/resident_blocks.cuh"
#include "codag/simt/group.hpp"
#include "codag/simt/warp_group.hpp"
#include "tests/support/chained_kernels.hpp"
#include "tests/support/group_columns.hpp"
#include "tests/support/group_kernels.hpp"
#include "tests/support/on_gpu.cuh"

namespace codag::simt::cuda {
namespace {

static_assert(warp_like<warp_group<thread>>);
static_assert(group<block_group<thread>>);

struct lesser {
  template <class T>
  CODAG_DEVICE T operator()(T a, T b) const {
    return b < a ? b : a;
  }
};
struct greater {
  template <class T>
  CODAG_DEVICE T operator()(T a, T b) const {
    return a < b ? b : a;
  }
};

/// CUB's reductions give their result to the first thread of a group alone: the others keep zero.
template <class Scan, class Reduce, class T>
CODAG_DEVICE void use_cub(typename Scan::TempStorage& scan, typename Reduce::TempStorage& reduce,
                          T v, test::group_results<T>& r) {
  Scan(scan).ExclusiveSum(v, r.exclusive, r.exclusive_total);
  __syncthreads();  // CUB's storage is free again after a barrier
  Scan(scan).InclusiveSum(v, r.inclusive, r.inclusive_total);
  r.exclusive_alone = r.exclusive;
  r.inclusive_alone = r.inclusive;
  r.sum = Reduce(reduce).Sum(v);
  __syncthreads();
  r.least = Reduce(reduce).Reduce(v, lesser{});
  __syncthreads();
  r.most = Reduce(reduce).Reduce(v, greater{});
}

template <class T>
__global__ void warps_by_cub(const T* in, test::group_results<T>* out) {
  using scan = cub::WarpScan<T>;
  using reduce = cub::WarpReduce<T>;
  __shared__ typename scan::TempStorage for_scan[1024 / warp_size];
  __shared__ typename reduce::TempStorage for_reduce[1024 / warp_size];
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned warp = threadIdx.x / warp_size;
  use_cub<scan, reduce>(for_scan[warp], for_reduce[warp], in[i], out[i]);
}

// Without the bound a block of 1024 threads would not fit a multiprocessor's registers.
template <class T, int threads>
__global__ void __launch_bounds__(threads) blocks_by_cub(const T* in, test::group_results<T>* out) {
  using scan = cub::BlockScan<T, threads>;
  using reduce = cub::BlockReduce<T, threads>;
  __shared__ typename scan::TempStorage for_scan;
  __shared__ typename reduce::TempStorage for_reduce;
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  use_cub<scan, reduce>(for_scan, for_reduce, in[i], out[i]);
}

/// Every lane's votes, matches and shuffles.
struct lane_results {
  unsigned odd, any, all, matches, wide_matches, rank, first, last, in_block, in_no_thread;
  std::uint32_t up, down, across, of_nine;
  std::uint64_t wide_up;
};

struct use_lanes {
  static constexpr const char* name = "use_lanes";
  static constexpr unsigned max_threads = 1024;
  static constexpr unsigned min_blocks = 1;
  struct shared_storage {};
  const std::uint32_t* in;
  lane_results* out;

  template <class Thread>
  CODAG_DEVICE void operator()(const Thread& t, shared_storage&) const {
    const warp_group<Thread> g(t);
    const std::uint32_t v = in[t.thread_index()];
    lane_results& r = out[t.thread_index()];
    r.odd = g.ballot(v % 2 != 0);
    r.any = g.any(v % 16 == 0);
    r.all = g.all(v % 16 != 0);
    r.matches = g.match_any(v % 8);
    r.wide_matches = g.match_any(std::uint64_t{v % 8} << 40);
    r.rank = g.rank_among(r.odd);
    r.first = g.first_of(r.odd);
    r.last = g.last_of(r.odd);
    r.up = g.shuffle_up(v, 3);
    r.down = g.shuffle_down(v, 3);
    r.across = g.shuffle_xor(v, 5);
    r.of_nine = g.shuffle(v, 9);
    r.wide_up = g.shuffle_up(std::uint64_t{v} << 20, 3);
    r.in_block = t.sync_block_or(t.thread_index() == 700);
    r.in_no_thread = t.sync_block_or(false);
  }
};

class groups_on_gpu : public test::on_gpu<> {
 protected:
  template <class Kernel, class T, class ByCub>
  void expect_as_cub(const std::vector<T>& in, unsigned threads, unsigned group_size,
                     const ByCub& by_cub) {
    const auto blocks = static_cast<unsigned>(in.size() / threads);
    const std::vector<test::group_results<T>> poison(in.size());
    const T* const device_in = upload(in);
    test::group_results<T>* const ours = upload(poison);
    test::group_results<T>* const cubs = upload(poison);
    ASSERT_CUDA((launch(Kernel{device_in, ours}, {blocks, threads})));
    by_cub<<<blocks, threads>>>(device_in, cubs);
    ASSERT_CUDA(cudaGetLastError());
    const auto got = download(ours, in.size());
    auto expected = download(cubs, in.size());
    for (std::size_t i = 0; i < in.size(); ++i) {
      const std::size_t first = i / group_size * group_size;
      expected[i].sum = expected[first].sum;
      expected[i].least = expected[first].least;
      expected[i].most = expected[first].most;
      expected[i].of_rank = in[first + test::broadcast_rank(group_size)];  // CUB has none
      ASSERT_EQ(got[i], expected[i]) << "thread " << i << " of groups of " << group_size;
    }
  }

  template <class T>
  void expect_warps_as_cub() {
    for (const auto& in : test::group_columns<T>(4 * 96))
      expect_as_cub<test::use_warps<T>>(in, 96, warp_size, warps_by_cub<T>);
  }
  template <class T, int threads>
  void expect_blocks_as_cub() {
    for (const auto& in : test::group_columns<T>(5 * threads))
      expect_as_cub<test::use_blocks<T>>(in, threads, threads, blocks_by_cub<T, threads>);
  }
};

TEST_F(groups_on_gpu, warps_give_what_cub_gives) {
  expect_warps_as_cub<std::int32_t>();
  expect_warps_as_cub<std::uint32_t>();
  expect_warps_as_cub<std::int64_t>();
  expect_warps_as_cub<std::uint64_t>();
}

TEST_F(groups_on_gpu, blocks_give_what_cub_gives) {
  expect_blocks_as_cub<std::int32_t, 32>();
  expect_blocks_as_cub<std::int32_t, 96>();
  expect_blocks_as_cub<std::int32_t, 1024>();
  expect_blocks_as_cub<std::uint32_t, 256>();
  expect_blocks_as_cub<std::int64_t, 480>();
  expect_blocks_as_cub<std::uint64_t, 32>();
  expect_blocks_as_cub<std::uint64_t, 1024>();
}

TEST_F(groups_on_gpu, lanes_vote_match_and_shuffle) {
  std::mt19937 random(5);
  std::vector<std::uint32_t> in(1024);
  for (auto& v : in) v = static_cast<std::uint32_t>(random()) >> 8;
  for (unsigned i = 32; i < 64; ++i) in[i] &= ~1u;  // a warp whose ballot is empty
  lane_results* const device_out = upload(std::vector<lane_results>(in.size()));
  ASSERT_CUDA(launch(use_lanes{upload(in), device_out}, {1, 1024}));
  const auto out = download(device_out, in.size());
  for (unsigned i = 0; i < in.size(); ++i) {
    const unsigned lane = i % warp_size;
    const std::uint32_t* const warp = in.data() + i - lane;
    unsigned odd = 0, sixteenths = 0, matches = 0;
    for (unsigned other = 0; other < warp_size; ++other) {
      odd |= static_cast<unsigned>(warp[other] % 2 != 0) << other;
      sixteenths |= static_cast<unsigned>(warp[other] % 16 == 0) << other;
      matches |= static_cast<unsigned>(warp[other] % 8 == in[i] % 8) << other;
    }
    unsigned rank = 0, first = warp_size, last = warp_size;
    for (unsigned other = 0; other < warp_size; ++other)
      if ((odd >> other & 1) != 0) {
        rank += other < lane ? 1 : 0;
        first = std::min(first, other);
        last = other;
      }
    ASSERT_EQ(out[i].odd, odd) << i;
    ASSERT_EQ(out[i].any, sixteenths != 0) << i;
    ASSERT_EQ(out[i].all, sixteenths == 0) << i;
    ASSERT_EQ(out[i].matches, matches) << i;
    ASSERT_EQ(out[i].wide_matches, matches) << i;
    ASSERT_EQ(out[i].rank, rank) << i;
    ASSERT_EQ(out[i].first, first) << i;
    ASSERT_EQ(out[i].last, last) << i;
    ASSERT_EQ(out[i].in_block, 1u) << i;
    ASSERT_EQ(out[i].in_no_thread, 0u) << i;
    ASSERT_EQ(out[i].up, warp[lane >= 3 ? lane - 3 : lane]) << i;
    ASSERT_EQ(out[i].down, warp[lane + 3 < warp_size ? lane + 3 : lane]) << i;
    ASSERT_EQ(out[i].across, warp[lane ^ 5]) << i;
    ASSERT_EQ(out[i].of_nine, warp[9]) << i;
    ASSERT_EQ(out[i].wide_up, std::uint64_t{out[i].up} << 20) << i;
  }
}

TEST_F(groups_on_gpu, a_persistent_grid_sums_by_adjacent_synchronisation) {
  constexpr unsigned threads = test::chained_sum::max_threads;
  unsigned blocks = 0;
  ASSERT_CUDA((resident_blocks<test::chained_sum>({0, threads}, blocks)));
  const unsigned tiles = 5 * blocks + 3;
  std::mt19937 random(7);
  std::vector<std::uint32_t> in(std::size_t{tiles} * threads), expected(in.size());
  for (auto& v : in) v = static_cast<std::uint32_t>(random());
  std::exclusive_scan(in.begin(), in.end(), expected.begin(), 0u);
  const std::uint32_t* const device_in = upload(in);
  // With fewer and with more blocks than the GPU holds, too: tickets need no resident grid.
  for (const unsigned grid : {1u, blocks, 3 * blocks}) {
    std::uint32_t* const out = upload(std::vector<std::uint32_t>(in.size(), 0xeeeeeeee));
    ASSERT_CUDA(
        (launch(test::chained_sum{device_in, out, tiles, upload(std::vector<std::uint32_t>(1)),
                                  upload(std::vector<test::known_sum>(tiles))},
                {grid, threads})));
    ASSERT_EQ(download(out, in.size()), expected) << grid << " blocks";
  }
}

TEST_F(groups_on_gpu, release_and_acquire_order_what_a_block_wrote_plainly) {
  std::uint32_t* const values = upload(std::vector<std::uint32_t>(256));
  std::uint64_t* const turn = upload(std::vector<std::uint64_t>(1));
  ASSERT_CUDA(
      (launch(test::relay{values, turn, upload(std::vector<std::uint32_t>(1))}, {5000, 256})));
  EXPECT_EQ(download(values, 256), std::vector<std::uint32_t>(256, 5000));
  EXPECT_EQ(download(turn, 1).front(), 5000u);
}

TEST_F(groups_on_gpu, atomics_of_every_kind_and_width) {
  constexpr unsigned count = 997 * 96;
  test::atomics::results* const all = upload(std::vector<test::atomics::results>(1));
  std::uint32_t* const device_old = upload(std::vector<std::uint32_t>(count));
  ASSERT_CUDA((launch(test::atomics{all, device_old}, {997, 96})));
  const test::atomics::results got = download(all, 1).front();
  EXPECT_EQ(got.down, -static_cast<int>(count));
  EXPECT_EQ(got.bits, full_mask);
  EXPECT_EQ(got.wide, (std::uint64_t{1} << 31) * count);
  EXPECT_EQ(got.high, std::uint64_t{full_mask} << 32);
  EXPECT_EQ(got.blocks, std::uint64_t{count} * (count - 1) / 2);
  EXPECT_EQ(got.block_bits, 0b111u);
  auto old = download(device_old, count);
  std::sort(old.begin(), old.end());
  for (std::uint32_t i = 0; i < count; ++i) ASSERT_EQ(old[i], i);
}

TEST_F(groups_on_gpu, a_gpu_says_its_facts) {
  cudaDeviceProp its{};
  ASSERT_CUDA(cudaGetDeviceProperties(&its, 0));
  gpu_facts facts{};
  ASSERT_CUDA(read_gpu_facts(facts));
  EXPECT_EQ(facts.architecture, static_cast<unsigned>(10 * its.major + its.minor));
  EXPECT_EQ(facts.multiprocessors, static_cast<unsigned>(its.multiProcessorCount));
  EXPECT_EQ(facts.threads_per_multiprocessor,
            static_cast<unsigned>(its.maxThreadsPerMultiProcessor));
  EXPECT_EQ(facts.shared_bytes_per_multiprocessor, its.sharedMemPerMultiprocessor);
  EXPECT_EQ(facts.shared_bytes_per_block, its.sharedMemPerBlockOptin);
  EXPECT_EQ(facts.reserved_bytes_per_block, its.reservedSharedMemPerBlock);
}

/// More shared memory than a block is given without asking: one block per multiprocessor.
struct greedy {
  static constexpr unsigned max_threads = 64;
  static constexpr unsigned min_blocks = 1;
  template <class Thread>
  CODAG_DEVICE void operator()(const Thread&, std::byte*) const {}
};

TEST_F(groups_on_gpu, resident_blocks_follow_from_the_multiprocessors) {
  int device = 0, multiprocessors = 0, most_shared = 0, threads = 0;
  ASSERT_CUDA(cudaGetDevice(&device));
  ASSERT_CUDA(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
  ASSERT_CUDA(
      cudaDeviceGetAttribute(&most_shared, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
  ASSERT_CUDA(cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerMultiProcessor, device));
  const auto count = static_cast<unsigned>(multiprocessors);
  unsigned blocks = 0;
  ASSERT_CUDA((resident_blocks<greedy>({0, 64, static_cast<unsigned>(most_shared)}, blocks)));
  EXPECT_EQ(blocks, count);
  ASSERT_CUDA((resident_blocks<test::relay>({0, 256}, blocks)));
  EXPECT_EQ(blocks, count * static_cast<unsigned>(threads) / 256);  // it needs few registers
  EXPECT_NE((resident_blocks<greedy>({0, 64, static_cast<unsigned>(most_shared) + 1024}, blocks)),
            cudaSuccess);
  EXPECT_EQ(blocks, 0u);
  cudaGetLastError();  // the refusal is not the next test's
}

}  // namespace
}  // namespace codag::simt::cuda
