// What a group of threads offers, as concepts.
//
// A group is the warp or the block that a thread belongs to (warp_group.hpp, block_group.hpp). Code
// written against these concepts runs on either, and on both backends.
#pragma once

#include <concepts>
#include <cstdint>

#include "codag/simt/operators.hpp"
#include "codag/simt/simt.hpp"

namespace codag::simt {

/// A group's operations on values of type T. Each is a collective: every thread of the group calls
/// it from the same place in the code.
template <class Group, class T>
concept sums_over_group = requires(const Group& g, T v, T& total, unsigned rank) {
  // The sum of the values of all threads with lower ranks; `total` becomes the sum of all values.
  { g.exclusive_sum(v) } -> std::same_as<T>;
  { g.exclusive_sum(v, total) } -> std::same_as<T>;
  // The same, with the thread's own value.
  { g.inclusive_sum(v) } -> std::same_as<T>;
  { g.inclusive_sum(v, total) } -> std::same_as<T>;
  // The operator over all values, and the value of one rank. Every thread gets the result.
  { g.reduce(v, plus{}) } -> std::same_as<T>;
  { g.reduce(v, minimum{}) } -> std::same_as<T>;
  { g.reduce(v, maximum{}) } -> std::same_as<T>;
  { g.broadcast(v, rank) } -> std::same_as<T>;
};

/// Threads that work together. sync() is a barrier: what each thread wrote before it, all threads
/// of the group see after it.
template <class Group>
concept group =
    requires(const Group& g) {
      { g.rank() } -> std::same_as<unsigned>;  // 0 to size() - 1
      { g.size() } -> std::same_as<unsigned>;
      { g.sync() } -> std::same_as<void>;
    } && sums_over_group<Group, std::int32_t> && sums_over_group<Group, std::uint32_t> &&
    sums_over_group<Group, std::int64_t> && sums_over_group<Group, std::uint64_t>;

/// What lanes exchange without memory. A mask has bit i set for lane i.
template <class Group>
concept exchanges_lanes =
    requires(const Group& g, bool p, unsigned n, std::uint32_t v, std::uint64_t w) {
      // The lanes whose p holds.
      { g.ballot(p) } -> std::same_as<unsigned>;
      { g.any(p) } -> std::same_as<bool>;
      { g.all(p) } -> std::same_as<bool>;
      // The lanes that hold the same value.
      { g.match_any(v) } -> std::same_as<unsigned>;
      { g.match_any(w) } -> std::same_as<unsigned>;
      // The value of lane n, rank() - n, rank() + n, rank() ^ n.
      { g.shuffle(v, n) } -> std::same_as<std::uint32_t>;
      { g.shuffle(w, n) } -> std::same_as<std::uint64_t>;
      { g.shuffle_up(v, n) } -> std::same_as<std::uint32_t>;
      { g.shuffle_down(v, n) } -> std::same_as<std::uint32_t>;
      { g.shuffle_xor(v, n) } -> std::same_as<std::uint32_t>;
      // Not collectives. How many lanes of the mask are below this one; the mask's lowest and
      // highest lane, or size() if it is empty.
      { g.rank_among(n) } -> std::same_as<unsigned>;
      { Group::first_of(n) } -> std::same_as<unsigned>;
      { Group::last_of(n) } -> std::same_as<unsigned>;
    };

template <class Group>
concept warp_like = group<Group> && Group::size() == warp_size && exchanges_lanes<Group>;

}  // namespace codag::simt
