// sequence_writer: a warp writes the sequences of a chunk of Gompresso/Byte.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/gompresso/sequence.hpp"
#include "codag/codec/gompresso_byte/format.hpp"
#include "codag/simt/simt.hpp"
#include "codag/simt/warp_group.hpp"
#include "codag/stream/compressed_words.hpp"

namespace codag::gompresso {

/// Each lane keeps one sequence of the group that is not whole yet. A whole group is written at
/// once: its sequences, and then their literals (gompresso_byte/format.md). It divides long literal
/// strings as sequence_list does on the host. Its functions are collective over the warp.
template <class Thread>
class sequence_writer {
 public:
  /// `raw` is the chunk's values, and `out` has room for `room` bytes.
  CODAG_DEVICE sequence_writer(const Thread& t, const compressed_words& raw, std::uint8_t* out,
                               std::uint32_t room, std::uint32_t most_literals, bool eliminate)
      : warp_(t),
        thread_(t),
        raw_(raw),
        out_(out),
        room_(room),
        max_literals_(most_literals),
        eliminate_(eliminate) {}

  /// Where the source of a match has to end: warpHWM in Fig. 4, or anywhere before `size`.
  CODAG_DEVICE std::uint32_t source_end(std::uint32_t size) const {
    return eliminate_ ? group_begin_ : size;
  }
  /// Appends the bytes up to `at` as literals, and then a match.
  CODAG_DEVICE void add(std::uint32_t at, std::uint32_t length, std::uint32_t distance) {
    while (at - end_ > most_literals()) push({most_literals(), 0, 0});
    push({at - end_, length, distance});
  }
  /// Appends the literals before `at` that fill whole sequences.
  CODAG_DEVICE void add_literals(std::uint32_t at) {
    while (at - end_ >= most_literals()) push({most_literals(), 0, 0});
  }
  /// Writes the rest of the sequences, the last ones of which are literals if bytes are left.
  CODAG_DEVICE void finish(std::uint32_t size) {
    if (end_ < size) add(size, 0, 0);
    if (count_ % group_sequences != 0) write_group(count_ % group_sequences);
  }

  /// Whether all bytes so far have had room.
  CODAG_DEVICE bool fits() const { return written_ <= room_; }
  CODAG_DEVICE std::uint32_t sequences() const { return count_; }
  CODAG_DEVICE std::uint32_t written() const { return written_; }

 private:
  CODAG_DEVICE std::uint32_t most_literals() const {
    return eliminate_ && group_begin_ == 0 ? first_literals : max_literals_;
  }
  CODAG_DEVICE void push(const sequence& s) {
    if (count_ % group_sequences == warp_.rank()) mine_ = word_of(s);
    ++count_;
    end_ += s.bytes();
    if (count_ % group_sequences == 0) write_group(group_sequences);
  }
  CODAG_DEVICE void write_group(std::uint32_t sequences) {
    const bool has_one = warp_.rank() < sequences;
    const sequence its = has_one ? sequence_of(mine_) : sequence{0, 0, 0};
    std::uint32_t literals = 0;
    const std::uint32_t place = warp_.exclusive_sum(its.literals, literals);
    const std::uint32_t source = group_begin_ + warp_.exclusive_sum(its.bytes());
    const std::uint32_t first_literal = written_ + sequences * gompresso_byte::sequence_bytes;
    const std::uint32_t begin = written_;
    written_ = first_literal + literals;
    group_begin_ = end_;
    if (!fits()) return;
    if (has_one)
      for (unsigned b = 0; b < gompresso_byte::sequence_bytes; ++b)
        thread_.store(out_ + begin + warp_.rank() * gompresso_byte::sequence_bytes + b,
                      static_cast<std::uint8_t>(mine_ >> 8 * b));
    for (std::uint32_t k = 0; k < sequences; ++k) {
      const std::uint32_t count = warp_.shuffle(its.literals, k);
      const std::uint32_t from = raw_.begin_bit() / 8 + warp_.shuffle(source, k);
      std::uint8_t* const to = out_ + first_literal + warp_.shuffle(place, k);
      for (std::uint32_t i = warp_.rank(); i < count; i += simt::warp_size)
        thread_.store(to + i, raw_.load_byte(thread_, from + i));
    }
  }

  const simt::warp_group<Thread> warp_;
  const Thread& thread_;
  const compressed_words raw_;
  std::uint8_t* out_;
  std::uint32_t room_, max_literals_;
  bool eliminate_;
  std::uint32_t mine_ = 0;         // the lane's sequence, as a word
  std::uint32_t count_ = 0;        // of all sequences
  std::uint32_t end_ = 0;          // of their bytes
  std::uint32_t group_begin_ = 0;  // of the bytes of the group that is not whole
  std::uint32_t written_ = gompresso_byte::header_bytes;
};

}  // namespace codag::gompresso
