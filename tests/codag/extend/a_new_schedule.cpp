// docs/adding.md, second half: a schedule is a kernel over any decoder. It brings the streams.
#include <gtest/gtest.h>

#include <array>
#include <span>

#include "codag/codec/codec.hpp"
#include "codag/schedule/decoder.hpp"
#include "harness/kernels/decode_kernels.hpp"
#include "tests/support/columns.hpp"
#include "tests/support/decode_on_host.hpp"

namespace codag {
namespace {

// "thread_per_chunk": each thread decompresses a chunk alone.

/// The source of its input_stream: words straight from global memory.
template <class Thread>
class direct_input {
 public:
  CODAG_DEVICE direct_input(const Thread& t, const compressed_words& words)
      : thread_(t), words_(words), taken_(words.first()) {}
  CODAG_DEVICE std::uint32_t next_word() {
    const std::uint32_t index = taken_++;
    return index < words_.end() ? words_.load(thread_, index) : 0;
  }
  CODAG_DEVICE std::uint32_t taken() const { return taken_; }
  CODAG_DEVICE std::uint32_t begin_bit() const { return words_.begin_bit(); }
  CODAG_DEVICE std::uint32_t end_bit() const { return words_.end_bit(); }

 private:
  const Thread& thread_;
  compressed_words words_;
  std::uint32_t taken_;
};

/// Its output stream: one thread writes every element at once, so there is nothing to finish.
template <class Thread, class Element>
class lone_output {
 public:
  CODAG_DEVICE lone_output(const Thread& t, Element* out, std::uint32_t elements)
      : thread_(t), at_(out), end_(out + elements) {}
  CODAG_DEVICE std::uint32_t begin_symbol() const {
    return static_cast<std::uint32_t>((end_ - at_) * static_cast<std::ptrdiff_t>(sizeof(Element)));
  }
  template <class T>
  CODAG_DEVICE bool begin_literals(std::uint32_t count) const {
    return has_room(count);
  }
  CODAG_DEVICE void write_value(Element value) { thread_.store(at_++, value); }
  CODAG_DEVICE void write_values(const Element (&values)[4], std::uint32_t which) {
    for (unsigned k = 0; k < 4; ++k)
      if ((which >> (8 * k + 7) & 1) != 0) write_value(values[k]);
  }
  CODAG_DEVICE bool write_run(Element init, std::uint32_t length, Element delta) {
    if (!has_room(length)) return false;
    for (; length > 0; --length, init = static_cast<Element>(init + delta)) write_value(init);
    return true;
  }

 private:
  [[nodiscard]] CODAG_DEVICE bool has_room(std::uint32_t elements) const {
    return elements <= static_cast<std::uint32_t>(end_ - at_);
  }

  const Thread& thread_;
  Element *at_, *end_;
};

template <device_decoder Decoder>
struct thread_per_chunk {
  static constexpr const char* name = "thread_per_chunk";
  static constexpr std::array parts{part{"schedule", "thread_per_chunk"},
                                    part{"decoding", "single_thread"}, part{"input_buffer", "none"},
                                    part{"prefetch_warp", "no"}};
  static constexpr unsigned max_threads = 64;
  static constexpr unsigned min_blocks = 1;
  using element = typename Decoder::element;
  struct shared_storage {
    typename Decoder::scratch scratch[max_threads];
  };

  device_column column;

  // A launch has nothing to choose, but reports say how many warps a block has.
  static constexpr unsigned warps = max_threads / simt::warp_size;
  static constexpr std::array parameters{warps_per_block_parameter(warps, warps, warps)};
  static_assert(well_declared(parameters));

  static constexpr thread_per_chunk with(const device_column& column,
                                         std::span<const std::uint64_t> /*values*/) {
    return {column};
  }

  [[nodiscard]] constexpr simt::launch_shape shape() const {
    return {(column.chunk_count + max_threads - 1) / max_threads, max_threads};
  }

  template <class Thread>
  CODAG_DEVICE void operator()(const Thread& t, shared_storage& shared) const {
    const std::uint32_t index = t.block() * max_threads + t.thread_index();
    if (index >= column.chunk_count) return;
    chunk c;
    status result = status::bad_chunk_table;
    if (load_chunk_of<Decoder>(t, column, index, c) && c.out_offset % sizeof(element) == 0) {
      direct_input source(t, compressed_words(column.in + c.in_offset, c.in_bytes));
      input_stream<decltype(source), Decoder::looks_ahead> in(source);
      lone_output<Thread, element> out(t, reinterpret_cast<element*>(column.out + c.out_offset),
                                       c.out_bytes / static_cast<std::uint32_t>(sizeof(element)));
      static_assert(input_for<decltype(in), Decoder> && output_for<decltype(out), Decoder>);
      result = Decoder::decode(lone_thread{}, in, out, shared.scratch[t.thread_index()]);
    }
    t.store(column.statuses + index, result);
  }
};

// What goes into harness/kernels/decode_kernels.hpp, with its name in decode_kernels.cmake.
struct thread_schedule {
  template <class Codec, class T>
  using kernel = thread_per_chunk<typename Codec::template decoder<T>>;
};
template <class T>
using thread_kernel = harness::kernel_of<harness::rle_v1_codec, thread_schedule, T>;
static_assert(harness::declared_variant<thread_kernel<int>> &&
              single_kernel<thread_kernel<int>, device_column>);

TEST(a_new_schedule, runs_a_codec_that_knows_nothing_of_it) {
  for (const element_type type : {element_type::int8, element_type::uint32, element_type::int64})
    with_element(rle_v1::element_types{}, type, [&]<class T>() {
      for (const auto& column : test::adversarial_columns(type, 5000, 7)) {
        const chunked_column c =
            compress(*find_codec("rle_v1"), column.bytes, type, 256);  // more than a block
        const auto d = test::decode<thread_kernel<T>>(c.bytes, c.chunks, column.bytes.size());
        EXPECT_EQ(d.statuses, std::vector<status>(c.chunks.size(), status::ok)) << column.name;
        EXPECT_EQ(d.out, column.bytes) << column.name << " of " << to_string(type);
      }
    });
}

TEST(a_new_schedule, shows_in_the_counts) {
  // The lanes of a warp write to different chunks, so a store reaches many more sectors.
  const auto column = test::adversarial_columns(element_type::uint32, 32768, 5).back();
  const chunked_column c =
      compress(*find_codec("rle_v1"), column.bytes, element_type::uint32, 16384);
  const auto thread =
      test::decode<thread_kernel<std::uint32_t>>(c.bytes, c.chunks, column.bytes.size());
  using warp_kernel = harness::kernel_of<harness::rle_v1_codec,
                                         harness::warp_per_chunk_all_threads_shared, std::uint32_t>;
  const auto warp = test::decode<warp_kernel>(c.bytes, c.chunks, column.bytes.size());
  EXPECT_EQ(thread.out, warp.out);
  EXPECT_EQ(thread.counts.warp_barriers, 0u) << "no thread waits for another";
  EXPECT_GT(thread.counts.store_sectors, 2 * warp.counts.store_sectors);
}

}  // namespace
}  // namespace codag
