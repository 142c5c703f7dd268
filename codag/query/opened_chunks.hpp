// opened_chunks: what a query's kernel knows of the chunks that it is in.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "codag/annotate.hpp"
#include "codag/query/star_query.hpp"
#include "codag/schedule/device_column.hpp"
#include "codag/simt/operators.hpp"
#include "codag/simt/simt.hpp"
#include "codag/status.hpp"
#include "codag/stream/chunk_words.hpp"

namespace codag::query {

/// Above the number of any tile.
inline constexpr std::uint32_t no_tile = std::numeric_limits<std::uint32_t>::max();

/// A format of columns, and what decodes its tiles.
template <column_format its_format, class Decoder>
struct decoded_format {
  static constexpr column_format format = its_format;
  using decoder = Decoder;
};

/// For each step, the chunk of its column that holds the current tile. The chunk is looked up and
/// opened once, for this tile and all that follow it in the chunk, and not for every tile of every
/// column. Each of the Formats is a decoded_format.
template <class... Formats>
struct opened_chunks {
  struct chunk_of_step {
    const std::byte* in;
    std::uint32_t in_bytes;
    std::uint32_t first_tile;  ///< of the fact table
    status header;             ///< if it is not ok, there is no layout

    template <class Decoder>
    CODAG_DEVICE typename Decoder::layout& layout() {
      return *reinterpret_cast<typename Decoder::layout*>(layout_bytes);
    }
    template <class Decoder>
    CODAG_DEVICE const typename Decoder::layout& layout() const {
      return *reinterpret_cast<const typename Decoder::layout*>(layout_bytes);
    }

    /// The layout, as the format's decoder has it.
    static_assert((std::is_trivial_v<typename Formats::decoder::layout> && ...));
    alignas(typename Formats::decoder::layout...) std::byte
        layout_bytes[std::max({sizeof(typename Formats::decoder::layout)...})];
  };
  chunk_of_step of_step[most_steps];
  std::uint32_t end;  ///< the first tile that is not in all of these chunks

  /// Opens the chunks of a tile, with one lane for each. All lanes of a warp call it. Before and
  /// after it, the warp meets the threads that read the result at a barrier.
  template <class Thread>
  CODAG_DEVICE void open(const Thread& t, const star_query& query, std::uint32_t tile) {
    static_assert(most_steps <= simt::warp_size);
    const unsigned s = t.lane();
    std::uint32_t last = no_tile;
    if (s < query.step_count && query.steps[s].column.format != column_format::none) {
      const fact_column& column = query.steps[s].column;
      const std::uint32_t index = tile / column.tiles_per_chunk;
      of_step[s].first_tile = index * column.tiles_per_chunk;
      of_step[s].header = open_chunk(t, column, index, tile, of_step[s]);
      last = of_step[s].first_tile + (column.tiles_per_chunk - 1);
    }
    last = t.reduce(last, simt::minimum{});
    if (s == 0) end = last == no_tile ? last : last + 1;
  }

 private:
  template <class Thread>
  static CODAG_DEVICE status open_chunk(const Thread& t, const fact_column& column,
                                        std::uint32_t index, std::uint32_t tile,
                                        chunk_of_step& opened) {
    chunk c;
    if (index >= column.stored.chunk_count || !load_chunk<std::int32_t>(t, column.stored, index, c))
      return status::bad_chunk_table;
    opened.in = column.stored.in + c.in_offset;
    opened.in_bytes = c.in_bytes;
    const chunk_words<Thread> words(t, opened.in, c.in_bytes);
    const auto values = static_cast<std::uint32_t>(c.out_bytes / sizeof(std::int32_t));
    // The group with a chunk's first tile checks the chunk's whole header.
    const bool checks_header = tile == opened.first_tile;
    status header;
    const bool is_known =
        ((column.format == Formats::format &&
          open_as<typename Formats::decoder>(words, values, checks_header, opened, header)) ||
         ...);
    return is_known ? header : status::bad_chunk_table;
  }

  /// Opens the chunk by the decoder of its format. Returns true.
  template <class Decoder, class Words>
  static CODAG_DEVICE bool open_as(const Words& words, std::uint32_t values, bool checks_header,
                                   chunk_of_step& opened, status& header) {
    header = Decoder::open(words, values, checks_header, opened.template layout<Decoder>());
    return true;
  }
};

/// For columns that are not compressed, which have nothing to open.
struct nothing_to_open {
  std::uint32_t end;
  template <class Thread>
  CODAG_DEVICE void open(const Thread& t, const star_query&, std::uint32_t) {
    if (t.lane() == 0) end = no_tile;
  }
};

/// Calls use(tile) for up to `most` consecutive tiles of the query, from tile number `begin` on,
/// while the chunks of that tile are open. All threads of the group call it in the same way, except
/// that the threads of one warp say that they open the chunks.
template <class Thread, class Group, class Opened, class Use>
CODAG_DEVICE void each_tile(const Thread& t, const Group& group, const star_query& query,
                            std::uint32_t begin, std::uint32_t most, Opened& chunks, bool opens,
                            const Use& use) {
  std::uint32_t open_until = 0;
  CODAG_NO_UNROLL
  for (std::uint32_t i = begin; i < query.tile_count && i - begin < most; ++i) {
    const std::uint32_t tile = query.first_tile + i;
    if (tile >= open_until) {
      // All threads have left the chunks of the last tile.
      group.sync();
      if (opens) chunks.open(t, query, tile);
      // The chunks are open before a thread looks at them.
      group.sync();
      open_until = chunks.end;
    }
    use(tile);
  }
}

}  // namespace codag::query
