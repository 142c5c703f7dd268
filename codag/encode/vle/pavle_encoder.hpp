// The encoding kernel of PAVLE (Balevic, "Parallel Variable-Length Encoding on GPGPUs", 2010).
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/encode/device_encoding.hpp"
#include "codag/encode/vle/blelloch_scan.hpp"
#include "codag/encode/vle/input_words.hpp"
#include "codag/encode/vle/shifted_words.hpp"
#include "codag/encode/vle/workspace.hpp"
#include "codag/simt/simt.hpp"

namespace codag::vle {

/// PAVLE's steps, as CUVLE section I lists them, in the geometry of the published code: a block of
/// 256 threads per segment, and a word of the input per thread. The code is the one in Rodinia
/// (github.com/yuhc/gpu-rodinia, cuda/huffman); whether CUVLE's authors used that revision is not
/// known. Nothing of it is copied.
///
/// Where it differs: the published kernel assumes codewords of at most 16 bits on average, and
/// segments that do not grow. Here a thread has space for four codewords of 32 bits, and a segment
/// that does not fit the buffer goes through it in several rounds.
struct pavle_kernel {
  static constexpr const char* name = "vle_pavle";
  static constexpr unsigned max_threads = 256;
  static constexpr unsigned min_blocks = 8;  ///< 2048 threads: with 32 registers, none are spilled
  static constexpr std::uint32_t segment_bytes = max_threads * word_bytes;

  struct shared_storage {
    std::uint32_t codewords[symbols];
    std::uint32_t lengths[symbols];
    std::uint32_t words[max_threads];  ///< the sums of the scan, then the buffer
    std::uint32_t bits;                ///< of the segment
    std::uint32_t missing;             ///< whether a symbol of it has no codeword
  };
  static_assert(max_threads == symbols, "each thread caches one codeword");

  device_encoding job;
  workspace work;
  unsigned blocks = 1;  ///< one per segment; with fewer, each takes several, one after the other

  [[nodiscard]] constexpr simt::launch_shape shape() const { return {blocks, max_threads}; }

  /// A block that takes several segments does everything again for each, so that it stands for
  /// several blocks. No barrier is needed between two segments: the code and `missing` have been
  /// read before the last barrier of encode_segment, and each thread leaves its own word.
  template <class Thread>
  CODAG_DEVICE void operator()(const Thread& t, shared_storage& shared) const {
    for (std::uint32_t segment = t.block(); segment < work.segments; segment += t.grid_blocks())
      encode_segment(t, shared, segment);
  }

 private:
  /// The codewords of a word's four symbols, joined in registers.
  struct word_code {
    std::uint64_t low = 0, high = 0;
    std::uint32_t bits = 0;
    bool all = true;  ///< every symbol has a codeword

    CODAG_DEVICE void append(std::uint64_t codeword, std::uint32_t length) {
      if (bits < 64) low |= codeword << bits;
      if (bits > 32) high |= bits < 64 ? codeword >> (64 - bits) : codeword << (bits - 64);
      bits += length;
      all = all && length > 0;
    }
    CODAG_DEVICE std::uint32_t word(std::uint32_t i) const {
      if (i >= 4) return 0;
      return static_cast<std::uint32_t>((i < 2 ? low : high) >> i % 2 * 32);
    }
  };

  template <class Thread>
  CODAG_DEVICE void encode_segment(const Thread& t, shared_storage& shared,
                                   std::uint32_t segment) const {
    const unsigned k = t.thread_index();
    // "a look-up table, which is cached in the on-chip shared memory"
    shared.codewords[k] = t.load(&work.code()->book.codewords[k]);
    shared.lengths[k] = t.load(&work.code()->book.lengths[k]);
    if (k == 0) shared.missing = 0;
    t.sync_block();  // the code is whole before any thread looks a symbol up
    // "Each thread uses the code table for encoding the loaded segment in its private memory and
    // calculating the corresponding bit-length."
    const word_code code = encode_word(t, shared, segment);
    if (!code.all) t.atomic_or(&shared.missing, 1u);
    // "An intra-block scan primitive is performed to calculate the bit-positions."
    shared.words[k] = code.bits;
    blelloch_scan(t, shared.words);
    const std::uint32_t offset = shared.words[k];
    shared.words[k] = 0;
    if (k == max_threads - 1) {
      shared.bits = offset + code.bits;
      publish_size(t, work, segment, shared.bits, shared.missing != 0);  // for the compaction
    }
    t.sync_block();  // the buffer is 0, and its size is known, before any thread writes to it
    write_segment(t, shared, code, offset, work.slot(segment));
  }

  template <class Thread>
  CODAG_DEVICE word_code encode_word(const Thread& t, const shared_storage& shared,
                                     std::uint32_t segment) const {
    const std::uint64_t at =
        std::uint64_t{segment} * segment_bytes + std::uint64_t{t.thread_index()} * word_bytes;
    const std::uint32_t count = bytes_at(job, at, word_bytes);
    std::uint32_t word = 0;
    if (count == word_bytes)
      word = t.load(reinterpret_cast<const std::uint32_t*>(job.values + at));
    else  // the column ends here
      for (std::uint32_t i = 0; i < count; ++i)
        word |= static_cast<std::uint32_t>(t.load(job.values + at + i)) << 8 * i;
    word_code code;
    for (std::uint32_t i = 0; i < count; ++i, word >>= 8)
      code.append(shared.codewords[word % symbols], shared.lengths[word % symbols]);
    return code;
  }

  /// "The threads of a block write concurrently its encodings in a buffer in shared memory using
  /// atomic operations", then "the content of the buffer is copied to the output vector". Every
  /// word is ORed, also one that is a thread's alone.
  template <class Thread>
  static CODAG_DEVICE void write_segment(const Thread& t, shared_storage& shared,
                                         const word_code& code, std::uint32_t offset,
                                         std::uint32_t* slot) {
    const unsigned k = t.thread_index();
    const std::uint32_t words = (shared.bits + 31) / 32;
    for (std::uint32_t first = 0; first < words;) {
      const auto put = [&](std::uint64_t word, std::uint32_t value, bool /*whole*/) {
        const std::uint64_t place = word - first;  // of an earlier round: it wraps around
        if (place < max_threads) t.atomic_or(shared.words + place, value);
      };
      put_shifted(
          offset, code.bits, [&](std::uint32_t i) { return code.word(i); }, put);
      t.sync_block();  // the buffer is full before any thread copies it
      if (first + k < words) t.store(slot + first + k, shared.words[k]);
      first += max_threads;
      if (first >= words) return;
      shared.words[k] = 0;
      t.sync_block();  // the buffer is 0 again before any thread writes to it
    }
  }
};

}  // namespace codag::vle
