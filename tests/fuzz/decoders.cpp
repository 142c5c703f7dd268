#include "tests/fuzz/decoders.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "baselines/cpu/deflate_libraries.hpp"
#include "tests/fuzz/fail.hpp"
#include "tests/support/registered_kernels.hpp"
#include "tests/support/sink_on_host.hpp"
#include "tests/support/zlib_inflate.hpp"

namespace codag::fuzz {
namespace {

/// Bytes before a single chunk's output. There are none after it, so that AddressSanitizer sees
/// accesses there.
constexpr std::size_t guard_bytes = 64;

bool points_inside(const chunk& c, std::size_t in_bytes, std::size_t out_bytes) {
  return c.in_offset <= in_bytes && c.in_bytes <= in_bytes - c.in_offset &&
         c.out_offset <= out_bytes && c.out_bytes <= out_bytes - c.out_offset;
}

/// Decodes on allocations of the exact size, which AddressSanitizer guards.
reference_chunk decode_by_reference(const compressed_column& column, const chunk& c) {
  if (!points_inside(c, column.in.size(), column.out_bytes)) return {status::bad_chunk_table, {}};
  const auto begin = column.in.begin() + static_cast<std::ptrdiff_t>(c.in_offset);
  const bytes in(begin, begin + c.in_bytes);
  bytes out(c.out_bytes);
  const status result = column.codec.decode(in, column.type, out);
  return {result, std::move(out)};
}

/// A byte value that no chunk decodes to, if there is one. It marks the bytes that are not written.
std::byte unused_value(const std::vector<reference_chunk>& chunks) {
  std::array<bool, 256> used{};
  for (const auto& c : chunks)
    for (const std::byte b : c.out) used[std::to_integer<std::size_t>(b)] = true;
  const auto unused = std::ranges::find(used, false);
  return static_cast<std::byte>(unused == used.end() ? 0xee : unused - used.begin());
}

/// What the variants' results for a column are compared with.
class column_check {
 public:
  column_check(const compressed_column& column, const std::vector<reference_chunk>& expected)
      : column_(column), expected_(expected), owners_(column.out_bytes) {
    for (std::size_t i = 0; i < expected.size(); ++i)
      for (std::size_t b = 0; b < expected[i].out.size(); ++b)
        ++owners_[column.chunks[i].out_offset + b];
  }

  void check(std::string_view variant, const test::decoded& got, std::byte poison) const {
    const std::string name = std::string(column_.codec.name) + "/" + std::string(variant) + ", " +
                             std::string(to_string(column_.type));
    for (std::size_t i = 0; i < expected_.size(); ++i) check_status(name, i, got.statuses[i]);
    for (std::size_t b = 0; b < owners_.size(); ++b)
      if (owners_[b] == 0 && got.out[b] != poison)
        fail("%s: wrote byte %zu of the output, which belongs to no chunk", name.c_str(), b);
    for (std::size_t i = 0; i < expected_.size(); ++i)
      if (got.statuses[i] == status::ok) check_bytes(name, i, got.out);
  }

 private:
  void check_status(const std::string& name, std::size_t i, status got) const {
    const chunk& c = column_.chunks[i];
    // A schedule may require that a chunk's output is aligned to its elements.
    if (got == status::bad_chunk_table && c.out_offset % size_of(column_.type) != 0) return;
    if (got != expected_[i].result)
      fail("%s: chunk %zu (%u compressed bytes, %u uncompressed): status %s, reference %s",
           name.c_str(), i, c.in_bytes, c.out_bytes, to_string(got),
           to_string(expected_[i].result));
  }

  /// Chunks that overlap may overwrite each other and copy each other's bytes.
  void check_bytes(const std::string& name, std::size_t i, const bytes& out) const {
    const auto begin = static_cast<std::ptrdiff_t>(column_.chunks[i].out_offset);
    const auto size = static_cast<std::ptrdiff_t>(expected_[i].out.size());
    if (std::any_of(owners_.begin() + begin, owners_.begin() + begin + size,
                    [](unsigned n) { return n > 1; }))
      return;
    const auto [mine, theirs] =
        std::mismatch(expected_[i].out.begin(), expected_[i].out.end(), out.begin() + begin);
    if (mine != expected_[i].out.end())
      fail("%s: chunk %zu is ok, but byte %td of %td is %02x, reference %02x", name.c_str(), i,
           mine - expected_[i].out.begin(), size, std::to_integer<unsigned>(*theirs),
           std::to_integer<unsigned>(*mine));
  }

  const compressed_column& column_;
  const std::vector<reference_chunk>& expected_;
  std::vector<unsigned> owners_;  // how many chunks a byte of the output belongs to
};

/// The input determines the lane order, so that a failure repeats.
simt::host::launch_options options_for(const bytes& in) {
  constexpr simt::host::lane_order orders[] = {simt::host::lane_order::ascending(),
                                               simt::host::lane_order::descending(),
                                               simt::host::lane_order::seeded(1)};
  return {.workers = 1, .order = orders[in.size() % std::size(orders)]};
}

/// It also determines how many warps there are, whether a block writes a chunk, and whether it is
/// parsed in two passes.
/// One size in three has idle warps: they find little, and starting them takes as long as decoding.
parameter_values values_for(const harness::variant_facts& variant, const bytes& in) {
  parameter_values values = test::few_warps(variant);
  const std::size_t choice = in.size() / 3 % 3;  // each with every lane order
  for (std::size_t i = 0; i < values.size(); ++i) {
    const parameter& p = variant.parameters[i];
    if (p.key == "warps_per_block" && choice != 0) values[i] = p.least;
    if (p.key == "warps_per_chunk") values[i] = std::uint64_t{2} << choice;
    if (p.key == "writer") values[i] = choice % p.choices.size();
    if (p.key == "parser") values[i] = in.size() / 9 % p.choices.size();
  }
  return values;
}

/// Ends the program if a kernel whose sink does not store the column, launched on one chunk, gives
/// another status than the reference, or if it writes something wrong for a chunk that is ok.
void check_sink(const harness::column_kernel& kernel, const chunked_column& column,
                const reference_chunk& expected) {
  // A kernel that filters looks at tiles with kept rows only. Half of the inputs keep all rows.
  parameter_values values = standard_values(kernel.facts.parameters);
  const parameter& last = kernel.facts.parameters.back();
  if (last.key == "selectivity" && column.bytes.size() % 2 != 0) values.back() = last.most;
  const test::sink_run got =
      test::run_sink(kernel, column, expected.out, values, options_for(column.bytes));
  const bool looked_at_all =
      !test::skips_tiles(kernel.facts, values) || expected.result == status::ok;
  const std::string name = std::string(kernel.facts.codec) + "/" +
                           std::string(kernel.facts.variant) + ", " +
                           std::string(to_string(column.type));
  if (looked_at_all && got.statuses[0] != expected.result)
    fail("%s: %zu compressed bytes, %zu uncompressed: status %s, reference %s", name.c_str(),
         column.bytes.size(), expected.out.size(), to_string(got.statuses[0]),
         to_string(expected.result));
  if (expected.result == status::ok && !got.wrong.empty())
    fail("%s: the chunk is ok, but %s", name.c_str(), got.wrong.c_str());
}

/// The same for every such kernel of the codec that supports the type.
void check_sinks(const codec& codec, element_type type, std::span<const std::byte> in,
                 const reference_chunk& expected) {
  chunked_column column;
  column.type = type;
  column.bytes.assign(in.begin(), in.end());
  column.raw_bytes = expected.out.size();
  column.chunks = {{0, 0, static_cast<std::uint32_t>(in.size()),
                    static_cast<std::uint32_t>(expected.out.size())}};
  for (const auto& kernel : harness::column_kernels())
    if (kernel.facts.codec == codec.name && kernel.run != nullptr && kernel.check != nullptr &&
        kernel.facts.decodes(type))
      check_sink(kernel, column, expected);
}

}  // namespace

std::vector<reference_chunk> expect_agreement(const compressed_column& column) {
  std::vector<reference_chunk> expected;
  for (const chunk& c : column.chunks) expected.push_back(decode_by_reference(column, c));
  const std::byte poison = unused_value(expected);
  const simt::host::launch_options options = options_for(column.in);
  const column_check check(column, expected);
  for (const auto& kernel : test::kernels_of(column.codec.name))
    if (kernel.facts.decodes(column.type))
      check.check(kernel.facts.variant,
                  test::decode(kernel, column.type, column.in, column.chunks, column.out_bytes,
                               poison, values_for(kernel.facts, column.in), options),
                  poison);
  return expected;
}

reference_chunk expect_agreement(const codec& codec, element_type type,
                                 std::span<const std::byte> in, std::uint32_t out_bytes,
                                 unsigned misaligned) {
  const std::size_t out_offset = guard_bytes + misaligned * size_of(type);
  compressed_column column{
      .codec = codec,
      .type = type,
      .in = bytes(misaligned, std::byte{0xff}),
      .chunks = {{misaligned, out_offset, static_cast<std::uint32_t>(in.size()), out_bytes}},
      .out_bytes = out_offset + out_bytes};
  column.in.insert(column.in.end(), in.begin(), in.end());
  reference_chunk expected = std::move(expect_agreement(column).front());
  check_sinks(codec, type, in, expected);
  return expected;
}

void expect_agreement_with_libraries(std::span<const std::byte> in, std::uint32_t out_bytes,
                                     unsigned misaligned) {
  const reference_chunk reference =
      expect_agreement(*find_codec("deflate"), element_type::uint8, in, out_bytes, misaligned);
  const test::inflated by_zlib = test::zlib_inflate(in, out_bytes);
  const bool zlib_ok =
      by_zlib.result == Z_STREAM_END && by_zlib.out.size() == out_bytes && by_zlib.input_left == 0;
  if (zlib_ok != (reference.result == status::ok))
    fail("deflate, %zu compressed bytes, %u uncompressed: reference %s, zlib's inflate %s (%d)",
         in.size(), out_bytes, to_string(reference.result), zlib_ok ? "ok" : "refuses",
         by_zlib.result);
  if (zlib_ok && by_zlib.out != reference.out)
    fail("deflate, %zu compressed bytes: both say ok, but zlib's inflate gives different bytes",
         in.size());
#ifdef CODAG_HAVE_LIBDEFLATE
  bytes out(out_bytes);
  const status by_libdeflate = baselines::decode_with_libdeflate(in, element_type::uint8, out);
  const bool libdeflate_ok = by_libdeflate == status::ok;
  if (libdeflate_ok ? reference.result != status::ok && reference.result != status::malformed_symbol
                    : zlib_ok)
    fail("deflate, %zu compressed bytes, %u uncompressed: reference %s, libdeflate %s", in.size(),
         out_bytes, to_string(reference.result), to_string(by_libdeflate));
  if (libdeflate_ok && zlib_ok && out != reference.out)
    fail("deflate, %zu compressed bytes: both say ok, but libdeflate gives different bytes",
         in.size());
#endif
}

}  // namespace codag::fuzz
