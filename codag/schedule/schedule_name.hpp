// A schedule's name out of its parts, at compile time.
#pragma once

#include <cstddef>
#include <string_view>

namespace codag {

/// "warp_per_chunk/all_threads/shared": the schedule, and the names of `Parts` behind it.
template <std::size_t Size>
struct schedule_name {
  char text[Size] = {};

  constexpr explicit schedule_name(const char* schedule, const char* first, const char* second) {
    std::size_t end = 0;
    for (const std::string_view part :
         {std::string_view(schedule), std::string_view("/"), std::string_view(first),
          std::string_view("/"), std::string_view(second)})
      for (const char c : part) text[end++] = c;
  }
};

}  // namespace codag
