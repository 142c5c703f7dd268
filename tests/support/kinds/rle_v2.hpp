// The kinds of symbols of rle_v2 (codag/codec/rle_v2/format.md).
#pragma once

#include "codag/codec/rle_v2/rle_v2.hpp"
#include "codag/codec/rle_v2/width_table.hpp"
#include "tests/support/kinds/kind_counts.hpp"

namespace codag::test {

inline kind_list kinds_of_rle_v2() {
  kind_list kinds = {"short repeat of 3",
                     "short repeat of 10",
                     "direct run of 1",
                     "direct run of 512",
                     "fixed delta of 0",
                     "fixed delta that rises",
                     "fixed delta that falls",
                     "fixed delta of 512",
                     "packed delta that rises",
                     "packed delta that falls",
                     "packed delta of 2",
                     "packed delta of 512",
                     "patched base",
                     "patched base of more values than lanes",
                     "patched base without patches",
                     "patched base with one patch",
                     "patched base with several patches",
                     "patched base with 31 patches",
                     "patched base with a negative base",
                     "patched base whose numbers are bytes",
                     "patched base of up to 32 bits",
                     "patched base of more than 32 bits",
                     "patch entry of up to 32 bits",
                     "patch entry of more than 32 bits",
                     "patch entry that only skips values"};
  kinds = joined(kinds, numbered("short repeat of ", 1, 8, " bytes"));
  kinds = joined(kinds, numbered("patched base with a base of ", 1, 8, " bytes"));
  for (const char* varint : {"delta's first value", "delta's step"})
    for (const char* bytes : {"1 byte", "2 bytes", "3 to 5 bytes", "6 to 10 bytes"})
      kinds.push_back(std::string(varint) + " of " + bytes);
  for (unsigned code = 0; code < rle_v2::width_codes; ++code) {
    const std::string width = std::to_string(rle_v2::decode_width(code));
    kinds.push_back("direct run, width " + width);
    // A delta run has no code for a width of 1.
    if (code > 0) kinds.push_back("packed delta, width " + width);
  }
  return kinds;
}

/// Counts the symbols of one chunk.
class rle_v2_counter {
 public:
  rle_v2_counter(std::span<const std::byte> in, kind_counts& seen) : in_(in), seen_(seen) {}

  void count() {
    while (at_ < in_.size()) {
      const unsigned first = byte_at(in_, at_);
      const auto kind = static_cast<rle_v2::encoding>(first >> 6);
      if (kind == rle_v2::encoding::short_repeat) {
        const unsigned length = (first & 7) + rle_v2::min_repeat, bytes = (first >> 3 & 7) + 1;
        seen_.note("short repeat of " + std::to_string(bytes) + " bytes");
        note_if_ends(length, rle_v2::min_repeat, rle_v2::max_short_repeat, "short repeat of ");
        at_ += 1 + bytes;
        continue;
      }
      code_ = first >> 1 & 0x1f;
      length_ = ((first & 1) << 8 | byte_at(in_, at_ + 1)) + 1;
      at_ += 2;
      if (kind == rle_v2::encoding::direct)
        direct();
      else if (kind == rle_v2::encoding::delta)
        delta();
      else
        patched();
    }
  }

 private:
  void note_if_ends(unsigned length, unsigned least, unsigned most, const std::string& kind) {
    if (length == least || length == most) seen_.note(kind + std::to_string(length));
  }

  void direct() {
    seen_.note("direct run, width " + std::to_string(rle_v2::decode_width(code_)));
    note_if_ends(length_, 1, rle_v2::max_run, "direct run of ");
    skip_packed(length_, rle_v2::decode_width(code_));
  }

  void delta() {
    (void)varint("delta's first value");
    const bool falls = (varint("delta's step") & 1) != 0;  // zigzag
    if (code_ == 0) {
      seen_.note(last_varint_is_0_ ? "fixed delta of 0"
                 : falls           ? "fixed delta that falls"
                                   : "fixed delta that rises");
      seen_.note_if(length_ == rle_v2::max_run, "fixed delta of 512");
      return;
    }
    const unsigned width = rle_v2::decode_width(code_);
    seen_.note(falls ? "packed delta that falls" : "packed delta that rises");
    seen_.note("packed delta, width " + std::to_string(width));
    note_if_ends(length_, 2, rle_v2::max_run, "packed delta of ");
    skip_packed(length_ - 2, width);
  }

  void patched() {
    const unsigned width = rle_v2::decode_width(code_), third = byte_at(in_, at_),
                   fourth = byte_at(in_, at_ + 1);
    const unsigned base_bytes = (third >> 5) + 1, patches = fourth & 0x1f;
    const unsigned patch_width = rle_v2::decode_width(third & 0x1f);
    const unsigned entry_width = rle_v2::closest_width((fourth >> 5) + 1 + patch_width);
    at_ += 2;
    seen_.note("patched base");
    seen_.note_if(length_ > 32, "patched base of more values than lanes");
    seen_.note_if(patches == 0, "patched base without patches");
    seen_.note_if(patches == 1, "patched base with one patch");
    seen_.note_if(patches > 1, "patched base with several patches");
    seen_.note_if(patches == rle_v2::max_patches, "patched base with 31 patches");
    seen_.note_if((byte_at(in_, at_) & 0x80) != 0, "patched base with a negative base");
    seen_.note_if(patches > 0 && base_bytes == 1 && width <= 8 && entry_width <= 24,
                  "patched base whose numbers are bytes");
    seen_.note("patched base with a base of " + std::to_string(base_bytes) + " bytes");
    seen_.note(width <= 32 ? "patched base of up to 32 bits" : "patched base of more than 32 bits");
    at_ += base_bytes;
    skip_packed(length_, width);
    for (unsigned i = 0; i < patches; ++i) {
      seen_.note(entry_width <= 32 ? "patch entry of up to 32 bits"
                                   : "patch entry of more than 32 bits");
      bool patch_is_0 = true;  // the entry's lowest bits
      for (unsigned bit = entry_width - patch_width; bit < entry_width; ++bit) {
        const std::size_t place = std::size_t{i} * entry_width + bit;
        if ((byte_at(in_, at_ + place / 8) >> (7 - place % 8) & 1) != 0) patch_is_0 = false;
      }
      seen_.note_if(patch_is_0, "patch entry that only skips values");
    }
    skip_packed(patches, entry_width);
  }

  void skip_packed(unsigned values, unsigned width) { at_ += (values * width + 7) / 8; }

  /// Notes how long it is; returns its lowest bits.
  unsigned varint(const std::string& kind) {
    const std::size_t begin = at_;
    while (byte_at(in_, at_++) >= 0x80) {
    }
    const std::size_t bytes = at_ - begin;
    seen_.note(kind + " of " +
               (bytes == 1   ? "1 byte"
                : bytes == 2 ? "2 bytes"
                : bytes <= 5 ? "3 to 5 bytes"
                             : "6 to 10 bytes"));
    last_varint_is_0_ = bytes == 1 && byte_at(in_, begin) == 0;
    return byte_at(in_, begin);
  }

  std::span<const std::byte> in_;
  kind_counts& seen_;
  std::size_t at_ = 0;
  unsigned code_ = 0, length_ = 0;  // of the symbol
  bool last_varint_is_0_ = false;
};

/// Counts the symbols of a chunk that the reference decoder has accepted.
inline void count_rle_v2(std::span<const std::byte> in, kind_counts& seen) {
  rle_v2_counter(in, seen).count();
}

}  // namespace codag::test
