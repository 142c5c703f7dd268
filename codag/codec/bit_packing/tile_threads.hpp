// How many threads decode a tile.
#pragma once

namespace codag {

/// The threads that decode a tile together: the block of the paper (section 4.2 of "Tile-based
/// Lightweight Integer Compression in GPU").
inline constexpr unsigned tile_threads = 128;

}  // namespace codag
