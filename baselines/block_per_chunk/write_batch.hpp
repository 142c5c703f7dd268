// How block_per_chunk's warps write a batch.
#pragma once

#include <cstdint>
#include <type_traits>

#include "baselines/block_per_chunk/shared_storage.hpp"
#include "codag/simt/simt.hpp"
#include "codag/stream/output_stream.hpp"

namespace codag::baselines {

/// The ring, as the words that a computed run is computed from.
template <class Storage>
struct words_in_ring {
  const Storage& shared;
  CODAG_DEVICE std::uint32_t operator()(std::uint32_t index) const {
    return shared.ring[index % Storage::ring_words];
  }
};

/// Literals staged in shared memory, as output_stream::write_computed takes them.
template <class Element>
struct staged_literals {
  const Element* values;
  template <class Thread, class Put>
  CODAG_DEVICE void write(const Thread& t, const void* /*words*/, std::uint32_t length,
                          const Put& put) const {
    for (std::uint32_t i = t.lane(); i < length; i += simt::warp_size) put(i, values[i]);
  }
};

/// Writes the batch in order, by one warp: a copy needs all before it.
template <class Thread, class Element, class Decoder>
CODAG_DEVICE void write_batch_in_order(output_stream<Thread>& out,
                                       const block_storage<Element, Decoder>& shared) {
  for (std::uint32_t s = 0; s < shared.unit_count; ++s) {
    const write_unit<Element> unit = shared.units[s];
    const std::uint32_t length = unit.length & ~write_unit<Element>::flags;
    if ((unit.length & write_unit<Element>::literal) != 0) {
      out.template write_computed<Element>(staged_literals<Element>{shared.literals + unit.init},
                                           length, nullptr);
    } else {
      out.memcpy(static_cast<std::uint32_t>(unit.init), length);
    }
  }
}

/// Writes this thread's share of the batch: a warp a unit, a lane an element.
template <class Thread, class Element, class Decoder>
CODAG_DEVICE void write_batch(const Thread& t, const block_storage<Element, Decoder>& shared) {
  using unit_type = write_unit<Element>;
  constexpr bool computes = !std::is_void_v<typename Decoder::computed_run>;
  // A warp computes a run together, and the leader's has its lanes at different places in the code.
  constexpr std::uint32_t first_warp = computes ? 1 : 0;
  if (computes && t.warp() == 0) return;
  const std::uint32_t warps = t.block_threads() / simt::warp_size - first_warp;
  for (std::uint32_t s = t.warp() - first_warp; s < shared.unit_count; s += warps) {
    const unit_type unit = shared.units[s];
    const std::uint32_t length = unit.length & ~unit_type::flags;
    Element* to = shared.out_end - unit.left;
    if constexpr (computes) {
      if ((unit.length & unit_type::computed) != 0) {
        shared.runs.at[s].write(t, words_in_ring<block_storage<Element, Decoder>>{shared}, length,
                                [&](std::uint32_t i, Element value) { t.store(to + i, value); });
        continue;
      }
    }
    const bool literals = (unit.length & unit_type::literal) != 0;
    for (std::uint32_t i = t.lane(); i < length; i += simt::warp_size)
      t.store(to + i, literals ? shared.literals[unit.init + i]
                               : static_cast<Element>(unit.init + i * unit.delta));
  }
}

}  // namespace codag::baselines
