// docs/adding.md, first half: a codec is an encoder, a reference decoder and one device decoder. It
// then runs under every schedule.
#include <gtest/gtest.h>

#include <vector>

#include "codag/codec/codec.hpp"
#include "harness/kernels/decode_kernels.hpp"
#include "harness/kernels/run_on_host.hpp"
#include "tests/support/registered_kernels.hpp"

namespace codag {
namespace {

// "pairs" writes each run of equal bytes as two bytes: its length minus 1, and the value. No codec
// is simpler.
namespace pairs {

// It does not look at elements: a column of any type is bytes.
using element_types = every_element_as<std::uint8_t>;

std::uint64_t encode(std::span<const std::byte> raw, element_type, std::vector<std::byte>& out) {
  std::uint64_t symbols = 0;
  for (std::size_t i = 0; i < raw.size(); ++symbols) {
    std::size_t end = i + 1;
    while (end < raw.size() && end - i < 256 && raw[end] == raw[i]) ++end;
    out.push_back(static_cast<std::byte>(end - i - 1));
    out.push_back(raw[i]);
    i = end;
  }
  return symbols;
}

status decode(std::span<const std::byte> in, element_type, std::span<std::byte> out) {
  std::size_t done = 0;
  while (done < out.size()) {
    if (in.size() < 2) return status::truncated_input;
    const std::size_t length = std::to_integer<std::size_t>(in[0]) + 1;
    if (length > out.size() - done) return status::output_overflow;
    std::fill_n(out.begin() + static_cast<std::ptrdiff_t>(done), length, in[1]);
    done += length;
    in = in.subspan(2);
  }
  return in.empty() ? status::ok : status::trailing_input;
}

template <class T>
struct device_decoder {
  using element = std::uint8_t;
  static constexpr std::uint32_t max_symbol_bytes = 2;
  static constexpr std::uint32_t max_symbol_values = 0;  // there are only runs
  static constexpr std::uint32_t max_symbol_units = 1;
  static CODAG_DEVICE constexpr std::uint64_t most_values(std::uint32_t n) {
    return (n / 2 + std::uint64_t{1}) * 256;
  }
  static constexpr bool copies = false;
  static constexpr bool looks_ahead = false;
  struct scratch {};
  using computed_run = void;

  template <class Team, class Input, class Output>
  static CODAG_DEVICE status decode(const Team&, Input& in, Output& out, scratch&) {
    for (std::uint32_t room; (room = out.begin_symbol()) > 0;) {
      const std::uint32_t length = in.fetch_bits(8) + 1;
      const auto value = static_cast<std::uint8_t>(in.fetch_bits(8));
      if (in.overrun()) return status::truncated_input;
      if (length > room) return status::output_overflow;
      out.write_run(value, length, std::uint8_t{0});
    }
    return in.at_end() ? status::ok : status::trailing_input;
  }
};

}  // namespace pairs

// The row for the list in codag/codec/codec.cpp ...
const codec pairs_row{"pairs", pairs::encode, pairs::decode};
// ... and what goes into harness/kernels/decode_kernels.hpp, with its name in decode_kernels.cmake.
struct pairs_codec {
  static constexpr std::string_view name = "pairs";
  using element_types = pairs::element_types;
  template <class T>
  using decoder = pairs::device_decoder<T>;
};

/// What decode_kernels.cmake generates, a file per schedule.
template <class Schedule>
harness::column_kernel row_under() {
  harness::column_kernel kernel = harness::row_of<pairs_codec, Schedule>();
  kernel.run = harness::run_on_host<harness::decode_launch<pairs_codec, Schedule>>();
  return kernel;
}
std::vector<harness::column_kernel> pairs_kernels() {
  return {row_under<harness::warp_per_chunk_all_threads_shared>(),
          row_under<harness::warp_per_chunk_all_threads_registers>(),
          row_under<harness::warp_per_chunk_single_thread_shared>(),
          row_under<harness::warp_per_chunk_single_thread_registers>(),
          row_under<harness::warp_per_chunk_prefetch>(),
          row_under<harness::block_per_chunk>(),
          row_under<harness::block_per_chunk_no_prefetch>()};
}

std::vector<std::byte> stairs() {
  std::vector<std::byte> column;
  for (unsigned step = 0; step < 400; ++step)
    column.insert(column.end(), 1 + step * 7 % 300, static_cast<std::byte>(step));
  return column;
}

TEST(a_new_codec, runs_under_every_schedule) {
  const auto column = stairs();
  const chunked_column c = compress(pairs_row, column, element_type::uint8, 4096);
  EXPECT_LT(c.bytes.size(), column.size() / 50);
  std::vector<std::byte> reference(column.size());
  const auto by_reference = decompress_reference(pairs_row, c, reference);
  EXPECT_EQ(by_reference, std::vector<status>(c.chunks.size(), status::ok));
  EXPECT_EQ(reference, column);
  const auto kernels = pairs_kernels();
  EXPECT_EQ(kernels.size() + 1, test::kernels_of("vle").size())
      << "as many as another codec has, without decoding by lanes";
  for (const auto& kernel : kernels) {
    const auto d = test::decode(kernel, element_type::uint8, c.bytes, c.chunks, column.size());
    EXPECT_EQ(d.statuses, std::vector<status>(c.chunks.size(), status::ok)) << kernel.facts.variant;
    EXPECT_EQ(d.out, column) << kernel.facts.variant;
  }
}

TEST(a_new_codec, refuses_what_its_reference_refuses) {
  const auto column = stairs();
  const chunked_column c = compress(pairs_row, column, element_type::uint8, 1 << 20);
  for (const std::size_t bytes : {std::size_t{0}, std::size_t{1}, c.bytes.size() - 1}) {
    chunk cut = c.chunks[0];
    cut.in_bytes = static_cast<std::uint32_t>(bytes);
    std::vector<std::byte> out(column.size());
    EXPECT_EQ(pairs::decode(std::span(c.bytes).first(bytes), element_type::uint8, out),
              status::truncated_input);
    for (const auto& kernel : pairs_kernels()) {
      const auto d =
          test::decode(kernel, element_type::uint8, c.bytes, std::span(&cut, 1), column.size());
      EXPECT_EQ(d.statuses[0], status::truncated_input) << kernel.facts.variant;
    }
  }
}

}  // namespace
}  // namespace codag
