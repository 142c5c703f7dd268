// lanes_output_stream: a chunk's uncompressed bytes, written by lanes that decode different
// symbols.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/stream/output_stream.hpp"

namespace codag {

/// Elements of the chunk, aligned in memory, which lanes write by their number.
template <class Thread, class T>
class element_places {
 public:
  CODAG_DEVICE element_places(const Thread& t, T* first) : thread_(t), first_(first) {}
  CODAG_DEVICE void put(std::int32_t i, T value) const { thread_.store(first_ + i, value); }
  /// The element `n` further becomes number 0.
  CODAG_DEVICE void move(std::uint32_t n) { first_ += n; }
  /// Several elements from the i-th on, which are aligned as one.
  template <class Several>
  CODAG_DEVICE void put_together(std::int32_t i, const Several& values) const {
    thread_.store(reinterpret_cast<Several*>(first_ + i), values);
  }

 private:
  const Thread& thread_;
  T* first_;
};

/// An output_stream that also takes batches (see the concept lanes_output).
template <class Thread>
class lanes_output_stream : public output_stream<Thread> {
  using stream = output_stream<Thread>;

 public:
  using stream::stream;

  CODAG_DEVICE std::uint32_t misalignment(std::uint32_t n) const {
    return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(stream::out_) & (n - 1));
  }

  CODAG_DEVICE bool begin_batch(std::uint32_t bytes) {
    if (bytes > stream::room()) return false;
    batch_end_ = stream::position() + bytes;
    return true;
  }
  template <class T>
  CODAG_DEVICE element_places<Thread, T> elements_at(std::uint32_t at) const {
    return {stream::thread_, reinterpret_cast<T*>(stream::out_ + at)};
  }
  template <class T>
  CODAG_DEVICE void write_at(std::uint32_t at, T value) {
    stream::store(at, value);
  }
  CODAG_DEVICE void settle() {
    // What a lane holds from a copy is written, too.
    stream::finish();
    // Writes of all lanes come before it, their reads after it.
    stream::thread_.sync_warp();
  }
  template <class T>
  CODAG_DEVICE T read_at(std::uint32_t at) const {
    const std::uint8_t* p = stream::out_ + at;
    if (reinterpret_cast<std::uintptr_t>(p) % sizeof(T) == 0)
      return stream::thread_.load(reinterpret_cast<const T*>(p));
    T value = 0;
    for (unsigned i = 0; i < sizeof(T); ++i)
      value |= static_cast<T>(static_cast<T>(stream::thread_.load(p + i)) << (8 * i));
    return value;
  }
  CODAG_DEVICE void resume(const lanes_output_stream& copy) { stream::go_to(copy.position()); }
  CODAG_DEVICE void end_batch() { stream::go_to(batch_end_); }

 private:
  std::uint32_t batch_end_ = 0;
};

}  // namespace codag
