// output_stream: a chunk's uncompressed bytes, which a whole warp writes in order (CODAG Table II).
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/simt/simt.hpp"

namespace codag {

/// Which lanes of a warp write together: all of them.
struct every_lane {
  template <class Thread>
  static CODAG_DEVICE unsigned rank(const Thread& t) {
    return t.lane();
  }
  static constexpr unsigned count = simt::warp_size;
};

/// An output (see the concepts). Collective over `Lanes` of a warp: all of them, or those that
/// write what another lane has decoded. Every lane makes the same calls with the same arguments,
/// and calls finish() last. The chunk may have any alignment; an element that is aligned is stored
/// whole.
template <class Thread, class Lanes = every_lane>
class output_stream {
 public:
  CODAG_DEVICE output_stream(const Thread& t, std::byte* out, std::uint32_t bytes)
      : thread_(t), out_(reinterpret_cast<std::uint8_t*>(out)), bytes_(bytes) {}

  /// Bytes that can still be written.
  CODAG_DEVICE std::uint32_t room() const { return bytes_ - position_; }

  /// The number of bytes before the next one.
  CODAG_DEVICE std::uint32_t position() const { return position_; }
  /// Continues there. Someone else has written the bytes in between.
  CODAG_DEVICE void go_to(std::uint32_t position) { position_ = position; }

  /// Nothing to wait for: there are no batches.
  CODAG_DEVICE std::uint32_t begin_symbol() const { return room(); }
  /// The group needs nothing here: each literal is written as it comes.
  template <class T>
  CODAG_DEVICE bool begin_literals(std::uint32_t count) const {
    return count <= room() / sizeof(T);
  }

  /// One lane writes it (section IV-F). Writes nothing outside the chunk even for a decoder that
  /// has begun no group.
  template <class T>
  CODAG_DEVICE void write_value(T value) {
    if (room() < sizeof(T)) return;
    if (rank() == 0) store(position_, value);
    position_ += sizeof(T);
  }

  /// One lane per element.
  template <class T>
  CODAG_DEVICE void write_values(const T (&values)[4], std::uint32_t which) {
    const std::uint32_t flags = which & high_bits;
    const std::uint32_t bytes = popcount(flags) * static_cast<std::uint32_t>(sizeof(T));
    if (room() < bytes) return;
    const unsigned k = rank();
    const T value = k < 2 ? (k == 0 ? values[0] : values[1]) : (k == 2 ? values[2] : values[3]);
    if (k < 4 && (flags >> (8 * k + 7) & 1) != 0)
      store(
          position_ + popcount(flags & ((1u << 8 * k) - 1)) * static_cast<std::uint32_t>(sizeof(T)),
          value);
    position_ += bytes;
  }

  /// Each lane computes its own elements (section IV-F).
  template <class T>
  CODAG_DEVICE bool write_run(T init, std::uint32_t length, T delta) {
    static_assert(std::is_unsigned_v<T>, "a run wraps around");
    if (length > room() / sizeof(T)) return false;
    for (std::uint32_t i = rank(); i < length; i += Lanes::count)
      store(position_ + i * static_cast<std::uint32_t>(sizeof(T)),
            static_cast<T>(init + static_cast<T>(i) * delta));
    position_ += length * static_cast<std::uint32_t>(sizeof(T));
    return true;
  }

  template <class T, class Run, class Words>
  CODAG_DEVICE bool write_computed(const Run& run, std::uint32_t length, const Words& words) {
    if (length > room() / sizeof(T)) return false;
    run.write(thread_, words, length, [&](std::uint32_t i, T value) {
      store(position_ + i * static_cast<std::uint32_t>(sizeof(T)), value);
    });
    position_ += length * static_cast<std::uint32_t>(sizeof(T));
    return true;
  }

  /// Algorithm 2. With offset < length the last `offset` bytes repeat. So every source byte lies
  /// before the copy, and lanes never wait for each other. A lane holds what it loads last, and
  /// stores it with the next copy: if it stored here, the warp would wait for the load.
  CODAG_DEVICE bool memcpy(std::uint32_t offset, std::uint32_t length) {
    if (!can_copy(offset, length)) return false;
    store_held();
    // Each lane reads what other lanes wrote before.
    thread_.sync_warp();
    copy(offset, length);
    return true;
  }
  /// The part of memcpy() after its barrier, for a copy that can_copy() allows.
  CODAG_DEVICE void copy(std::uint32_t offset, std::uint32_t length) {
    if (length <= Lanes::count) {
      copy_bytes(offset, length);
    } else if (offset < length) {
      copy_repeated_words(offset, length);
    } else {
      copy_words(offset, length);
    }
    position_ += length;
  }

  /// Whether memcpy() would write.
  CODAG_DEVICE bool can_copy(std::uint32_t offset, std::uint32_t length) const {
    return offset != 0 && offset <= position_ && length <= room();
  }

  /// Writes what lanes still hold. Comes after the last operation, or before a barrier that
  /// replaces the one of memcpy().
  CODAG_DEVICE void finish() { store_held(); }

 protected:
  template <class T>
  CODAG_DEVICE void store(std::uint32_t at, T value) {
    std::uint8_t* p = out_ + at;
    if (reinterpret_cast<std::uintptr_t>(p) % sizeof(T) == 0) {
      thread_.store(reinterpret_cast<T*>(p), value);
    } else {
      for (unsigned i = 0; i < sizeof(T); ++i)
        thread_.store(p + i,
                      static_cast<std::uint8_t>(static_cast<std::uint64_t>(value) >> (8 * i)));
    }
  }

  const Thread& thread_;
  std::uint8_t* out_;

 private:
  CODAG_DEVICE unsigned rank() const { return Lanes::rank(thread_); }

  /// What this lane loaded for a copy and has not yet stored.
  struct held_bytes {
    std::uint32_t value;
    std::uint32_t at;     // where it goes
    std::uint32_t bytes;  // 1 or 4; 0: it holds nothing
  };
  CODAG_DEVICE void store_held() {
    store_bytes(held_);
    held_.bytes = 0;
  }
  CODAG_DEVICE void store_bytes(const held_bytes& b) {
    if (b.bytes == 4) store(b.at, b.value);
    if (b.bytes == 1) store(b.at, static_cast<std::uint8_t>(b.value));
  }

  /// A short copy: one byte per lane.
  CODAG_DEVICE void copy_bytes(std::uint32_t offset, std::uint32_t length) {
    const std::uint32_t i = rank();
    if (i >= length) return;
    held_ = {load_byte(offset, i), position_ + i, 1};
  }

  /// Byte `i` of a copy.
  CODAG_DEVICE std::uint8_t load_byte(std::uint32_t offset, std::uint32_t i) const {
    return thread_.load(out_ + position_ - offset + (i < offset ? i : i % offset));
  }

  /// The parts of a longer copy: words that are aligned where they go, and fewer than four bytes
  /// before and after them.
  struct copy_parts {
    std::uint32_t head, words;
  };
  CODAG_DEVICE copy_parts parts_of(std::uint32_t length) const {
    const std::uint32_t head =
        static_cast<std::uint32_t>(0 - reinterpret_cast<std::uintptr_t>(out_ + position_)) % 4;
    return {head, (length - head) / 4};
  }
  /// The bytes that are in no whole word, one per lane: lanes 0 to 2 take those before the words,
  /// lanes 4 to 6 those after them.
  CODAG_DEVICE held_bytes load_edge(std::uint32_t offset, std::uint32_t length, copy_parts parts,
                                    std::uint32_t lane) const {
    const std::uint32_t i = lane < 4 ? lane : parts.head + 4 * parts.words + lane - 4;
    if (lane < 4 ? lane >= parts.head : i >= length) return {0, 0, 0};
    return {load_byte(offset, i), position_ + i, 1};
  }

  /// Stores them. Four lanes take the places of lanes 4 to 7, too.
  CODAG_DEVICE void store_edges(const held_bytes& edge, std::uint32_t offset, std::uint32_t length,
                                copy_parts parts) {
    static_assert(Lanes::count >= 4);
    store_bytes(edge);
    if constexpr (Lanes::count < 8) store_bytes(load_edge(offset, length, parts, rank() + 4));
  }

  /// A copy whose source ends before it begins. Each lane copies a word at a time, and stores it
  /// when the next one is on its way.
  CODAG_DEVICE void copy_words(std::uint32_t offset, std::uint32_t length) {
    const copy_parts parts = parts_of(length);
    const held_bytes edge = load_edge(offset, length, parts, rank());
    for (std::uint32_t w = rank(); w < parts.words; w += Lanes::count) {
      const std::uint32_t to = position_ + parts.head + 4 * w;
      const std::uint32_t value = load_unaligned_word(to - offset);
      store_held();
      held_ = {value, to, 4};
    }
    store_edges(edge, offset, length, parts);
  }

  /// A copy that repeats the last `offset` bytes. Each lane copies four bytes at a time.
  CODAG_DEVICE void copy_repeated_words(std::uint32_t offset, std::uint32_t length) {
    const copy_parts parts = parts_of(length);
    const held_bytes edge = load_edge(offset, length, parts, rank());
    const std::uint8_t* window = out_ + position_ - offset;
    // Two divisions in all, instead of one per byte.
    std::uint32_t from = (parts.head + 4 * rank()) % offset;
    const std::uint32_t step = 4 * Lanes::count % offset;
    for (std::uint32_t w = rank(); w < parts.words; w += Lanes::count) {
      std::uint32_t value = 0;
      std::uint32_t byte = from;
      for (unsigned k = 0; k < 4; ++k) {
        value |= static_cast<std::uint32_t>(thread_.load(window + byte)) << (8 * k);
        byte = byte + 1 == offset ? 0 : byte + 1;
      }
      store_held();
      held_ = {value, position_ + parts.head + 4 * w, 4};
      from += step;
      from -= from >= offset ? offset : 0;
    }
    store_edges(edge, offset, length, parts);
  }

  /// The four bytes at `from`, which end before the copy begins. Loads two aligned words, or single
  /// bytes where a word would begin before the chunk, or reach into what other lanes write for this
  /// copy.
  CODAG_DEVICE std::uint32_t load_unaligned_word(std::uint32_t from) const {
    const std::uint32_t misaligned =
        static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(out_ + from) % 4);
    if (from >= misaligned && from - misaligned + 8 <= position_) {
      const auto* aligned = reinterpret_cast<const std::uint32_t*>(out_ + from - misaligned);
      const std::uint32_t low = thread_.load(aligned);
      return misaligned == 0 ? low
                             : funnel_shift_right(low, thread_.load(aligned + 1), 8 * misaligned);
    }
    std::uint32_t word = 0;
    for (std::uint32_t k = 0; k < 4; ++k)
      word |= static_cast<std::uint32_t>(thread_.load(out_ + from + k)) << (8 * k);
    return word;
  }

  std::uint32_t bytes_;
  std::uint32_t position_ = 0;
  held_bytes held_{};
};

}  // namespace codag
