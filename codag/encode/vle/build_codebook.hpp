// The stage `codebook`: the code that the counts give.
#pragma once

#include <cstdint>

#include "codag/codec/vle/codebook.hpp"
#include "codag/codec/vle/huffman_tree.hpp"
#include "codag/encode/vle/workspace.hpp"
#include "codag/simt/block_group.hpp"
#include "codag/simt/simt.hpp"

namespace codag::vle {

/// One block, with a thread per symbol. The order of the leaves, the codewords' lengths and the
/// codewords are found in parallel. One thread joins the nodes of the tree. The result is that of
/// lengths_for() and codebook_of().
struct build_codebook_kernel {
  static constexpr const char* name = "vle_build_codebook";
  static constexpr unsigned max_threads = symbols, min_blocks = 1;
  struct shared_storage {
    std::uint32_t counts[symbols];
    std::uint32_t lengths[symbols];
    huffman_tree tree;
    length_counts by_length;
    std::uint32_t first[max_code_bits + 1];
    simt::block_group_storage<max_threads> group;
  };
  workspace work;

  [[nodiscard]] static constexpr simt::launch_shape shape() { return {1, max_threads}; }

  template <class Thread>
  CODAG_DEVICE void operator()(const Thread& t, shared_storage& shared) const {
    const simt::block_group<Thread, max_threads> block(t, shared.group);
    given_code& code = *work.code();
    const unsigned symbol = block.rank();
    const std::uint32_t count = t.load(&code.counts[symbol]);
    shared.counts[symbol] = count;
    if (symbol <= max_code_bits) shared.by_length.of[symbol] = 0;
    block.sync();  // all counts are written

    unsigned leaf = 0;
    for (unsigned other = 0; other < symbols; ++other) {
      const std::uint32_t c = shared.counts[other];
      if (c > 0 && (c < count || (c == count && other < symbol))) ++leaf;
    }
    if (count > 0) shared.tree.weights[leaf] = count;
    // The sum's barriers come after the leaves that all threads have written.
    const auto leaves = block.reduce(static_cast<std::uint32_t>(count > 0));
    if (symbol == 0) shared.tree.join(leaves);
    block.sync();  // the tree is whole
    if (count > 0) t.atomic_add(&shared.by_length.of[shared.tree.length_of(leaf, leaves)], 1u);
    block.sync();  // all leaves are counted
    if (symbol == 0) {
      fit_limited_lengths(shared.by_length);
      first_codewords(shared.by_length, shared.first);
    }
    block.sync();  // the lengths' counts are final
    const std::uint32_t length =
        count > 0 ? length_at(shared.by_length, leaves - 1 - leaf) : std::uint32_t{0};
    shared.lengths[symbol] = length;
    block.sync();  // all lengths are written

    unsigned place = 0;  // among the codewords of this length
    for (unsigned other = 0; other < symbol; ++other)
      if (shared.lengths[other] == length) ++place;
    t.store(&code.book.lengths[symbol], length);
    t.store(&code.book.codewords[symbol],
            length > 0 ? in_stream_order(shared.first[length] + place, length) : 0u);
    const auto bits = block.reduce(std::uint64_t{count} * length);
    const auto longest = block.reduce(length, simt::maximum{});
    if (symbol == 0) {
      t.store(&code.code_bits, bits);
      t.store(&code.longest, longest);
    }
  }
};

}  // namespace codag::vle
