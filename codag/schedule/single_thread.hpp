// single_thread: one lane of the warp runs the decoder and tells the others what to write: the
// ablation of CODAG section V-E.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "codag/chunked_column.hpp"
#include "codag/schedule/team.hpp"
#include "codag/status.hpp"
#include "codag/stream/compressed_words.hpp"
#include "codag/stream/input_stream.hpp"
#include "codag/stream/output_stream.hpp"

namespace codag {

/// What lane 0 has every lane do.
enum class warp_task : std::uint32_t { load_line, give_word, write_run, write_computed, copy, end };

/// A task, broadcast through shared memory: as few words as hold it, which a GPU moves at once.
template <class Element>
struct alignas(16) warp_order {
  using word = std::conditional_t<sizeof(Element) == 8, std::uint64_t, std::uint32_t>;
  static constexpr unsigned task_shift = 29;
  static_assert(max_chunk_bytes < 1u << task_shift, "a length leaves room for the task");

  word init = 0;         ///< a run's first value; of a copy, the offset
  word delta = 0;        ///< of a run
  std::uint32_t at = 0;  ///< where in the output; of load_line, the line; of give_word, the lane
  std::uint32_t task_and_length = 0;  ///< elements; of a copy, bytes

  CODAG_DEVICE warp_task task() const {
    return static_cast<warp_task>(task_and_length >> task_shift);
  }
  CODAG_DEVICE std::uint32_t length() const { return task_and_length & ((1u << task_shift) - 1); }
};

/// Orders, and runs that go with them, alternate between two places: lanes may still read the last
/// one while lane 0 writes the next.
template <class Decoder>
struct warp_mailbox {
  struct nothing {};
  using computed_run = std::conditional_t<std::is_void_v<typename Decoder::computed_run>, nothing,
                                          typename Decoder::computed_run>;

  warp_order<typename Decoder::element> orders[2];
  computed_run runs[2];
  std::uint32_t word;  ///< the answer to give_word
};

/// Collective over a warp. Not inlined: the lanes come from two places in the code, and of a
/// shuffle they must all reach the same one. Values are passed, as what is referred to would leave
/// its registers.
template <class Element, class Run, class Thread>
CODAG_DEVICE_NOINLINE void write_computed_together(Thread t, const Run& run, std::uint32_t length,
                                                   compressed_words input, std::byte* to) {
  // From here on the lanes go through the same instructions together.
  t.sync_warp();
  output_stream<Thread> out(t, to, length * static_cast<std::uint32_t>(sizeof(Element)));
  out.template write_computed<Element>(run, length, global_words<Thread>{t, input});
}

/// What every lane has: its part of the input buffer, of the output and of the orders.
template <class Decoder, class Thread, class Buffer>
class warp_worker {
 public:
  using element = typename Decoder::element;
  using order = warp_order<element>;
  using mailbox = warp_mailbox<Decoder>;

  CODAG_DEVICE warp_worker(const Thread& t, Buffer& input, std::byte* begin, std::uint32_t bytes,
                           mailbox& orders)
      : buffer(input), out(t, begin, bytes), thread_(t), begin_(begin), mailbox_(orders) {}

  /// Lane 0's: has every lane do its task.
  CODAG_DEVICE void give(warp_task task, std::uint32_t at, std::uint32_t length = 0,
                         typename order::word init = 0, typename order::word delta = 0) {
    const order given{init, delta, at,
                      static_cast<std::uint32_t>(task) << order::task_shift | length};
    mailbox_.orders[turn_] = given;
    next_turn();
    perform(task, given);
  }
  /// Lane 0's: the run that its next order, write_computed, is about.
  CODAG_DEVICE typename mailbox::computed_run& run() { return mailbox_.runs[turn_]; }
  /// Lane 0's: what give_word brought.
  CODAG_DEVICE std::uint32_t word() const { return mailbox_.word; }

  /// The other lanes': waits for lane 0's order and does it. Returns the task.
  CODAG_DEVICE warp_task obey() {
    next_turn();
    const order given = mailbox_.orders[turn_ ^ 1];
    const warp_task task = given.task();
    perform(task, given);
    return task;
  }

  Buffer& buffer;
  output_stream<Thread> out;

 private:
  CODAG_DEVICE void next_turn() {
    // The order is whole, and what lanes wrote before it, all see.
    thread_.sync_warp();
    turn_ ^= 1;
  }

  CODAG_DEVICE void perform(warp_task task, const order& given) {
    switch (task) {
      case warp_task::load_line:
        buffer.load_line(given.at);
        break;
      case warp_task::give_word:
        if constexpr (requires { buffer.word(); }) {
          if (thread_.lane() == given.at) mailbox_.word = buffer.word();
          // The word is there for lane 0.
          thread_.sync_warp();
        }
        break;
      case warp_task::write_run:
        if constexpr (!Decoder::copies) {
          out.go_to(given.at);
          out.write_run(static_cast<element>(given.init), given.length(),
                        static_cast<element>(given.delta));
        }
        break;
      case warp_task::write_computed:
        if constexpr (!std::is_void_v<typename Decoder::computed_run>) {
          write_computed_together<element>(thread_, mailbox_.runs[turn_ ^ 1], given.length(),
                                           buffer.input(), begin_ + given.at);
          out.go_to(given.at + given.length() * static_cast<std::uint32_t>(sizeof(element)));
        }
        break;
      case warp_task::copy:
        if constexpr (Decoder::copies) {
          out.go_to(given.at);
          out.memcpy(static_cast<std::uint32_t>(given.init), given.length());
        }
        break;
      case warp_task::end:
        out.finish();
        break;
    }
  }

  const Thread& thread_;
  std::byte* begin_;
  mailbox& mailbox_;
  unsigned turn_ = 0;  // where the next order goes
};

/// Lane 0's streams: the Source of its input_stream, and its output stream. Literals it writes
/// itself; for what many lanes do together it gives an order.
template <class Worker>
class ordering_streams {
 public:
  CODAG_DEVICE explicit ordering_streams(Worker& lane) : worker_(lane) {}

  // What a Buffer asks for.
  CODAG_DEVICE void load_line(std::uint32_t index) const {
    worker_.give(warp_task::load_line, index);
  }
  CODAG_DEVICE std::uint32_t word_of(std::uint32_t lane) const {
    worker_.give(warp_task::give_word, lane);
    return worker_.word();
  }

  // Source of an input_stream.
  CODAG_DEVICE std::uint32_t next_word() { return worker_.buffer.next_word_alone(*this); }
  CODAG_DEVICE std::uint32_t taken() const { return worker_.buffer.taken(); }
  CODAG_DEVICE std::uint32_t begin_bit() const { return worker_.buffer.begin_bit(); }
  CODAG_DEVICE std::uint32_t end_bit() const { return worker_.buffer.end_bit(); }
  CODAG_DEVICE void jump(std::uint32_t index) { worker_.buffer.jump(index); }
  CODAG_DEVICE auto words() const { return worker_.buffer.words(); }

  // Output stream.
  CODAG_DEVICE std::uint32_t begin_symbol() const { return worker_.out.begin_symbol(); }
  CODAG_DEVICE void begin_literals(std::uint32_t count) const { worker_.out.begin_literals(count); }
  template <class T>
  CODAG_DEVICE bool write_value(T value) {
    return worker_.out.write_value(value);
  }
  template <class T>
  CODAG_DEVICE bool write_values(const T (&values)[4], std::uint32_t which) {
    for (unsigned k = 0; k < 4; ++k)
      if ((which >> (8 * k + 7) & 1) != 0 && !worker_.out.write_value(values[k])) return false;
    return true;
  }
  template <class T>
  CODAG_DEVICE bool write_run(T init, std::uint32_t length, T delta) {
    if (length > worker_.out.room() / sizeof(T)) return false;
    worker_.give(warp_task::write_run, worker_.out.position(), length, init, delta);
    return true;
  }
  template <class T, class Run, class Words>
  CODAG_DEVICE bool write_computed(const Run& run, std::uint32_t length, const Words& /*words*/) {
    if (length > worker_.out.room() / sizeof(T)) return false;
    worker_.run() = run;
    worker_.give(warp_task::write_computed, worker_.out.position(), length);
    return true;
  }
  CODAG_DEVICE bool memcpy(std::uint32_t offset, std::uint32_t length) {
    if (!worker_.out.can_copy(offset, length)) return false;
    worker_.give(warp_task::copy, worker_.out.position(), length, offset);
    return true;
  }

  /// The other lanes leave their loop.
  CODAG_DEVICE void finish() { worker_.give(warp_task::end, 0); }

 private:
  Worker& worker_;
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
      ordering_streams streams(worker);
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
