// block_per_chunk's batch for codecs with literals and copies. One warp writes it, because a copy
// reads what comes before it.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/simt/simt.hpp"
#include "codag/stream/output_stream.hpp"

namespace codag::baselines {

/// A copy of earlier output.
struct alignas(8) copy_unit {
  std::uint16_t offset;  ///< bytes back
  std::uint16_t length;
  std::uint32_t left;  ///< bytes from its destination to the chunk's end
};

/// What the leader decodes in one turn and the block writes in the next.
template <class Decoder>
struct copy_batch {
  // Blocks have few threads, so that many share a multiprocessor: each gets little memory.
  static constexpr unsigned max_copies = 128;
  static constexpr unsigned max_literals = 512;
  static constexpr std::uint32_t symbol_literals = Decoder::max_symbol_values + 4;
  static_assert(symbol_literals <= max_literals, "an empty batch has room for any symbol");
  static_assert(Decoder::max_copy_offset < 1u << 16 && Decoder::max_copy_length < 1u << 16);

  /// The low 8 bits are a literal. The bits above say where it goes: the number of bytes from there
  /// to the chunk's end, without its highest bits.
  using placed_literal = std::uint32_t;
  static constexpr std::uint32_t place_mask = (1u << 24) - 1;
  static_assert(max_copies * Decoder::max_copy_length + max_literals <= place_mask,
                "24 bits tell any two places of a batch apart");

  copy_unit copies[max_copies];
  placed_literal literals[max_literals];
  std::uint32_t copy_count;
  std::uint32_t literal_count;
  std::uint32_t left;  ///< bytes from the batch's beginning to the chunk's end
};

/// The leader's output: puts what it decodes into a copy_batch.
template <class Decoder>
class copy_batch_filler {
  using batch = copy_batch<Decoder>;

 public:
  CODAG_DEVICE bool memcpy(std::uint32_t offset, std::uint32_t length) {
    // An offset of 0 wraps around, so one comparison refuses it, too.
    if (offset - 1 >= bytes_ - left_ || length > left_) return false;
    batch_->copies[copies_++] = {static_cast<std::uint16_t>(offset),
                                 static_cast<std::uint16_t>(length), left_};
    left_ -= length;
    return true;
  }
  template <class T>
  CODAG_DEVICE bool begin_literals(std::uint32_t count) const {
    static_assert(sizeof(T) == 1);
    return count <= left_;
  }
  CODAG_DEVICE void write_value(std::uint8_t value) {
    batch_->literals[literals_++] = left_-- << 8 | value;
  }
  /// Without a branch: each value is stored, and one that is not wanted is overwritten by the next.
  CODAG_DEVICE void write_values(const std::uint8_t (&values)[4], std::uint32_t which) {
    for (unsigned k = 0; k < 4; ++k) {
      batch_->literals[literals_] = left_ << 8 | values[k];
      const std::uint32_t counts = which >> (8 * k + 7) & 1;
      literals_ += counts;
      left_ -= counts;
    }
  }

 protected:
  CODAG_DEVICE explicit copy_batch_filler(std::uint32_t bytes) : bytes_(bytes), left_(bytes) {}

  CODAG_DEVICE void open(batch& empty) {
    batch_ = &empty;
    batch_->left = left_;
    copies_ = literals_ = 0;
  }
  /// Completes the batch.
  CODAG_DEVICE batch& close() {
    batch_->copy_count = copies_;
    batch_->literal_count = literals_;
    return *batch_;
  }

  /// How many symbols of the largest kind the batch still takes.
  [[nodiscard]] CODAG_DEVICE std::uint32_t symbols_that_fit() const {
    const std::uint32_t by_copies = batch::max_copies - copies_;
    const std::uint32_t by_literals = (batch::max_literals - literals_) / batch::symbol_literals;
    return by_copies < by_literals ? by_copies : by_literals;
  }
  [[nodiscard]] CODAG_DEVICE std::uint32_t left() const { return left_; }

 private:
  batch* batch_ = nullptr;
  std::uint32_t bytes_;         // of the chunk
  std::uint32_t left_;          // of those, the ones that are not decoded yet
  std::uint32_t copies_ = 0;    // in this batch
  std::uint32_t literals_ = 0;  // in this batch
};

/// Writes batches of the chunk that begins at `out` and has `bytes` bytes. Collective over a warp.
template <class Thread, class Decoder>
class copy_batch_writer {
  using batch = copy_batch<Decoder>;

 public:
  CODAG_DEVICE copy_batch_writer(const Thread& t, std::byte* out, std::uint32_t bytes)
      : thread_(t),
        out_(reinterpret_cast<std::uint8_t*>(out)),
        bytes_(bytes),
        whole_(t, out, bytes) {}

  CODAG_DEVICE void write(const batch& b) {
    write_literals(b);
    for (std::uint32_t first = 0; first < b.copy_count;) {
      // Each lane reads what other lanes wrote before.
      thread_.sync_warp();
      const std::uint32_t copied = copy_by_quarters(b, first);
      first = copied > 0 ? first + copied : copy_by_all(b, first);
    }
  }

 private:
  // Most copies are short. A quarter of the warp does one, so the warp does up to four at a time.
  static constexpr unsigned quarters = 4;
  static constexpr unsigned quarter_lanes = simt::warp_size / quarters;
  static constexpr std::uint32_t longest_by_quarter = 4 * quarter_lanes;

  CODAG_DEVICE void write_literals(const batch& b) {
    std::uint8_t* const begin = out_ + (bytes_ - b.left);
    for (std::uint32_t i = thread_.lane(); i < b.literal_count; i += simt::warp_size) {
      const std::uint32_t literal = b.literals[i];
      thread_.store(begin + ((b.left - (literal >> 8)) & batch::place_mask),
                    static_cast<std::uint8_t>(literal));
    }
  }

  /// Does the copies from `first` on, one per quarter of the warp, up to the first that is long or
  /// reads what another of them writes. Returns how many it did.
  CODAG_DEVICE std::uint32_t copy_by_quarters(const batch& b, std::uint32_t first) const {
    const unsigned quarter = thread_.lane() / quarter_lanes;
    const bool has_one = first + quarter < b.copy_count;
    const copy_unit unit = b.copies[has_one ? first + quarter : first];
    // Its source ends before the destination of the first one begins.
    const bool apart = unit.left + unit.offset >= b.copies[first].left + unit.length;
    const std::uint32_t others =
        ~thread_.ballot(has_one && apart && unit.length <= longest_by_quarter);
    const std::uint32_t copied = others == 0 ? quarters : lowest_bit(others) / quarter_lanes;
    if (quarter >= copied) return copied;
    const unsigned lane = thread_.lane() % quarter_lanes;
    std::uint8_t* const to = out_ + (bytes_ - unit.left + lane);
    const std::uint8_t* const from = to - unit.offset;
    for (unsigned i = 0; i < longest_by_quarter; i += quarter_lanes) {
      if (lane + i >= unit.length) break;
      thread_.store(to + i, thread_.load(from + i));
    }
    return copied;
  }

  /// Does the copy `first` and the long copies after it. Returns the index of the next.
  CODAG_DEVICE std::uint32_t copy_by_all(const batch& b, std::uint32_t first) {
    do {
      const copy_unit unit = b.copies[first++];
      whole_.go_to(bytes_ - unit.left);
      whole_.memcpy(unit.offset, unit.length);
    } while (first < b.copy_count && b.copies[first].length > longest_by_quarter);
    whole_.finish();
    return first;
  }

  const Thread& thread_;
  std::uint8_t* out_;
  std::uint32_t bytes_;
  output_stream<Thread> whole_;  // for copies by the whole warp
};

}  // namespace codag::baselines
