// The order in which the host backend runs the lanes that may run.
#pragma once

#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "codag/split_mix.hpp"

namespace codag::simt::host {

/// A GPU promises no order, so a correct kernel gives the same result and the same counts in each.
/// `seeded` draws a new permutation each time that lanes are released from a collective. It depends
/// on the seed and the block alone, so a run can be repeated.
struct lane_order {
  enum class kind : std::uint8_t { ascending, descending, seeded };
  kind what = kind::ascending;
  std::uint64_t seed = 0;  ///< of `seeded`

  static constexpr lane_order ascending() { return {}; }
  static constexpr lane_order descending() { return {kind::descending}; }
  static constexpr lane_order seeded(std::uint64_t seed) { return {kind::seeded, seed}; }
};

/// The order within one block.
class lane_sequence {
 public:
  void begin(const lane_order& order, unsigned block) {
    order_ = order;
    state_ = order.seed ^ (std::uint64_t{block} << 32);
  }
  [[nodiscard]] bool ascending() const { return order_.what == lane_order::kind::ascending; }

  /// Calls visit(i) once for each i in [first, first + count), in this order.
  template <class Visit>
  void for_each(unsigned first, unsigned count, Visit&& visit) {
    switch (order_.what) {
      case lane_order::kind::ascending:
        for (unsigned i = first; i < first + count; ++i) visit(i);
        return;
      case lane_order::kind::descending:
        for (unsigned i = first + count; i > first; --i) visit(i - 1);
        return;
      case lane_order::kind::seeded:
        permuted_.resize(count);
        std::iota(permuted_.begin(), permuted_.end(), first);
        for (unsigned left = count; left > 1; --left)
          std::swap(permuted_[left - 1], permuted_[random() % left]);
        for (const unsigned i : permuted_) visit(i);
        return;
    }
  }

 private:
  std::uint64_t random() { return split_mix(state_ += split_mix_step); }

  lane_order order_;
  std::uint64_t state_ = 0;
  std::vector<unsigned> permuted_;
};

}  // namespace codag::simt::host
