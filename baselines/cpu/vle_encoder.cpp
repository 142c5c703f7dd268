#include "baselines/cpu/vle_encoder.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

#include "baselines/cpu/cores_parameter.hpp"
#include "codag/codec/vle/encoder.hpp"
#include "codag/core_count.hpp"
#include "codag/parallel_for.hpp"

namespace codag::baselines {
namespace {

/// What each core encodes: consecutive values, which begin anywhere in a word of the stream.
struct value_range {
  std::span<const std::byte> values;
  std::uint64_t bits = 0;   ///< of its codewords
  std::uint64_t begin = 0;  ///< in the stream
  std::uint32_t head = 0;   ///< its bits in a word that the range before it has begun
};

class vle_column {
 public:
  vle_column(std::span<const std::byte> values, unsigned cores)
      : lengths_(vle::lengths_for(vle::count_symbols(values))),
        book_(vle::codebook_of(lengths_)),
        ranges_(cores) {
    for (std::size_t i = 0; i < ranges_.size(); ++i) {
      const std::size_t begin = values.size() * i / cores, end = values.size() * (i + 1) / cores;
      ranges_[i].values = values.subspan(begin, end - begin);
    }
    out_.resize(vle::chunk_bytes_of(vle::code_bits(values, book_)));
  }

  std::span<const std::byte> encode() {
    std::memcpy(out_.data(), lengths_.data(), vle::header_bytes);
    const auto words = std::span(out_).subspan(vle::header_bytes);
    // A single range begins at 0, so its size need not be known first.
    if (ranges_.size() > 1) place_ranges();
    parallel_for(ranges_.size(), static_cast<unsigned>(ranges_.size()), [&](std::size_t i) {
      ranges_[i].head = vle::put_codewords(ranges_[i].values, book_, ranges_[i].begin, words);
    });
    for (const value_range& range : ranges_) add_head(range, words);
    return out_;
  }

 private:
  void place_ranges() {
    parallel_for(ranges_.size(), static_cast<unsigned>(ranges_.size()), [&](std::size_t i) {
      ranges_[i].bits = vle::code_bits(ranges_[i].values, book_);
    });
    std::uint64_t begin = 0;
    for (value_range& range : ranges_) {
      range.begin = begin;
      begin += range.bits;
    }
  }

  static void add_head(const value_range& range, std::span<std::byte> words) {
    if (range.head == 0) return;
    std::uint32_t word = 0;
    std::byte* const at = words.data() + range.begin / 32 * vle::word_bytes;
    std::memcpy(&word, at, sizeof word);
    word |= range.head;
    std::memcpy(at, &word, sizeof word);
  }

  vle::code_lengths lengths_;
  vle::codebook book_;
  std::vector<value_range> ranges_;
  std::vector<std::byte> out_;
};

}  // namespace

repeated_encoding encode_vle(std::span<const std::byte> values,
                             std::span<const std::uint64_t> parameters) {
  const bool all = on_all_cores(parameters);
  // A range has at least one word, so that no word has bits of more than two ranges.
  const std::size_t most = std::max<std::size_t>(values.size() / 32, 1);
  const auto cores = static_cast<unsigned>(all ? std::min<std::size_t>(core_count(), most) : 1);
  return [column = std::make_shared<vle_column>(values, cores)] { return column->encode(); };
}

}  // namespace codag::baselines
