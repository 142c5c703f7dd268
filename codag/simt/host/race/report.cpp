#include "codag/simt/host/race/report.hpp"

#include <algorithm>
#include <bit>
#include <cstdio>

namespace codag::simt::host::race {
namespace {

bool same_code(const party& a, const party& b) { return a.kind == b.kind && a.where == b.where; }
bool same_warp(const party& a, const party& b) { return a.block == b.block && a.warp == b.warp; }

/// "lane 3", "lanes 0 to 30" or "lanes 1, 3, 5".
std::string name_lanes(std::uint32_t lanes) {
  if (std::popcount(lanes) == 1) return "lane " + std::to_string(std::countr_zero(lanes));
  const int first = std::countr_zero(lanes), last = 31 - std::countl_zero(lanes);
  if (std::popcount(lanes) == last - first + 1)
    return "lanes " + std::to_string(first) + " to " + std::to_string(last);
  std::string text;
  for (int lane = first; lane <= last; ++lane)
    if ((lanes >> lane & 1) != 0) text += (text.empty() ? "lanes " : ", ") + std::to_string(lane);
  return text;
}

std::string describe(const party& p) {
  std::string did = p.kind.writes ? "wrote" : "read";
  if (p.kind.atomic) did += p.kind.scope == atomic_scope::block ? " atomically (block scope)" : " atomically";
  return "block " + std::to_string(p.block) + ", warp " + std::to_string(p.warp) + ", " +
         name_lanes(p.lanes) + " " + did + " at " + p.where.text();
}

std::string describe_memory(const race& r) {
  if (r.shared) return "shared memory, at byte " + std::to_string(r.address);
  char text[48];
  std::snprintf(text, sizeof text, "global memory, at 0x%lx", static_cast<unsigned long>(r.address));
  return text;
}

}  // namespace

void report::add(const race& found) {
  for (race& known : races_)
    if (same_code(known.before, found.before) && same_code(known.after, found.after) &&
        known.shared == found.shared) {
      if (same_warp(known.before, found.before) && same_warp(known.after, found.after)) {
        known.before.lanes |= found.before.lanes;
        known.after.lanes |= found.after.lanes;
      } else {
        ++known.elsewhere;
      }
      return;
    }
  if (races_.size() < most_races)
    races_.push_back(found);
  else
    ++others_;
}

std::string report::text(const char* kernel) const {
  std::string text = std::string("kernel ") + kernel + ": data race";
  for (const race& r : races_) {
    text += "\n  " + std::to_string(r.bytes) + (r.bytes == 1 ? " byte of " : " bytes of ") +
            describe_memory(r) + ":\n    " + describe(r.before) + "\n    " + describe(r.after) +
            "\n    Nothing orders the two.";
    if (r.elsewhere > 0)
      text += " Found " + std::to_string(r.elsewhere) + " more times between other warps.";
  }
  if (others_ > 0) text += "\n  Found " + std::to_string(others_) + " more times at other places.";
  return text;
}

}  // namespace codag::simt::host::race
