// What a schedule is made of, by name: an ablation changes one part.
#pragma once

#include <cstddef>
#include <string_view>

namespace codag {

struct schedule_parts {
  const char* schedule;      ///< how threads are handed out to chunks: "warp_per_chunk"
  const char* decoding;      ///< who decodes: "all_threads" or "single_thread"
  const char* input_buffer;  ///< where loaded words lie: "shared" or "registers"
  bool prefetch_warp;        ///< whether a warp does nothing but load them
};

/// "warp_per_chunk/all_threads/shared", made at compile time; longer than any.
struct schedule_name {
  char text[64] = {};

  constexpr explicit schedule_name(const schedule_parts& parts) {
    std::size_t end = 0;
    const char* separator = "";
    for (const std::string_view part : {parts.schedule, parts.decoding, parts.input_buffer}) {
      for (const char* c = separator; *c != 0; ++c) text[end++] = *c;
      for (const char c : part) text[end++] = c;
      separator = "/";
    }
  }
};

}  // namespace codag
