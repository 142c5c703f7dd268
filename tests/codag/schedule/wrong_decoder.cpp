// The build does not compile this file. A test compiles it and reads the compiler's message.
#include "codag/codec/rle_v1/device_decoder.hpp"
#include "codag/schedule/all_threads.hpp"
#include "codag/schedule/lanes.hpp"
#include "codag/schedule/warp_per_chunk.hpp"
#include "codag/stream/shared_input_buffer.hpp"

using namespace codag;

#ifdef LACKS_describes_its_copies
struct decoder : rle_v1::device_decoder<std::uint8_t> {
  static constexpr bool copies = true;
};
using kernel = warp_per_chunk<decoder, all_threads, shared_input>;
#endif
#ifdef LACKS_decode_by_lanes
// rle_v1 has no decode_by_lanes().
using kernel = warp_per_chunk<rle_v1::device_decoder<int>, lanes, shared_window_input<256>>;
#endif
kernel k;
