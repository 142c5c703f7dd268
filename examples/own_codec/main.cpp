// `codag` extended by two codecs, a tile kernel, an encoder and a kernel for GPUs only. It shows
// what users write to add their own kernels.
#include <algorithm>

#include "frame.hpp"
#include "frame_encoder.hpp"
#include "frame_tiles.hpp"
#include "harness/cli/program.hpp"
#include "harness/kernels/run_on_host.hpp"
#include "rows.hpp"

namespace codag::extend {
namespace {

/// The codec "stored" copies every byte unchanged.
codec stored_codec() {
  return {"stored",
          [](std::span<const std::byte> raw, element_type, std::vector<std::byte>& out) {
            out.insert(out.end(), raw.begin(), raw.end());
            return std::uint64_t{raw.size()};
          },
          [](std::span<const std::byte> in, element_type, std::span<std::byte> out) {
            if (in.size() < out.size()) return status::truncated_input;
            if (in.size() > out.size()) return status::trailing_input;
            std::ranges::copy(in, out.begin());
            return status::ok;
          }};
}

void add_rows() {
  using namespace harness;
  add_codec(frame_codec());
  add_codec(stored_codec());
  add_kernel(column_kernel{.facts = facts_of_kernel<frame_tiles>(family::tile, "frame", is_byte),
                           .run = run_on_host<launch_of<frame_tiles, device_column>>(),
                           .cuda = tiles_on_cuda()});
  add_kernel(
      encode_kernel{.facts = facts_of_kernel<frame_encoder>(family::encode, "frame", is_byte),
                    .run = run_on_host<launch_of<frame_encoder, device_encoding>>(),
                    .cuda = encoder_on_cuda()});
  static constexpr std::array parts{part{"schedule", "block_per_chunk"}, part{"copy", "cp.async"}};
  add_kernel(column_kernel{.facts = {.codec = "stored",
                                     .variant = "copy_async",
                                     .parts = parts,
                                     .cuda_only = "it is written in plain CUDA"},
                           .cuda = async_tiles_on_cuda()});
}

}  // namespace
}  // namespace codag::extend

int main(int argc, char** argv) {
  codag::extend::add_rows();
  return codag::harness::run_program(argc, argv);
}
