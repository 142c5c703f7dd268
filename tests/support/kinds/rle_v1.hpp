// The kinds of symbols of rle_v1 (codag/codec/rle_v1/format.md).
#pragma once

#include <algorithm>

#include "codag/codec/rle_v1/rle_v1.hpp"
#include "tests/support/kinds/kind_counts.hpp"

namespace codag::test {

inline kind_list kinds_of_rle_v1() {
  const kind_list others = {"run of equal values",
                            "run that rises",
                            "run that falls",
                            "run of 3",
                            "run of 130",
                            "run of 130 equal values, and the same again",
                            "one literal",
                            "group of literals",
                            "full group of literals",
                            "full group of varints of one byte",
                            "full group of varints of one byte and two",
                            "full group after a full group",
                            "group of more than 256 bytes that ends with long varints"};
  return joined(others, joined(numbered("run with a varint of ", 1, 10, " bytes"),
                               numbered("literal of ", 1, 10, " bytes")));
}

/// Counts the symbols of a chunk that the reference decoder has accepted.
inline void count_rle_v1(std::span<const std::byte> in, kind_counts& seen) {
  std::span<const std::byte> run_before;
  bool full_before = false;
  for (std::size_t at = 0; at < in.size();) {
    const std::size_t begin = at;
    const unsigned header = byte_at(in, at++);
    const auto skip_varint = [&] {
      const std::size_t first = at;
      while (byte_at(in, at++) >= 0x80) {
      }
      return static_cast<unsigned>(at - first);
    };
    if (header < 0x80) {
      const auto delta = static_cast<std::int8_t>(byte_at(in, at++));
      seen.note("run with a varint of " + std::to_string(skip_varint()) + " bytes");
      seen.note(delta == 0  ? "run of equal values"
                : delta > 0 ? "run that rises"
                            : "run that falls");
      const unsigned length = header + rle_v1::min_run;
      seen.note_if(length == rle_v1::min_run, "run of 3");
      seen.note_if(length == rle_v1::max_run, "run of 130");
      const auto run = in.subspan(begin, at - begin);
      seen.note_if(length == rle_v1::max_run && delta == 0 && std::ranges::equal(run, run_before),
                   "run of 130 equal values, and the same again");
      run_before = run;
      full_before = false;
      continue;
    }
    const unsigned length = 0x100 - header;
    unsigned longest = 0, bytes = 0;
    for (unsigned i = 0; i < length; ++i) {
      bytes = skip_varint();
      seen.note("literal of " + std::to_string(bytes) + " bytes");
      longest = std::max(longest, bytes);
    }
    const bool full = length == rle_v1::max_literals;
    seen.note(length == 1 ? "one literal" : full ? "full group of literals" : "group of literals");
    seen.note_if(full && longest == 1, "full group of varints of one byte");
    seen.note_if(full && longest == 2, "full group of varints of one byte and two");
    seen.note_if(full && full_before, "full group after a full group");
    seen.note_if(at - begin > 256 && bytes == 10,
                 "group of more than 256 bytes that ends with long varints");
    run_before = {};
    full_before = full;
  }
}

}  // namespace codag::test
