#include <algorithm>

#include "codag/codec/gompresso/words.hpp"
#include "codag/codec/gompresso_byte/format.hpp"
#include "codag/codec/gompresso_byte/gompresso_byte.hpp"

namespace codag::gompresso_byte {
namespace {

/// Decodes a chunk group by group. Nothing of a group is written before all of it is checked.
class chunk_decoder {
 public:
  chunk_decoder(std::span<const std::byte> in, std::span<std::byte> out) : in_(in), out_(out) {}

  status decode() {
    if (in_.size() < header_bytes) return status::truncated_input;
    limits_ = limits::of(gompresso::word_at(in_, 4));
    if (!limits_.well_formed()) return status::malformed_symbol;
    taken_ = header_bytes;
    for (std::uint32_t left = gompresso::word_at(in_, 0); left > 0;) {
      const std::uint32_t count = std::min(left, gompresso::group_sequences);
      if (const status s = decode_group(count); s != status::ok) return s;
      left -= count;
    }
    if (written_ < out_.size()) return status::truncated_input;
    return taken_ == in_.size() ? status::ok : status::trailing_input;
  }

 private:
  status decode_group(std::uint32_t count) {
    if (in_.size() - taken_ < std::size_t{count} * sequence_bytes) return status::truncated_input;
    group_.clear();
    for (; group_.size() < count; taken_ += sequence_bytes)
      group_.push_back(sequence_of(gompresso::word_at(in_, taken_)));
    if (const status s = check_group(); s != status::ok) return s;
    for (const sequence& s : group_) {
      std::copy_n(in_.begin() + static_cast<std::ptrdiff_t>(taken_), s.literals,
                  out_.begin() + static_cast<std::ptrdiff_t>(written_));
      taken_ += s.literals;
      written_ += s.literals;
      // Byte by byte, because a back-reference may copy what it has just written.
      for (std::uint32_t i = 0; i < s.length; ++i, ++written_)
        out_[written_] = out_[written_ - s.distance];
    }
    return status::ok;
  }

  [[nodiscard]] status check_group() const {
    std::size_t literals = 0, bytes = 0;
    for (const sequence& s : group_) {
      if (!limits_.allow(s)) return status::malformed_symbol;
      literals += s.literals;
      bytes += s.bytes();
    }
    if (literals > in_.size() - taken_) return status::truncated_input;
    if (bytes > out_.size() - written_) return status::output_overflow;
    std::size_t at = written_;
    for (const sequence& s : group_) {
      at += s.literals;
      if (s.distance > at) return status::malformed_symbol;
      if (limits_.independent() && s.length > 0 && at - s.distance + s.length > written_)
        return status::malformed_symbol;
      at += s.length;
    }
    return status::ok;
  }

  std::span<const std::byte> in_;
  std::span<std::byte> out_;
  limits limits_{};
  std::vector<sequence> group_;
  std::size_t taken_ = 0, written_ = 0;
};

}  // namespace

status decode(std::span<const std::byte> in, element_type /*type*/, std::span<std::byte> out) {
  return chunk_decoder(in, out).decode();
}

}  // namespace codag::gompresso_byte
