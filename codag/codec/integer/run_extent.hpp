// How much of a stream one run takes. A stream of runs can be cut between them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace codag::integer {

struct run_extent {
  std::size_t bytes = 0;
  std::uint32_t values = 0;
  std::uint32_t symbols = 0;  ///< as the encoders count them
};

}  // namespace codag::integer
