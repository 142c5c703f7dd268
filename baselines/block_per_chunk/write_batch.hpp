// How block_per_chunk's writing warps write a batch.
#pragma once

#include <cstdint>

#include "baselines/block_per_chunk/shared_storage.hpp"
#include "codag/simt/simt.hpp"
#include "codag/stream/output_stream.hpp"

namespace codag::baselines {

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
CODAG_DEVICE void write_in_order(output_stream<Thread>& out,
                                 const write_batch<Element, Decoder>& batch) {
  for (std::uint32_t s = 0; s < batch.unit_count; ++s) {
    const write_unit<Element> unit = batch.units[s];
    const std::uint32_t length = unit.length & ~write_unit<Element>::flags;
    if ((unit.length & write_unit<Element>::literal) != 0) {
      out.template write_computed<Element>(staged_literals<Element>{batch.literals + unit.init},
                                           length, nullptr);
    } else {
      out.memcpy(static_cast<std::uint32_t>(unit.init), length);
    }
  }
}

/// Writes this warp's share of the batch, a lane an element: the units first, first + step, ...
/// `words` are those that computed runs are computed from.
template <class Thread, class Element, class Decoder, class Words>
CODAG_DEVICE void write_share(const Thread& t, const write_batch<Element, Decoder>& batch,
                              Element* out_end, std::uint32_t first, std::uint32_t step,
                              const Words& words) {
  using unit_type = write_unit<Element>;
  for (std::uint32_t s = first; s < batch.unit_count; s += step) {
    const unit_type unit = batch.units[s];
    const std::uint32_t length = unit.length & ~unit_type::flags;
    Element* to = out_end - unit.left;
    if constexpr (block_storage<Element, Decoder>::computes) {
      if ((unit.length & unit_type::computed) != 0) {
        batch.runs.at[s].write(t, words, length,
                               [&](std::uint32_t i, Element value) { t.store(to + i, value); });
        continue;
      }
    }
    const bool literals = (unit.length & unit_type::literal) != 0;
    for (std::uint32_t i = t.lane(); i < length; i += simt::warp_size)
      t.store(to + i, literals ? batch.literals[unit.init + i]
                               : static_cast<Element>(unit.init + i * unit.delta));
  }
}

}  // namespace codag::baselines
