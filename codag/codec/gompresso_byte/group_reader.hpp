// group_reader: a warp reads a chunk's groups, one ahead of those that it writes.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/gompresso_byte/format.hpp"
#include "codag/lz/group_writer.hpp"
#include "codag/lz/output_ring.hpp"
#include "codag/simt/simt.hpp"
#include "codag/simt/warp_group.hpp"
#include "codag/status.hpp"
#include "codag/stream/compressed_words.hpp"

namespace codag::gompresso_byte {

/// A group, checked, with each lane's sequence.
struct group {
  lz::placed_sequence mine;
  std::uint32_t bytes;  ///< of all lanes
};

template <class Thread>
class group_reader {
 public:
  /// The chunk has its header. Collective.
  CODAG_DEVICE group_reader(const Thread& t, const simt::warp_group<Thread>& warp,
                            const compressed_words& words, std::uint32_t in_bytes,
                            const lz::output_ring<Thread>& out, std::uint32_t out_bytes)
      : thread_(t),
        warp_(warp),
        words_(words),
        out_(out),
        allowed_(limits::of(words.load_unaligned(t, 4))),
        in_bytes_(in_bytes),
        left_(words.load_unaligned(t, 0)),
        position_(out.position()),
        end_(position_ + out_bytes) {
    if (!allowed_.well_formed()) refuse(status::malformed_symbol);
    look_ahead();
  }

  /// Reads the next group. Returns false, in all lanes, if there is none, or if something is wrong
  /// with it. Collective.
  CODAG_DEVICE bool read(group& next) {
    if (left_ == 0) return false;
    const std::uint32_t count = left_ < simt::warp_size ? left_ : simt::warp_size;
    if (in_bytes_ - taken_ < count * sequence_bytes) return refuse(status::truncated_input);
    const sequence s = thread_.lane() < count ? sequence_of(ahead_) : sequence{};
    left_ -= count;
    taken_ += count * sequence_bytes;

    // One sum for literals and matches: those of all lanes are below 2^sum_bits each.
    std::uint32_t sums;
    const std::uint32_t before = warp_.exclusive_sum(s.literals | s.length << sum_bits, sums);
    const std::uint32_t literals_before = before % (1u << sum_bits);
    const std::uint32_t literals = sums % (1u << sum_bits);
    next.bytes = literals + (sums >> sum_bits);
    next.mine = {.begin = position_ + literals_before + (before >> sum_bits),
                 .literals = s.literals,
                 .length = s.length,
                 .distance = s.distance,
                 .literals_at = words_.begin_bit() / 8 + taken_ + literals_before};
    const std::uint32_t at = next.mine.at();
    const bool wrong = !allowed_.allow(s);
    const bool wrong_source =
        s.distance > at - out_.begin() ||
        (allowed_.independent() && s.length > 0 && at - s.distance + s.length > position_);
    if (warp_.any(wrong || wrong_source) || literals > in_bytes_ - taken_ ||
        next.bytes > end_ - position_) {
      if (warp_.any(wrong)) return refuse(status::malformed_symbol);
      if (literals > in_bytes_ - taken_) return refuse(status::truncated_input);
      return refuse(next.bytes > end_ - position_ ? status::output_overflow
                                                  : status::malformed_symbol);
    }
    if (s.length > 0) out_.prefetch_old(at - s.distance, position_);
    taken_ += literals;
    position_ += next.bytes;
    look_ahead();
    return true;
  }

  /// Once read() has returned false: the chunk's status.
  CODAG_DEVICE status result() const {
    if (refused_ != status::ok) return refused_;
    if (position_ < end_) return status::truncated_input;
    return taken_ == in_bytes_ ? status::ok : status::trailing_input;
  }

 private:
  static constexpr unsigned sum_bits = 13;
  static_assert(simt::warp_size * gompresso::max_literals < 1u << sum_bits &&
                simt::warp_size * gompresso::max_look_ahead < 1u << sum_bits);
  static_assert(gompresso::group_sequences == simt::warp_size);
  /// How far the input is asked for before it is needed, in lines.
  static constexpr std::uint32_t lines_ahead = 8;

  CODAG_DEVICE bool refuse(status s) {
    refused_ = s;
    left_ = 0;
    return false;
  }
  /// Loads the next group's sequences, and asks for what comes after them.
  CODAG_DEVICE void look_ahead() {
    ahead_ = thread_.lane() < left_
                 ? words_.load_unaligned(thread_, taken_ + thread_.lane() * sequence_bytes)
                 : 0;
    const std::uint32_t end = (words_.begin_bit() / 8 + taken_) / cache_line_bytes + lines_ahead;
    if (lines_ + thread_.lane() < end)
      words_.prefetch(thread_, (lines_ + thread_.lane()) * words_per_line);
    lines_ = end;
  }

  const Thread& thread_;
  const simt::warp_group<Thread>& warp_;
  const compressed_words& words_;
  const lz::output_ring<Thread>& out_;
  limits allowed_;
  std::uint32_t in_bytes_, taken_ = header_bytes;
  std::uint32_t left_;            // sequences
  std::uint32_t position_, end_;  // of the output
  std::uint32_t ahead_;           // the lane's next sequence
  std::uint32_t lines_ = 0;       // up to here, the input has been asked for
  status refused_ = status::ok;
};

}  // namespace codag::gompresso_byte
