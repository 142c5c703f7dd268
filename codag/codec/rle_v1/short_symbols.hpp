// How a warp decodes short symbols of rle_v1, a window of them at once: runs and groups of literals
// that alternate.
#pragma once

#include <cstdint>
#include <type_traits>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/codec/lanes/byte_choice.hpp"
#include "codag/codec/lanes/word_varint.hpp"
#include "codag/codec/rle_v1/device_decoder.hpp"
#include "codag/codec/rle_v1/rle_v1.hpp"
#include "codag/codec/rle_v1/symbol_chain.hpp"
#include "codag/simt/simt.hpp"
#include "codag/stream/compressed_words.hpp"
#include "codag/stream/next_bytes.hpp"

namespace codag::rle_v1 {

/// A symbol_chain finds the symbols, one for each lane. Then each lane writes elements, 32 at a
/// time, whichever symbols these are of. In shared memory.
///
/// A bit is set where each symbol begins, so the number of bits up to an element says which symbol
/// it is in.
template <class T>
class short_symbols : device_decoder<T> {
  using sequential = device_decoder<T>;
  using element = typename sequential::element;

 public:
  static constexpr std::uint32_t window_bytes = symbol_chain::window_bytes;

  /// Whether a chunk may begin with such symbols. Most columns have none, and to find that out must
  /// cost them little. A chunk that begins with a full group of literals has none, nor has one of
  /// wide elements that begins with runs alone. Collective over the warp.
  template <class Thread>
  static CODAG_DEVICE bool may_decode(const Thread& t, const compressed_words& words) {
    const std::uint32_t first = words.begin_bit() / 8 + t.lane();
    const std::uint32_t byte = words.load_byte(t, first);
    if (t.shuffle(byte, 0) == full_header) return false;
    if constexpr (sizeof(T) == 1) {
      return true;
    } else {
      // A bit for each byte below 0x80: the header of a run, or a byte that may end a varint.
      std::uint64_t low = t.ballot(byte < 0x80);
      low |= std::uint64_t{t.ballot(words.load_byte(t, first + simt::warp_size) < 0x80)} << 32;
      constexpr unsigned many_runs = 4;
      unsigned runs = 0;
      for (; low >> 2 != 0; ++runs) {
        if ((low & 1) == 0) return true;
        low = low >> 2 >> lowest_bit(low >> 2) >> 1;  // past its header and delta, and its varint
      }
      return runs < many_runs;
    }
  }

  /// Decodes windows of symbols from the chunk's beginning on, until too many of them have had few.
  /// Returns false if the chunk has to be decoded from its beginning in another way. Collective
  /// over the warp.
  template <class Warp, class Window, class Output>
  CODAG_DEVICE bool decode(const Warp& warp, Window& in, Output& out) {
    // Lanes store whole elements. A chunk table may place a chunk at any byte.
    if (out.misalignment(sizeof(T)) != 0) return false;
    // A window with many symbols saves more time than another one loses. If one chunk changes to
    // the other decoder, the column takes the time of both: so several windows decide.
    constexpr std::int32_t at_first = 8, most = 32, gain = 2, loss = 1, loss_if_large = 4;
    const low_byte_choice choice(warp.rank());
    CODAG_NO_UNROLL
    for (std::int32_t credit = at_first; credit > 0;) {
      const std::uint32_t room = out.begin_symbol();
      if (room < sizeof(T)) break;
      const found its = decode_window(warp, in, out, choice);
      if (its.symbols == 0) {
        // The window begins with a large group, or with a varint of many bytes.
        if constexpr (sizeof(T) == 1) break;
        // If it is malformed, the other decoder says so.
        bool malformed = false;
        if (!sequential::decode_symbol(in, out, room, malformed) || malformed) return false;
      }
      if (are_many(its))
        credit = credit + gain < most ? credit + gain : most;
      else
        credit -= are_large(its) ? loss_if_large : loss;
    }
    return true;
  }

 private:
  /// What a window has; no symbols if nothing was written.
  struct found {
    std::uint32_t symbols, groups, elements;
  };

  /// Whether a window with these symbols is much faster than the other ways. byte_lanes takes one
  /// symbol after the other, and wide_lanes takes many runs at once.
  static CODAG_DEVICE bool are_many(const found& its) {
    if constexpr (sizeof(T) == 1) {
      constexpr std::uint32_t least_symbols = 17;
      return its.symbols >= least_symbols;
    } else {
      constexpr std::uint32_t least_symbols = 6, most_runs_to_a_group = 8;
      return its.symbols >= least_symbols && its.groups * most_runs_to_a_group >= its.symbols;
    }
  }

  /// Whether they are groups or runs of bytes that byte_lanes is made for.
  static CODAG_DEVICE bool are_large(const found& its) {
    constexpr std::uint32_t few_symbols = 4, elements_of_large = 96;
    return sizeof(T) == 1 &&
           (its.symbols < few_symbols || its.elements > elements_of_large * its.symbols);
  }

  using wide = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
  /// What holds the varint of any element that an encoder wrote.
  using raw_varint = wide;
  static constexpr auto element_bytes = static_cast<std::uint32_t>(sizeof(T));
  /// A lane has a word of marks. A batch may begin with any element of a row.
  static constexpr std::uint32_t capacity = 32 * simt::warp_size - (simt::warp_size - 1);

  /// Element i of the batch is base + i * delta, if the symbol is a run. A literal is the varint
  /// that ends at the window's end base + i; `delta` is then the place of its group's header.
  struct alignas(2 * sizeof(wide)) symbol {
    wide base, delta;
  };

  /// Decodes the symbols that the next window shows.
  template <class Warp, class Window, class Output>
  CODAG_DEVICE found decode_window(const Warp& warp, Window& in, Output& out,
                                   const low_byte_choice& choice) {
    const std::uint32_t lane = warp.rank();
    in.look(window_bytes);
    const next_bytes window = in.next_bytes();
    begins_[lane] = 0;
    symbol_chain::symbol mine;
    std::uint32_t count = chain_.find(warp, in, choice, mine);

    // What is before the lane's symbol. The sums have elements, and above them ends of varints.
    constexpr std::uint32_t one_end = 1u << 16;
    static_assert(simt::warp_size * max_run < one_end);
    const std::uint32_t ends = symbol_chain::varint_ends_of(mine);
    const std::uint32_t sums = warp.inclusive_sum(lane < count ? mine.length + one_end * ends : 0);
    const std::uint32_t elements = sums % one_end, first = elements - mine.length;
    const std::uint32_t ends_before = sums / one_end - ends;
    std::uint32_t varint[3];
    window.words(mine.begin + 2, varint);
    bool whole = false;
    const element init =
        sequential::to_element(word_varint<raw_varint>(varint, mine.end - mine.begin - 2, whole));
    const std::uint32_t room = out.room() / element_bytes;
    const bool fits = elements <= (room < capacity ? room : capacity);
    count = warp.first_of(~warp.ballot(lane < count && fits && (whole || !mine.run)));

    const std::uint32_t total = warp.shuffle(elements, count == 0 ? 0 : count - 1);
    // A row begins at a multiple of 32 elements of the chunk, so that whole sectors are stored.
    const std::uint32_t skipped = out.position() / element_bytes % simt::warp_size;
    if (lane < count) {
      const auto delta = static_cast<element>(static_cast<std::int8_t>(mine.head >> 8));
      symbols_[lane + 1] =
          mine.run ? symbol{static_cast<wide>(init) - static_cast<wide>(delta) * first, delta}
                   : symbol{ends_before - first, mine.begin};
      // Several symbols may begin in one row. All marks were cleared before the chain's barriers.
      warp.atomic_or(begins_ + (first + skipped) / simt::warp_size,
                     1u << (first + skipped) % simt::warp_size);
    }
    const unsigned runs = warp.ballot(mine.run);  // a bit for each symbol
    // All symbols are marked before any lane counts marks.
    warp.sync();
    const bool written = count > 0 && write(warp, window, out, skipped, total, runs);
    // Every lane has read what the next window replaces.
    warp.sync();
    if (!written) return {};
    in.seek(in.position() + 8 * warp.shuffle(mine.end, count - 1));
    return {count, count - popcount(runs & low_bits(count)), total};
  }

  /// Writes the batch's `total` elements. `skipped` elements of the first row are before it. Writes
  /// none of them for good, and returns false, if a literal does not fit into raw_varint: the
  /// sequential decoder must look at it. Bit k of `runs` says whether symbol k is a run.
  template <class Warp, class Output>
  CODAG_DEVICE bool write(const Warp& warp, const next_bytes& window, Output& out,
                          std::uint32_t skipped, std::uint32_t total, unsigned runs) const {
    const std::uint32_t lane = warp.rank(), up_to_mine = ~std::uint32_t{0} >> (31 - lane);
    out.begin_batch(total * element_bytes);
    auto row = out.template elements_at<element>(out.position() + (lane - skipped) * element_bytes);
    std::uint32_t i = lane - skipped;  // no element is before the batch: they wrap around
    std::uint32_t before = 0;          // the symbols that begin before the row
    bool all_whole = true;
    CODAG_NO_UNROLL
    for (std::uint32_t r = 0; r * simt::warp_size < skipped + total; ++r) {
      const std::uint32_t marks = begins_[r];
      const std::uint32_t number = before + popcount(marks & up_to_mine);
      before += popcount(marks);
      if (i < total) {
        const symbol own = symbols_[number];
        auto value = static_cast<element>(own.base + own.delta * i);
        if ((runs >> (number - 1) & 1) == 0) {
          const std::uint32_t end = static_cast<std::uint32_t>(own.base) + i;
          const bool first = (marks >> lane & 1) != 0;
          const std::uint32_t begin =
              1 + (first ? static_cast<std::uint32_t>(own.delta) : chain_.varint_end(end - 1));
          bool whole = false;
          value = literal(window, begin, chain_.varint_end(end) + 1 - begin, whole);
          all_whole = all_whole && whole;
        }
        row.put(0, value);
      }
      i += simt::warp_size;
      row.move(simt::warp_size);
    }
    if (!warp.all(all_whole)) return false;
    out.end_batch();
    return true;
  }

  /// The literal whose varint has `length` bytes from byte `begin` on.
  static CODAG_DEVICE element literal(const next_bytes& window, std::uint32_t begin,
                                      std::uint32_t length, bool& whole) {
    if constexpr (sizeof(T) == 1) {
      const std::uint32_t word = window.word(begin);
      whole = length <= 2;
      return sequential::to_element((word & 0x7f) | (length == 1 ? 0 : word >> 1 & 0x3f80));
    } else {
      std::uint32_t bytes[3];
      window.words(begin, bytes);
      return sequential::to_element(word_varint<raw_varint>(bytes, length, whole));
    }
  }

  symbol_chain chain_;
  symbol symbols_[simt::warp_size + 1];    // symbol k is entry k + 1
  std::uint32_t begins_[simt::warp_size];  // bit i of row r: a symbol begins at element 32r + i
};

}  // namespace codag::rle_v1
