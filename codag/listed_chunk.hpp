// listed_chunk: what a parser says of the tokens that it has listed.
#pragma once

#include <cstdint>

namespace codag {

/// The lists of a chunk between the kernel that parses it and the one that writes its output.
struct listed_chunk {
  std::uint32_t windows;  ///< 0 after parse_again(), if whole: it has written all of the chunk
  std::uint32_t tokens;   ///< about so many
  /// How many windows are bytes that are stored in the chunk; only parse() counts them.
  std::uint32_t stored;
  bool whole;        ///< all tokens of the chunk are in the lists, or written
  bool parse_again;  ///< the lists are not whole, but parse_again() may be able to make them
};

}  // namespace codag
