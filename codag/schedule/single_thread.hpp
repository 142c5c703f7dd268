// single_thread: one lane of the warp runs the decoder and tells the others what to write. This is
// the ablation of CODAG section V-E.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "codag/chunked_column.hpp"
#include "codag/schedule/decoder.hpp"
#include "codag/schedule/team.hpp"
#include "codag/status.hpp"
#include "codag/stream/compressed_words.hpp"
#include "codag/stream/input_stream.hpp"
#include "codag/stream/output_stream.hpp"
#include "codag/stream/source.hpp"

namespace codag {

/// What lane 0 orders the other lanes to do. It takes part in load_line and write_computed itself.
enum class warp_task : std::uint32_t { load_line, give_word, write_run, write_computed, copy, end };

/// A task, broadcast through shared memory. It is small enough for a GPU to move at once.
template <class Element>
struct alignas(16) warp_order {
  using word = std::conditional_t<sizeof(Element) == 8, std::uint64_t, std::uint32_t>;
  static constexpr unsigned task_shift = 29;
  static_assert(max_chunk_bytes < 1u << task_shift, "a length leaves room for the task");

  word init = 0;         ///< a run's first value, or a copy's offset
  word delta = 0;        ///< a run's delta
  std::uint32_t at = 0;  ///< where in the output; load_line: the line; give_word: the lane
  std::uint32_t task_and_length = 0;  ///< the length in elements; copy: in bytes

  CODAG_DEVICE warp_task task() const {
    return static_cast<warp_task>(task_and_length >> task_shift);
  }
  CODAG_DEVICE std::uint32_t length() const { return task_and_length & ((1u << task_shift) - 1); }
};

/// A source that lane 0 reads alone, helped by `warp`: warp.load_line(index) makes every lane call
/// load_line(index), and warp.word_of(lane) is that lane's word(), if the source has one.
template <class S>
concept helped_source =
    seekable_source<S> && requires(S& s, const S& c, archetype::helpers& warp, std::uint32_t n) {
      { s.next_word_alone(warp) } -> std::same_as<std::uint32_t>;
      s.load_line(n);
      { c.input() } -> std::convertible_to<compressed_words>;
    };

/// Orders, and the runs that go with them, alternate between two places: while lane 0 writes one
/// order, other lanes may still read the one before.
template <device_decoder Decoder>
struct warp_mailbox {
  struct nothing {};
  using computed_run = std::conditional_t<std::is_void_v<typename Decoder::computed_run>, nothing,
                                          typename Decoder::computed_run>;

  warp_order<typename Decoder::element> orders[2];
  computed_run runs[2];
  std::uint32_t word;  ///< the answer to give_word
};

/// Collective over a warp. Not inlined: the lanes come from two places in the code, but all of them
/// must reach the same shuffle instruction. Arguments are passed by value, because the compiler
/// moves what a reference refers to out of registers.
template <class Element, class Run, class Thread>
CODAG_DEVICE_NOINLINE void write_computed_together(Thread t, const Run& run, std::uint32_t length,
                                                   compressed_words input, std::byte* to) {
  // From here on, all lanes execute the same instructions.
  t.sync_warp();
  output_stream<Thread> out(t, to, length * static_cast<std::uint32_t>(sizeof(Element)));
  out.template write_computed<Element>(run, length, global_words<Thread>{t, input});
}

/// Lanes 1 to 31.
struct following_lanes {
  template <class Thread>
  static CODAG_DEVICE unsigned rank(const Thread& t) {
    return t.lane() - 1;
  }
  static constexpr unsigned count = simt::warp_size - 1;
};

/// Lane 0's end of the mailbox.
template <class Decoder, class Thread, class Buffer>
class order_giver {
 public:
  using order = warp_order<typename Decoder::element>;

  CODAG_DEVICE order_giver(const Thread& t, Buffer& buffer, std::byte* out,
                           warp_mailbox<Decoder>& mailbox)
      : thread_(t), buffer_(buffer), out_(out), mailbox_(mailbox) {}

  CODAG_DEVICE void give(warp_task task, std::uint32_t at, std::uint32_t length = 0,
                         typename order::word init = 0, typename order::word delta = 0) {
    mailbox_.orders[turn_] = {init, delta, at,
                              static_cast<std::uint32_t>(task) << order::task_shift | length};
    turn_ ^= 1;
    // A barrier of follow_orders().
    thread_.sync_warp();
  }
  /// Every lane loads its word of a line.
  CODAG_DEVICE void load_line(std::uint32_t index) {
    give(warp_task::load_line, index);
    buffer_.load_line(index);
  }
  /// The word that `lane` holds.
  CODAG_DEVICE std::uint32_t word_of(std::uint32_t lane) {
    give(warp_task::give_word, lane);
    // A barrier of follow_orders().
    thread_.sync_warp();
    return mailbox_.word;
  }
  template <class Element, class Run>
  CODAG_DEVICE void write_computed(const Run& run, std::uint32_t length, std::uint32_t at) {
    mailbox_.runs[turn_] = run;
    give(warp_task::write_computed, at, length);
    write_computed_together<Element>(thread_, mailbox_.runs[turn_ ^ 1], length, buffer_.input(),
                                     out_ + at);
  }

 private:
  const Thread& thread_;
  Buffer& buffer_;
  std::byte* out_;
  warp_mailbox<Decoder>& mailbox_;
  unsigned turn_ = 0;  // where the next order goes
};

/// What lanes 1 to 31 do while lane 0 decodes: one order after the other.
template <class Decoder, class Thread, class Buffer>
CODAG_DEVICE void follow_orders(const Thread& t, Buffer& buffer, std::byte* begin,
                                std::uint32_t bytes, warp_mailbox<Decoder>& mailbox) {
  using element = typename Decoder::element;
  output_stream<Thread, following_lanes> out(t, begin, bytes);
  for (unsigned turn = 0;; turn ^= 1) {
    out.finish();
    // The order is whole. What lanes wrote before it, all lanes see: a copy reads it.
    t.sync_warp();
    const warp_order<element> order = mailbox.orders[turn];
    out.go_to(order.at);
    switch (order.task()) {
      case warp_task::load_line:
        buffer.load_line(order.at);
        break;
      case warp_task::give_word:
        if constexpr (requires { buffer.word(); })
          if (t.lane() == order.at) mailbox.word = buffer.word();
        // Lane 0 reads the word after this barrier.
        t.sync_warp();
        break;
      case warp_task::write_run:
        if constexpr (!Decoder::copies)
          out.write_run(static_cast<element>(order.init), order.length(),
                        static_cast<element>(order.delta));
        break;
      case warp_task::write_computed:
        if constexpr (!std::is_void_v<typename Decoder::computed_run>)
          write_computed_together<element>(t, mailbox.runs[turn], order.length(), buffer.input(),
                                           begin + order.at);
        break;
      case warp_task::copy:
        if constexpr (Decoder::copies)
          out.copy(static_cast<std::uint32_t>(order.init), order.length());
        break;
      case warp_task::end:
        return;
    }
  }
}

/// Lane 0's streams: the source of its input_stream, and its output (see the concepts). It writes
/// literals itself, and orders the other lanes to write the rest.
template <class Decoder, class Thread, class Buffer>
class ordering_streams {
 public:
  CODAG_DEVICE ordering_streams(const Thread& t, Buffer& buffer, std::byte* out,
                                std::uint32_t out_bytes, warp_mailbox<Decoder>& mailbox)
      : buffer_(buffer), out_(t, out, out_bytes), lanes_(t, buffer, out, mailbox) {}

  // Source.
  CODAG_DEVICE std::uint32_t next_word() { return buffer_.next_word_alone(lanes_); }
  CODAG_DEVICE std::uint32_t taken() const { return buffer_.taken(); }
  CODAG_DEVICE std::uint32_t begin_bit() const { return buffer_.begin_bit(); }
  CODAG_DEVICE std::uint32_t end_bit() const { return buffer_.end_bit(); }
  CODAG_DEVICE void jump(std::uint32_t index) { buffer_.jump(index); }
  CODAG_DEVICE auto words() const { return buffer_.words(); }

  // Output.
  CODAG_DEVICE std::uint32_t begin_symbol() const { return out_.begin_symbol(); }
  template <class T>
  CODAG_DEVICE bool begin_literals(std::uint32_t count) const {
    return out_.template begin_literals<T>(count);
  }
  template <class T>
  CODAG_DEVICE void write_value(T value) {
    out_.write_value(value);
  }
  template <class T>
  CODAG_DEVICE void write_values(const T (&values)[4], std::uint32_t which) {
    for (unsigned k = 0; k < 4; ++k) {
      if ((which >> (8 * k + 7) & 1) == 0) continue;
      if (out_.room() < sizeof(T)) return;
      out_.write_value(values[k]);
    }
  }
  template <class T>
  CODAG_DEVICE bool write_run(T init, std::uint32_t length, T delta) {
    if (length > out_.room() / sizeof(T)) return false;
    lanes_.give(warp_task::write_run, out_.position(), length, init, delta);
    return skip(length * static_cast<std::uint32_t>(sizeof(T)));
  }
  template <class T, class Run, class Words>
  CODAG_DEVICE bool write_computed(const Run& run, std::uint32_t length, const Words& /*words*/) {
    if (length > out_.room() / sizeof(T)) return false;
    lanes_.template write_computed<T>(run, length, out_.position());
    return skip(length * static_cast<std::uint32_t>(sizeof(T)));
  }
  CODAG_DEVICE bool memcpy(std::uint32_t offset, std::uint32_t length) {
    if (!out_.can_copy(offset, length)) return false;
    lanes_.give(warp_task::copy, out_.position(), length, offset);
    return skip(length);
  }

  /// Ends the other lanes' loop.
  CODAG_DEVICE void finish() { lanes_.give(warp_task::end, 0); }

 private:
  /// Continues after what the other lanes write.
  CODAG_DEVICE bool skip(std::uint32_t bytes) {
    out_.go_to(out_.position() + bytes);
    return true;
  }

  Buffer& buffer_;
  output_stream<Thread> out_;
  order_giver<Decoder, Thread, Buffer> lanes_;
};

struct single_thread {
  static constexpr const char* name = "single_thread";
  /// Per multiprocessor: a thread has 48 registers then. With all 64 it would have 32, and spill.
  static constexpr unsigned resident_warps = 40;

  template <device_decoder Decoder>
  using storage = warp_mailbox<Decoder>;

  /// Collective over the warp; lane 0 has the status.
  template <device_decoder Decoder, class Thread, helped_source Buffer>
  static CODAG_DEVICE status decode(const Thread& t, Buffer& buffer, std::byte* out,
                                    std::uint32_t out_bytes, typename Decoder::scratch& scratch,
                                    storage<Decoder>& mailbox) {
    if (t.lane() != 0) {
      follow_orders<Decoder>(t, buffer, out, out_bytes, mailbox);
      return status::not_decoded;
    }
    ordering_streams streams(t, buffer, out, out_bytes, mailbox);
    input_stream<decltype(streams), Decoder::looks_ahead> in(streams);
    static_assert(input_for<decltype(in), Decoder>);
    static_assert(output_for<decltype(streams), Decoder>);
    const status result = Decoder::decode(lone_thread{}, in, streams, scratch);
    streams.finish();
    return result;
  }
};

}  // namespace codag
