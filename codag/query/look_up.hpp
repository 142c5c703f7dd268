// Looking a key up in a dimension.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/query/star_query.hpp"

namespace codag::query {

/// The entry of the dimension's look-up array for the key: 0 if it keeps no row with this key,
/// otherwise 1 plus what the row adds to the number of the group. Any key is safe.
template <class Thread>
CODAG_DEVICE std::uint32_t look_up(const Thread& t, const dimension& d, std::int32_t key) {
  const std::uint32_t at =
      static_cast<std::uint32_t>(key) - static_cast<std::uint32_t>(d.first_key);
  return at < d.key_count ? t.load(d.lookup + at) : 0;
}

}  // namespace codag::query
