// The random numbers of the Star Schema Benchmark's tables, each by its place.
#pragma once

#include <cstdint>

#include "datasets/generator/random.hpp"

namespace codag::datasets::ssb {

/// What a number is drawn for. A table's rows, and lineorder's orders and groups of orders, count
/// from 0 for each of them.
enum class drawn : std::uint8_t {
  line_counts,
  custkey,
  orderdate,
  orderpriority,
  partkey,
  suppkey,
  quantity,
  discount,
  tax,
  commitdate,
  shipmode,
  customer_city,
  supplier_city,
  part_brand
};

/// Number `index` of what is drawn, in [0, n) for n up to 2^32: the SplitMix64 of `seed`, whose
/// numbers can be computed in any order.
constexpr std::uint64_t draw(std::uint64_t seed, drawn what, std::uint64_t index, std::uint64_t n) {
  constexpr std::uint64_t kinds = 16;
  random at(seed + 0x9e3779b97f4a7c15 * (index * kinds + static_cast<std::uint64_t>(what)));
  return at.below(n);
}

}  // namespace codag::datasets::ssb
