// Huffman's algorithm, for the reference encoder and for the GPU.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/vle/codebook.hpp"
#include "codag/codec/vle/vle.hpp"

namespace codag::vle {

/// The nodes of a tree. Leaves come first, in the order of their weights; then the inner nodes, in
/// the order in which they are made, which is that of their weights. The last node is the root.
struct huffman_tree {
  static constexpr unsigned max_nodes = 2 * symbols - 1;

  std::uint32_t weights[max_nodes];
  std::uint16_t parents[max_nodes];  ///< of every node but the root

  /// Joins the two lightest nodes until one is left (Huffman 1952). With sorted leaves, the
  /// lightest are always the next leaf or the next inner node. Of equal weights the leaf is taken
  /// first, which keeps the longest codeword as short as possible. One thread does it alone.
  CODAG_HOST_DEVICE void join(unsigned leaves) {
    unsigned leaf = 0, inner = leaves;
    for (unsigned node = leaves; node + 1 < 2 * leaves; ++node) {
      std::uint32_t weight = 0;
      for (unsigned child = 0; child < 2; ++child) {
        const bool take_leaf = leaf < leaves && (inner == node || weights[leaf] <= weights[inner]);
        const unsigned taken = take_leaf ? leaf++ : inner++;
        parents[taken] = static_cast<std::uint16_t>(node);
        weight += weights[taken];
      }
      weights[node] = weight;
    }
  }

  /// The length of a leaf's codeword, at most max_code_bits. A lone leaf's is 1.
  CODAG_HOST_DEVICE unsigned length_of(unsigned leaf, unsigned leaves) const {
    unsigned depth = 0;
    for (unsigned node = leaf; node + 2 < 2 * leaves; node = parents[node]) ++depth;
    if (depth == 0) return 1;
    return depth < max_code_bits ? depth : max_code_bits;
  }
};

/// Makes room for the codewords that the limit has shortened. Each step takes one of the longest
/// codewords away, and splits the longest of the others into two. That is zlib's rule; the code
/// stays complete, but is not always the best one of limited length.
CODAG_HOST_DEVICE constexpr void fit_limited_lengths(length_counts& counts) {
  for (std::uint64_t used = used_bit_strings(counts); used > all_bit_strings; --used) {
    unsigned length = max_code_bits - 1;
    while (counts.of[length] == 0) --length;
    --counts.of[length];
    counts.of[length + 1] += 2;
    --counts.of[max_code_bits];
  }
}

/// The length of the codeword of the leaf that has `heavier` heavier ones above it: the shortest
/// codewords belong to the heaviest leaves.
CODAG_HOST_DEVICE constexpr unsigned length_at(const length_counts& counts, unsigned heavier) {
  unsigned length = 1;
  for (unsigned codewords = counts.of[1]; codewords <= heavier; codewords += counts.of[length])
    ++length;
  return length;
}

}  // namespace codag::vle
