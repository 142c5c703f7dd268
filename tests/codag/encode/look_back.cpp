// The look-back over tiles that a test has planted: one window, several, and what they lack.
#include "codag/encode/vle/look_back.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "codag/simt/host/global_memory.hpp"
#include "codag/simt/host/launch.hpp"

namespace codag::vle {
namespace {

struct look_back_kernel {
  static constexpr const char* name = "look_back";
  static constexpr unsigned max_threads = simt::warp_size, min_blocks = 1;
  struct shared_storage {};
  workspace work;
  std::uint32_t tile;
  std::uint64_t* result;

  template <class Thread>
  void operator()(const Thread& t, shared_storage& /*shared*/) const {
    result[t.lane()] = look_back(t, work, tile);
  }
};

/// The position of a tile after `partial` tiles of 1, 2, 3, ... bits, which follow one that ends
/// at bit 1000, or the stream's beginning. Tile `lacking` of them, counted back from 1, lacks a
/// codeword.
std::uint64_t position_after(std::uint32_t partial, bool from_beginning, std::uint32_t lacking) {
  const std::uint32_t tile = partial + (from_beginning ? 0 : 1);
  simt::host::global_vector<std::byte> memory(workspace::bytes(tile + 1, 0));
  const workspace work{memory.data(), tile + 1, 0};
  if (!from_beginning) work.positions()[0] = 1000 | position_word::known;
  for (std::uint32_t i = 1; i <= partial; ++i)
    work.positions()[tile - i] =
        i | position_word::partial | (i == lacking ? position_word::missing : 0);
  std::vector<std::uint64_t> result(simt::warp_size);
  simt::host::launch(look_back_kernel{work, tile, result.data()}, {1, simt::warp_size});
  for (const std::uint64_t lane : result) EXPECT_EQ(lane, result[0]) << "every lane has it";
  return result[0];
}

TEST(look_back, adds_up_the_tiles_after_the_one_that_knows_its_end) {
  for (const std::uint32_t partial :
       {0u, 1u, 30u, 31u, 32u, 33u, 63u, 64u, 65u, 200u, 255u, 256u, 257u, 600u})
    for (const bool from_beginning : {false, true}) {
      const std::uint64_t sum = partial * (partial + 1) / 2 + (from_beginning ? 0 : 1000);
      EXPECT_EQ(position_after(partial, from_beginning, 0), sum) << partial;
      for (const std::uint32_t lacking : {1u, 32u, 33u, 65u, 256u, 257u})
        if (lacking <= partial) {
          EXPECT_EQ(position_after(partial, from_beginning, lacking), sum | position_word::missing)
              << partial << " " << lacking;
        }
    }
}

TEST(look_back, does_not_look_past_a_tile_that_knows_its_end) {
  simt::host::global_vector<std::byte> memory(workspace::bytes(4, 0));
  const workspace work{memory.data(), 4, 0};
  // What the older tiles say is in the end of tile 1 already.
  work.positions()[0] = 500 | position_word::known | position_word::missing;
  work.positions()[1] = 700 | position_word::known;
  work.positions()[2] = 11 | position_word::partial;
  std::vector<std::uint64_t> result(simt::warp_size);
  simt::host::launch(look_back_kernel{work, 3, result.data()}, {1, simt::warp_size});
  EXPECT_EQ(result[0], 711u);
}

}  // namespace
}  // namespace codag::vle
