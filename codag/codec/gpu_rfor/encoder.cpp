#include "codag/codec/bit_packing/block_runs.hpp"
#include "codag/codec/bit_packing/blocks.hpp"
#include "codag/codec/bit_packing/frame.hpp"
#include "codag/codec/gpu_rfor/gpu_rfor.hpp"

namespace codag::gpu_rfor {
namespace {

using namespace bit_packing;

constexpr frame_shape shape{.miniblock_values = miniblock_runs};

/// Appends the starts of frames that follow each other, and where the last one ends.
template <class Stored>
void append_starts(std::span<const frame_header<Stored>> frames,
                   std::span<const std::uint32_t> run_counts, std::vector<std::uint32_t>& starts) {
  std::uint32_t at = starts.empty() ? 0 : starts.back();
  for (std::size_t b = 0; b < frames.size(); ++b) {
    starts.push_back(at);
    at +=
        frame_header_words<Stored> + run_count_words + frames[b].packed_words(run_counts[b], shape);
  }
  starts.push_back(at);
}

/// Writes a frame with its number of runs from word `at` on.
template <class Stored>
void put_runs(std::span<const Stored> of_runs, const frame_header<Stored>& header,
              std::span<std::byte> words, std::size_t at) {
  put_header(header, words, at);
  at += frame_header_words<Stored>;
  store_word(words, at, static_cast<std::uint32_t>(of_runs.size()));
  put_packed(of_runs, header, shape, words, at + run_count_words);
}

template <class Stored>
std::uint64_t encode_as(std::span<const std::byte> raw, element_type type,
                        std::vector<std::byte>& out) {
  const order by = is_signed(type) ? order::as_signed : order::as_unsigned;
  const block_reader<Stored> column(raw, type);
  const auto count = static_cast<std::uint32_t>(column.count());
  const std::size_t blocks = blocks_of(count, block_values);

  std::vector<frame_header<Stored>> value_frames(blocks);
  std::vector<frame_header<std::uint32_t>> length_frames(blocks);
  std::vector<std::uint32_t> run_counts(blocks);
  for_each_block(blocks, [&](std::size_t b) {
    const block_runs<Stored, block_values> runs(column, b);
    value_frames[b] = frame_of(runs.all_values(), by, shape);
    length_frames[b] = frame_of(runs.all_lengths(), order::as_unsigned, shape);
    run_counts[b] = static_cast<std::uint32_t>(runs.count);
  });

  std::vector<std::uint32_t> starts;
  append_starts<Stored>(value_frames, run_counts, starts);
  append_starts<std::uint32_t>(length_frames, run_counts, starts);

  const std::size_t begin = out.size(), data = header_words + starts.size();
  out.resize(begin + 4 * (data + starts.back()));
  const auto words = std::span(out).subspan(begin);
  store_word(words, block_size_word, block_values);
  store_word(words, miniblocks_word, miniblocks);
  store_word(words, count_word, count);
  for (std::size_t i = 0; i < starts.size(); ++i) store_word(words, header_words + i, starts[i]);
  for_each_block(blocks, [&](std::size_t b) {
    const block_runs<Stored, block_values> runs(column, b);
    put_runs(runs.all_values(), value_frames[b], words, data + starts[b]);
    put_runs(runs.all_lengths(), length_frames[b], words, data + starts[blocks + 1 + b]);
  });
  std::uint64_t runs = 0;
  for (const std::uint32_t of_block : run_counts) runs += of_block;
  return runs;
}

}  // namespace

std::uint64_t encode(std::span<const std::byte> raw, element_type type,
                     std::vector<std::byte>& out) {
  return with_stored(type, [&]<class Stored>() { return encode_as<Stored>(raw, type, out); });
}

}  // namespace codag::gpu_rfor
