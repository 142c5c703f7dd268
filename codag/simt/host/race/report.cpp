#include "codag/simt/host/race/report.hpp"

#include <bit>
#include <cstdio>
#include <utility>

namespace codag::simt::host::race {
namespace {

bool same_code(const party& a, const party& b) {
  return a.kind == b.kind && a.where == b.where;
}
bool same_warp(const party& a, const party& b) {
  return a.block == b.block && a.warp == b.warp;
}

/// "lane 3" or "lanes 0 to 4, 7, 9 to 31".
std::string name_lanes(std::uint32_t lanes) {
  std::string text = std::popcount(lanes) == 1 ? "lane " : "lanes ";
  const char* separator = "";
  while (lanes != 0) {
    const int first = std::countr_zero(lanes), count = std::countr_one(lanes >> first);
    text += separator + std::to_string(first);
    if (count > 1) text += (count > 2 ? " to " : ", ") + std::to_string(first + count - 1);
    separator = ", ";
    lanes &= count == 32 ? 0 : ~(((1u << count) - 1) << first);
  }
  return text;
}

std::string more(std::size_t times) {
  return times == 1 ? "once more" : std::to_string(times) + " more times";
}

/// "block 3", or "block 3 of write" if the launch has several kernels.
std::string name_block(std::uint32_t number, std::span<const launched_kernel> kernels) {
  const launched_block its = find_block(kernels, number);
  return "block " + std::to_string(its.block) +
         (kernels.size() > 1 ? std::string(" of ") + kernels[its.kernel].name : std::string());
}

std::string describe(const party& p, std::span<const launched_kernel> kernels) {
  std::string did = p.kind.writes ? "wrote" : "read";
  if (p.kind.atomic)
    did += p.kind.scope == atomic_scope::block ? " atomically (block scope)" : " atomically";
  return name_block(p.block, kernels) + ", warp " + std::to_string(p.warp) + ", " +
         name_lanes(p.lanes) + " " + did + " at " + p.where.text();
}

std::string describe_memory(const race& r) {
  if (r.shared) return "shared memory, at byte " + std::to_string(r.address);
  char text[48];
  std::snprintf(text, sizeof text, "global memory, at 0x%lx",
                static_cast<unsigned long>(r.address));
  return text;
}

}  // namespace

void report::add(race found) {
  for (race& known : races_) {
    // Which of the two ran first depends on the order of the lanes.
    if (same_code(known.before, found.after) && same_code(known.after, found.before) &&
        !same_code(found.before, found.after))
      std::swap(found.before, found.after);
    if (!same_code(known.before, found.before) || !same_code(known.after, found.after) ||
        known.shared != found.shared)
      continue;
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

std::string report::text(std::span<const launched_kernel> kernels) const {
  std::string text;
  for (const launched_kernel& k : kernels)
    text += (text.empty() ? "kernel " : ", overlapped by ") + std::string(k.name);
  text += ": data race";
  for (const race& r : races_) {
    text += "\n  " + std::to_string(r.bytes) + (r.bytes == 1 ? " byte of " : " bytes of ") +
            describe_memory(r) + ":\n    " + describe(r.before, kernels) + "\n    " +
            describe(r.after, kernels) + "\n    Nothing orders the two.";
    if (r.elsewhere > 0) text += " Found " + more(r.elsewhere) + " between other warps.";
  }
  if (others_ > 0) text += "\n  Found " + more(others_) + " at other places.";
  return text;
}

}  // namespace codag::simt::host::race
