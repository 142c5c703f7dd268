// Every codec satisfies what every schedule asks of it, and a decoder or an output that lacks an
// operation does not. Nothing runs: the test is that this file compiles.
#include <cstdint>

#include "baselines/block_per_chunk/block_per_chunk.hpp"
#include "codag/codec/deflate/deflate.hpp"
#include "codag/codec/deflate/device_decoder.hpp"
#include "codag/codec/rle_v1/device_decoder.hpp"
#include "codag/codec/rle_v1/rle_v1.hpp"
#include "codag/codec/rle_v2/device_decoder.hpp"
#include "codag/codec/rle_v2/rle_v2.hpp"
#include "codag/codec/vle/device_decoder.hpp"
#include "codag/codec/vle/vle.hpp"
#include "codag/schedule/all_threads.hpp"
#include "codag/schedule/lanes.hpp"
#include "codag/schedule/single_thread.hpp"
#include "codag/schedule/warp_per_chunk.hpp"
#include "codag/schedule/warp_per_chunk_prefetch.hpp"
#include "codag/simt/warp_group.hpp"
#include "codag/stream/lanes_output_stream.hpp"
#include "codag/stream/register_input_buffer.hpp"
#include "codag/stream/shared_input_buffer.hpp"

namespace codag {
namespace {

using thread = archetype::thread;

/// Whether the decoder satisfies every schedule, with the streams that each schedule brings.
template <class Decoder>
constexpr bool runs_under_every_schedule() {
  static_assert(device_decoder<Decoder>);
  static_assert(decoding_of<all_threads, Decoder, shared_input>);
  static_assert(decoding_of<all_threads, Decoder, register_input>);
  static_assert(decoding_of<single_thread, Decoder, shared_input>);
  static_assert(decoding_of<single_thread, Decoder, register_input>);

  static_assert(output_for<output_stream<thread>, Decoder>);
  using buffer = shared_input_buffer<thread>;
  static_assert(input_for<input_stream<buffer, Decoder::looks_ahead>, Decoder>);
  using words_in_registers = register_input_buffer<thread>;
  static_assert(input_for<input_stream<words_in_registers, Decoder::looks_ahead>, Decoder>);
  using prefetched = prefetched_input<thread>;
  static_assert(input_for<input_stream<prefetched, Decoder::looks_ahead>, Decoder>);
  using ordering = ordering_streams<Decoder, thread, buffer>;
  static_assert(input_for<input_stream<ordering, Decoder::looks_ahead>, Decoder>);
  static_assert(output_for<ordering, Decoder>);

  using storage = baselines::block_storage<typename Decoder::element, Decoder>;
  using ring_stream =
      std::conditional_t<Decoder::looks_ahead, baselines::ring_input_stream<storage>,
                         input_stream<baselines::ring_source<storage>>>;
  static_assert(input_for<ring_stream, Decoder>);
  using end_turn = std::uint32_t (*)();
  static_assert(output_for<
                baselines::leader_output<typename Decoder::element, Decoder, ring_stream, end_turn>,
                Decoder>);
  return true;
}
template <template <class> class Decoder, class... T>
constexpr bool each_runs(type_list<T...> /*types*/) {
  return (runs_under_every_schedule<Decoder<T>>() && ...);
}
template <template <class> class Decoder, class T>
constexpr bool each_runs(every_element_as<T> /*types*/) {
  return runs_under_every_schedule<Decoder<T>>();
}
static_assert(each_runs<rle_v1::device_decoder>(rle_v1::element_types{}));
static_assert(each_runs<rle_v2::device_decoder>(rle_v2::element_types{}));
static_assert(each_runs<deflate::device_decoder>(deflate::element_types{}));
static_assert(each_runs<vle::device_decoder>(vle::element_types{}));

// The smallest decoder, and decoders that differ from it in one thing.
struct least {
  using element = std::uint8_t;
  static constexpr std::uint32_t max_symbol_bytes = 2, max_symbol_values = 0, max_symbol_units = 1;
  static constexpr bool copies = false, looks_ahead = false;
  static CODAG_DEVICE constexpr std::uint64_t most_values(std::uint32_t n) { return n; }
  struct scratch {};
  using computed_run = void;
  template <class Team, class Input, class Output>
  static status decode(const Team&, Input&, Output&, scratch&);
};
static_assert(runs_under_every_schedule<least>());

struct without_bounds : least {
 private:
  using least::max_symbol_bytes;
};
struct with_signed_elements : least {
  using element = std::int8_t;
};
struct with_a_constructor : least {
  struct scratch {
    int table = 0;
  };
  template <class Team, class Input, class Output>
  static status decode(const Team&, Input&, Output&, scratch&);
};
struct with_another_status : least {
  template <class Team, class Input, class Output>
  static bool decode(const Team&, Input&, Output&, scratch&);
};
struct copying_without_bounds : least {
  static constexpr bool copies = true;
};
struct copying : copying_without_bounds {
  static constexpr std::uint32_t max_copy_offset = 100, max_copy_length = 100;
};
struct copying_elements : copying {
  using element = std::uint16_t;
};
static_assert(!device_decoder<without_bounds>);
static_assert(!device_decoder<with_signed_elements>);
static_assert(!device_decoder<with_a_constructor>);
static_assert(!device_decoder<with_another_status>);
static_assert(!device_decoder<copying_without_bounds>);
static_assert(device_decoder<copying>);
static_assert(!device_decoder<copying_elements>);
static_assert(!decoding_of<all_threads, copying_without_bounds, shared_input>);
static_assert(!decoding_of<single_thread, copying_without_bounds, shared_input>);

// `lanes` is for decoders that have decode_by_lanes(), on a window, and for nothing else.
struct with_lanes : least {
  static constexpr std::uint32_t window_bytes = 100;
  template <class Warp, class Window, class Output>
  static status decode_by_lanes(const Warp&, Window&, Output&, scratch&);
};
struct without_window_bytes : with_lanes {
 private:
  using with_lanes::window_bytes;
};
static_assert(lanes_decoder<with_lanes> && runs_under_every_schedule<with_lanes>());
static_assert(decoding_of<lanes, with_lanes, window_for<with_lanes>>);
static_assert(window_for<with_lanes>::max_ring_bytes == 0 &&
              window_for<with_lanes>::fixed_bytes == 1040);
static_assert(!decoding_of<lanes, with_lanes, shared_input>, "its buffer is not a window");
static_assert(!decoding_of<lanes, with_lanes, register_input>);
static_assert(!decoding_of<all_threads, with_lanes, window_for<with_lanes>>,
              "a window is not a source");
static_assert(!lanes_decoder<least> && !lanes_decoder<without_window_bytes>);
static_assert(!decoding_of<lanes, least, shared_window_input<100>>);
static_assert(!decoding_of<lanes, rle_v1::device_decoder<int>, shared_window_input<100>>);
static_assert(!decoding_of<lanes, deflate::device_decoder<std::uint8_t>, shared_window_input<100>>);
static_assert(window<shared_window<thread, 512>> &&
              looking_ahead_input<shared_window<thread, 512>>);
static_assert(!window<input_stream<shared_input_buffer<thread>>>);
static_assert(lanes_output<lanes_output_stream<thread>, std::uint8_t>);
static_assert(!lanes_output<output_stream<thread>, std::uint8_t>);

// Outputs that lack an operation, or give it another meaning.
struct output_that_cannot_copy : archetype::output<std::uint8_t> {
 private:
  using archetype::output<std::uint8_t>::memcpy;
};
struct output_that_does_not_answer : archetype::output<std::uint8_t> {
  template <class T>
  void begin_literals(std::uint32_t count);
};
struct output_without_room : archetype::output<std::uint8_t> {
  void begin_symbol();
};
static_assert(output_for<archetype::output<std::uint8_t>, copying>);
static_assert(output_for<output_that_cannot_copy, least>, "`least` does not copy");
static_assert(!output_for<output_that_cannot_copy, copying>);
using literals_of_bytes = rle_v1::device_decoder<std::uint8_t>;
static_assert(output_for<archetype::output<std::uint8_t>, literals_of_bytes>);
static_assert(!output_for<output_that_does_not_answer, literals_of_bytes>);
static_assert(!output_for<output_without_room, least>);

// A source or an input that cannot seek is enough for a decoder that never seeks.
struct source_that_cannot_seek {
  std::uint32_t next_word();
  std::uint32_t taken() const;
  std::uint32_t begin_bit() const;
  std::uint32_t end_bit() const;
};
struct source_without_an_end : source_that_cannot_seek {
 private:
  using source_that_cannot_seek::end_bit;
};
static_assert(source<source_that_cannot_seek> && !seekable_source<source_that_cannot_seek>);
static_assert(!source<source_without_an_end>);
static_assert(input_for<input_stream<source_that_cannot_seek>, literals_of_bytes>);
static_assert(!input_for<input_stream<source_that_cannot_seek>, rle_v2::device_decoder<int>>);
static_assert(!input_for<input_stream<source_that_cannot_seek>, deflate::device_decoder<int>>,
              "deflate looks ahead");
static_assert(input_for<input_stream<source_that_cannot_seek, true>, deflate::device_decoder<int>>);

static_assert(team<warp_team<thread>> && !lanes_team<warp_team<thread>>);
static_assert(lanes_team<simt::warp_group<thread>>);
static_assert(team<lone_thread> && !lanes_team<lone_thread>);

}  // namespace
}  // namespace codag
