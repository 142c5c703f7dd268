// A user's program that needs only find_package(codag). It decodes a chunk with the device
// framework on the host backend.
#include <algorithm>
#include <cstdio>

#include "codag/codec/rle_v1/device_decoder.hpp"
#include "codag/schedule/all_threads.hpp"
#include "codag/schedule/warp_per_chunk.hpp"
#include "codag/simt/host/global_memory.hpp"
#include "codag/simt/host/launch.hpp"
#include "codag/stream/shared_input_buffer.hpp"

int main() {
  // The ORC specification's example of RLE v1: 100 sevens.
  const unsigned char compressed[] = {0x61, 0x00, 0x07};
  codag::chunk chunk{.in_offset = 0, .out_offset = 0, .in_bytes = 3, .out_bytes = 100};
  unsigned char out[100] = {};
  codag::status status = codag::status::bad_chunk_table;
  using kernel = codag::warp_per_chunk<codag::rle_v1::device_decoder<unsigned char>,
                                       codag::all_threads, codag::shared_input>;
  const codag::device_column column{reinterpret_cast<const std::byte*>(compressed),
                                    sizeof compressed,
                                    reinterpret_cast<std::byte*>(out),
                                    sizeof out,
                                    &chunk,
                                    1,
                                    &status};
  const kernel decode = kernel::with(column, codag::standard_values(kernel::parameters));
  codag::simt::host::launch(decode, decode.shape());
  const bool right = status == codag::status::ok &&
                     std::all_of(out, out + 100, [](unsigned char v) { return v == 7; });
  std::puts(right ? "100 sevens" : "wrong");
  return right ? 0 : 1;
}
