// single_thread: one lane of the warp runs the decoder and tells the others what to write: the
// ablation of CODAG section V-E.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "codag/schedule/team.hpp"
#include "codag/status.hpp"
#include "codag/stream/compressed_words.hpp"
#include "codag/stream/input_stream.hpp"
#include "codag/stream/output_stream.hpp"

namespace codag {

/// What lane 0 has every lane do.
enum class warp_task : std::uint32_t { load_line, give_word, write_run, write_computed, copy, end };

/// A task, broadcast through shared memory.
template <class Decoder>
struct warp_order {
  using element = typename Decoder::element;
  struct nothing {};
  using computed_run = std::conditional_t<std::is_void_v<typename Decoder::computed_run>, nothing,
                                          typename Decoder::computed_run>;

  warp_task task;
  std::uint32_t at;      ///< where in the output; of load_line, the line; of give_word, the lane
  std::uint32_t length;  ///< elements; of a copy, bytes
  std::uint32_t offset;  ///< of a copy
  element init, delta;   ///< of a run
  computed_run computed;
};

/// Orders alternate between two places: lanes may still read the last one while lane 0 writes the
/// next.
template <class Decoder>
struct warp_mailbox {
  warp_order<Decoder> orders[2];
  std::uint32_t word;  ///< the answer to give_word
};

/// What is left of an order when it is done.
struct warp_reply {
  warp_task task;
  held_bytes held;
};

/// Has every lane do what concerns the output. Not inlined: the lanes come from two places in the
/// code, and from the barrier on they go through the same instructions together, as a shuffle needs
/// it. Values are passed, as what is referred to would leave its registers. What lane 0 orders is
/// inside the chunk.
template <class Decoder, class Thread>
CODAG_DEVICE_NOINLINE warp_reply obey_together(Thread t, const warp_order<Decoder>& order,
                                               std::byte* begin, std::uint32_t bytes,
                                               compressed_words input, held_bytes held) {
  // The order is whole, and what lanes wrote before it, all see.
  t.sync_warp();
  output_stream<Thread> out(t, begin, bytes, order.at, held);
  const warp_task task = order.task;
  if (task == warp_task::end) {
    out.finish();
  } else if constexpr (Decoder::copies) {
    if (task == warp_task::copy) out.memcpy(order.offset, order.length);
  } else if (task == warp_task::write_run) {
    out.write_run(order.init, order.length, order.delta);
  } else if constexpr (!std::is_void_v<typename Decoder::computed_run>) {
    if (task == warp_task::write_computed)
      out.template write_computed<typename Decoder::element>(order.computed, order.length,
                                                             global_words<Thread>{t, input});
  }
  return {task, out.held()};
}

/// What every lane has: its part of the input buffer and of the orders.
template <class Decoder, class Thread, class Buffer>
class warp_worker {
 public:
  CODAG_DEVICE warp_worker(const Thread& t, Buffer& buffer, std::byte* out, std::uint32_t out_bytes,
                           warp_mailbox<Decoder>& mailbox)
      : thread_(t), buffer_(buffer), out_(out), out_bytes_(out_bytes), mailbox_(mailbox) {}

  /// Lane 0's: where the next order goes.
  CODAG_DEVICE warp_order<Decoder>& next_order() { return mailbox_.orders[turn_]; }

  /// Waits until lane 0 has given its order, then does it.
  CODAG_DEVICE warp_task obey() {
    const warp_order<Decoder>& order = mailbox_.orders[turn_];
    turn_ ^= 1;
    const warp_reply reply =
        obey_together<Decoder>(thread_, order, out_, out_bytes_, buffer_.input(), held_);
    held_ = reply.held;
    if (reply.task == warp_task::load_line) buffer_.load_line(order.at);
    if constexpr (requires { buffer_.word(); }) {
      if (reply.task == warp_task::give_word) {
        if (thread_.lane() == order.at) mailbox_.word = buffer_.word();
        // The word is there for lane 0.
        thread_.sync_warp();
      }
    }
    return reply.task;
  }
  CODAG_DEVICE std::uint32_t word() const { return mailbox_.word; }
  CODAG_DEVICE Buffer& buffer() const { return buffer_; }

 private:
  const Thread& thread_;
  Buffer& buffer_;
  std::byte* out_;
  std::uint32_t out_bytes_;
  warp_mailbox<Decoder>& mailbox_;
  unsigned turn_ = 0;
  held_bytes held_{};
};

/// Lane 0's streams: the Source of its input_stream, and its output stream. Literals it writes
/// itself; for what many lanes do together it gives an order.
template <class Decoder, class Thread, class Buffer>
class ordering_streams {
  using worker = warp_worker<Decoder, Thread, Buffer>;

 public:
  CODAG_DEVICE ordering_streams(worker& lane, const output_stream<Thread>& out)
      : worker_(lane), out_(out) {}

  // What a Buffer asks for.
  CODAG_DEVICE void load_line(std::uint32_t index) const {
    worker_.next_order().at = index;
    give(warp_task::load_line);
  }
  CODAG_DEVICE std::uint32_t word_of(std::uint32_t lane) const {
    worker_.next_order().at = lane;
    give(warp_task::give_word);
    return worker_.word();
  }

  // Source of an input_stream.
  CODAG_DEVICE std::uint32_t next_word() { return worker_.buffer().next_word_alone(*this); }
  CODAG_DEVICE std::uint32_t taken() const { return worker_.buffer().taken(); }
  CODAG_DEVICE std::uint32_t begin_bit() const { return worker_.buffer().begin_bit(); }
  CODAG_DEVICE std::uint32_t end_bit() const { return worker_.buffer().end_bit(); }
  CODAG_DEVICE void jump(std::uint32_t index) { worker_.buffer().jump(index); }
  CODAG_DEVICE auto words() const { return worker_.buffer().words(); }

  // Output stream.
  CODAG_DEVICE std::uint32_t begin_symbol() const { return out_.begin_symbol(); }
  CODAG_DEVICE void begin_literals(std::uint32_t count) const { out_.begin_literals(count); }
  template <class T>
  CODAG_DEVICE bool write_value(T value) {
    return out_.write_value(value);
  }
  template <class T>
  CODAG_DEVICE bool write_values(const T (&values)[4], std::uint32_t which) {
    for (unsigned k = 0; k < 4; ++k)
      if ((which >> (8 * k + 7) & 1) != 0 && !out_.write_value(values[k])) return false;
    return true;
  }
  template <class T>
  CODAG_DEVICE bool write_run(T init, std::uint32_t length, T delta) {
    if (length > out_.room() / sizeof(T)) return false;
    worker_.next_order().init = init;
    worker_.next_order().delta = delta;
    give_output(warp_task::write_run, length, length * static_cast<std::uint32_t>(sizeof(T)));
    return true;
  }
  template <class T, class Run, class Words>
  CODAG_DEVICE bool write_computed(const Run& run, std::uint32_t length, const Words& /*words*/) {
    if (length > out_.room() / sizeof(T)) return false;
    worker_.next_order().computed = run;
    give_output(warp_task::write_computed, length, length * static_cast<std::uint32_t>(sizeof(T)));
    return true;
  }
  CODAG_DEVICE bool memcpy(std::uint32_t offset, std::uint32_t length) {
    if (!out_.can_copy(offset, length)) return false;
    worker_.next_order().offset = offset;
    give_output(warp_task::copy, length, length);
    return true;
  }

  /// The other lanes leave their loop.
  CODAG_DEVICE void finish() { give(warp_task::end); }

 private:
  CODAG_DEVICE void give(warp_task task) const {
    worker_.next_order().task = task;
    worker_.obey();
  }
  CODAG_DEVICE void give_output(warp_task task, std::uint32_t length, std::uint32_t bytes) {
    worker_.next_order().at = out_.position();
    worker_.next_order().length = length;
    give(task);
    out_.go_to(out_.position() + bytes);
  }

  worker& worker_;
  output_stream<Thread> out_;  // for literals, and to know where the next symbol goes
};

struct single_thread {
  static constexpr const char* name = "single_thread";

  template <class Decoder>
  using storage = warp_mailbox<Decoder>;

  /// Collective over the warp; lane 0 has the status.
  template <class Decoder, class Thread, class Buffer>
  static CODAG_DEVICE status decode(const Thread& t, Buffer& buffer, std::byte* out,
                                    std::uint32_t out_bytes, typename Decoder::scratch& scratch,
                                    storage<Decoder>& mailbox) {
    warp_worker<Decoder, Thread, Buffer> worker(t, buffer, out, out_bytes, mailbox);
    status result = status::not_decoded;
    if (t.lane() == 0) {
      ordering_streams streams(worker, output_stream<Thread>(t, out, out_bytes));
      input_stream in(streams);
      result = Decoder::decode(lone_thread{}, in, streams, scratch);
      streams.finish();
    } else {
      while (worker.obey() != warp_task::end) {
      }
    }
    return result;
  }
};

}  // namespace codag
