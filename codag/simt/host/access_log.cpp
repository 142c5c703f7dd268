#include "codag/simt/host/access_log.hpp"

#include <algorithm>

#include "codag/simt/host/source_place.hpp"

namespace codag::simt::host {

void access_log::add(unsigned lane, bool is_store, std::uintptr_t address, std::size_t bytes,
                     std::source_location where) {
  if (in_turn_)
    join(lane, is_store, address, bytes, where);
  else
    kept_[lane].push_back({where, address, bytes, is_store});
}

void access_log::flush(counts& total, unsigned first, unsigned lanes) {
  if (!in_turn_) join_kept(first, lanes);
  // The parts of a warp run on in any order.
  in_turn_ = ascending_ && lanes == warp_size;
  for (std::size_t n = 0; n < used_; ++n) {
    instruction& i = log_[n];
    const auto end = i.sectors.begin() + i.sector_count;
    std::sort(i.sectors.begin(), end);
    const auto distinct =
        static_cast<std::uint64_t>(std::unique(i.sectors.begin(), end) - i.sectors.begin());
    (i.is_store ? total.store_instructions : total.load_instructions) += 1;
    (i.is_store ? total.store_sectors : total.load_sectors) += distinct;
    (i.is_store ? total.store_lanes : total.load_lanes) += i.lanes;
  }
  used_ = 0;
  next_.fill(0);
}

void access_log::join(unsigned lane, bool is_store, std::uintptr_t address, std::size_t bytes,
                      std::source_location where) {
  instruction& i = find(lane, is_store, where);
  ++i.lanes;
  for (std::uint64_t s = address / sector_bytes; s <= (address + bytes - 1) / sector_bytes; ++s)
    if (i.sector_count == 0 || i.sectors[i.sector_count - 1] != s) i.sectors[i.sector_count++] = s;
}

void access_log::join_kept(unsigned first, unsigned lanes) {
  for (unsigned lane = first; lane < first + lanes; ++lane) {
    for (const access& a : kept_[lane]) join(lane, a.is_store, a.address, a.bytes, a.where);
    kept_[lane].clear();
  }
}

access_log::instruction& access_log::find(unsigned lane, bool is_store,
                                          std::source_location where) {
  const std::size_t end = std::min(used_, next_[lane] + look_ahead);
  for (std::size_t n = next_[lane]; n < end; ++n) {
    instruction& i = log_[n];
    if (i.is_store == is_store && is_same_place(i.where, where)) {
      next_[lane] = n + 1;
      return i;
    }
  }
  if (used_ == log_.size()) log_.emplace_back();
  instruction& i = log_[used_++];
  i.where = where;
  i.is_store = is_store;
  i.lanes = i.sector_count = 0;
  next_[lane] = used_;
  return i;
}

}  // namespace codag::simt::host
