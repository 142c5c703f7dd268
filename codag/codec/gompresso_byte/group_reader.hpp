// group_reader: a warp reads a chunk's groups, one after the other.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/gompresso/checked_group.hpp"
#include "codag/codec/gompresso_byte/format.hpp"
#include "codag/lz/output/output_ring.hpp"
#include "codag/lz/sequences/sequence_group.hpp"
#include "codag/simt/simt.hpp"
#include "codag/simt/warp_group.hpp"
#include "codag/status.hpp"
#include "codag/stream/compressed_words.hpp"

namespace codag::gompresso_byte {

/// Reads the groups of a chunk in order, and checks them. While a group is being written, the next
/// one's sequences are being loaded.
template <class Thread>
class group_reader {
 public:
  /// The chunk has its header. `output` is what the groups are going to be written to. Collective.
  CODAG_DEVICE group_reader(const Thread& t, const simt::warp_group<Thread>& warp,
                            const compressed_words& words, std::uint32_t in_bytes,
                            const lz::output_ring<Thread>& output, std::uint32_t out_bytes)
      : thread_(t),
        warp_(warp),
        words_(words),
        output_(output),
        allowed_(limits::of(words.load_unaligned(t, 4))),
        in_bytes_(in_bytes),
        left_(words.load_unaligned(t, 0)),
        position_(output.position()),
        end_(position_ + out_bytes) {
    if (!allowed_.well_formed()) refuse(status::malformed_symbol);
  }

  /// Reads the next group, which look_ahead() has loaded. Returns false, in all lanes, if there is
  /// none, or if something is wrong with it. Its `literals_at` are bytes, as the chunk's words are
  /// counted. Collective.
  CODAG_DEVICE bool read(lz::sequence_group& next) {
    if (left_ == 0) return false;
    const std::uint32_t count = left_ < simt::warp_size ? left_ : simt::warp_size;
    const std::uint32_t data = taken_ + count * sequence_bytes;
    if (in_bytes_ - taken_ < count * sequence_bytes) return refuse(status::truncated_input);
    const sequence s = sequence_of(thread_.lane() < count ? words_.row_of(ahead_, taken_) : 0);
    next = lz::sequence_group::of(warp_, s.literals, s.length, s.distance, position_,
                                  words_.begin_bit() / 8 + data);
    const bool wrong = gompresso::is_wrong(s, next, allowed_, output_.begin(), position_);
    const bool truncated = next.all_literals > in_bytes_ - data;
    const bool overflows = next.bytes > end_ - position_;
    if (warp_.any(wrong || truncated || overflows)) {
      if (warp_.any(!allowed_.allow(s))) return refuse(status::malformed_symbol);
      if (truncated) return refuse(status::truncated_input);
      return refuse(overflows ? status::output_overflow : status::malformed_symbol);
    }
    left_ -= count;
    taken_ = data + next.all_literals;
    position_ += next.bytes;
    return true;
  }

  /// Loads the sequences of the next group, if there is one. Returns where its literals begin.
  CODAG_DEVICE std::uint32_t look_ahead() {
    ahead_ = words_.load_row(thread_, taken_);
    const std::uint32_t count = left_ < simt::warp_size ? left_ : simt::warp_size;
    return words_.begin_bit() / 8 + taken_ + count * sequence_bytes;
  }

  /// Once read() has returned false: the chunk's status.
  CODAG_DEVICE status result() const {
    if (refused_ != status::ok) return refused_;
    if (position_ < end_) return status::truncated_input;
    return taken_ == in_bytes_ ? status::ok : status::trailing_input;
  }

 private:
  static_assert(gompresso::group_sequences == simt::warp_size &&
                gompresso::max_literals == lz::longest_copy &&
                gompresso::max_look_ahead == lz::longest_copy);

  CODAG_DEVICE bool refuse(status s) {
    refused_ = s;
    left_ = 0;
    return false;
  }
  const Thread& thread_;
  const simt::warp_group<Thread>& warp_;
  const compressed_words& words_;
  const lz::output_ring<Thread>& output_;
  limits allowed_;
  std::uint32_t in_bytes_, taken_ = header_bytes;
  std::uint32_t left_;            // sequences
  std::uint32_t position_, end_;  // of the output
  compressed_words::row ahead_;   // the next sequences
  status refused_ = status::ok;
};

}  // namespace codag::gompresso_byte
