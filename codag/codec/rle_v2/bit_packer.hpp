// Packs values of one width into a byte vector, most significant bit first.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace codag::rle_v2 {

/// The packed values of one run. finish() pads the last byte with zeros.
class bit_packer {
 public:
  bit_packer(std::vector<std::byte>& out, unsigned width) : out_(out), width_(width) {}

  /// Appends the low `width` bits of `value`.
  void put(std::uint64_t value) {
    for (unsigned left = width_; left > 0;) {
      const unsigned take = std::min(8 - filled_, left);
      left -= take;
      byte_ = (byte_ << take) | (static_cast<unsigned>(value >> left) & ((1u << take) - 1));
      filled_ += take;
      if (filled_ == 8) flush();
    }
  }

  void finish() {
    if (filled_ == 0) return;
    byte_ <<= 8 - filled_;
    flush();
  }

 private:
  void flush() {
    out_.push_back(static_cast<std::byte>(byte_));
    byte_ = filled_ = 0;
  }

  std::vector<std::byte>& out_;
  unsigned width_;
  unsigned byte_ = 0;
  unsigned filled_ = 0;  // bits in byte_
};

}  // namespace codag::rle_v2
