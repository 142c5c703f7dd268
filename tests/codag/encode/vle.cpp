// The vle encoders: on every column each writes the reference encoder's bytes, and a column that it
// cannot encode ends in a status, with nothing written outside its room.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "codag/codec/vle/encoder.hpp"
#include "codag/encode/vle/variants.hpp"
#include "codag/simt/host/global_memory.hpp"
#include "harness/kernels/registry.hpp"
#include "tests/support/encode_on_host.hpp"
#include "tests/support/kinds/columns_to_encode.hpp"
#include "tests/support/kinds/kinds_met.hpp"
#include "tests/support/registered_kernels.hpp"

namespace codag::vle {
namespace {

using bytes = std::vector<std::byte>;
using simt::host::lane_order;
using simt::host::launch_options;

bytes reference(const bytes& raw) {
  bytes out;
  encode(raw, element_type::uint8, out);
  return out;
}

void expect_reference(const harness::encode_kernel& row, const parameter_values& values,
                      const bytes& raw, const launch_options& options = {}) {
  const bytes expected = reference(raw);
  const auto room = static_cast<std::uint32_t>(expected.size());
  ASSERT_TRUE(test::wrote(test::encode_on_host(row, values, raw, {room}, options), expected));
}

TEST(vle_encoders, all_are_registered) {
  std::vector<std::string_view> names;
  for (const auto& row : test::vle_encoders()) names.push_back(row.facts.variant);
  EXPECT_EQ(names, (std::vector<std::string_view>{"cuvle", "pavle", "pavle_tuned", "vle_merge",
                                                  "vle_lookback"}));
}

TEST(vle_encoders, write_the_references_bytes) {
  for (const auto& row : test::vle_encoders())
    for (const bytes& column : test::vle_columns()) {
      SCOPED_TRACE(test::label(row, {}) + ", " + std::to_string(column.size()) + " bytes");
      expect_reference(row, standard_values(row.facts.parameters), column);
      if (HasFatalFailure()) return;
    }
}

TEST(vle_encoders, write_the_references_bytes_whatever_the_parameters) {
  const bytes column = test::random_column(9001, 5, 3);
  for (const auto& row : test::vle_encoders())
    for (const parameter_values& values : test::encoder_values(row)) {
      SCOPED_TRACE(test::label(row, values));
      expect_reference(row, values, column);
      if (HasFatalFailure()) return;
    }
}

TEST(vle_encoders, do_not_depend_on_the_order_of_lanes) {
  const bytes column = test::random_column(9001, 2, 4);
  for (const auto& row : test::vle_encoders())
    for (const lane_order& order : {lane_order::descending(), lane_order::seeded(5)}) {
      SCOPED_TRACE(test::label(row, {}));
      parameter_values values = standard_values(row.facts.parameters);
      expect_reference(row, values, column, {.order = order});
      if (HasFatalFailure()) return;
    }
}

TEST(vle_encoders, write_every_kind_of_codeword_in_every_lane_order) {
  for (const auto& row : test::vle_encoders()) {
    test::kinds_met met("vle", element_type::uint8);
    for (const auto& [raw, code, expected] : test::columns_of_every_codeword()) {
      const auto give = [&](const workspace& work) {
        if (code) *work.code() = *code;
      };
      const auto room = static_cast<std::uint32_t>(expected.size());
      for (const lane_order& order :
           {lane_order::ascending(), lane_order::descending(), lane_order::seeded(6)})
        EXPECT_TRUE(test::wrote(test::encode_on_host(row, standard_values(row.facts.parameters),
                                                     raw, {room}, {.order = order}, give),
                                expected))
            << test::label(row, {}) << ", " << raw.size() << " bytes";
      met.note(expected, raw.size());
    }
    EXPECT_TRUE(met.every_kind()) << test::label(row, {});
  }
}

// Blocks wait for each other, so they must get on with one block at a time, and with many.
TEST(vle_encoders, do_not_depend_on_how_many_blocks_run_at_once) {
  const bytes column = test::random_column(60'000, 2, 5);
  for (const auto& row : test::vle_encoders())
    for (const unsigned workers : {1u, 3u, 16u}) {
      SCOPED_TRACE(test::label(row, {}) + ", " + std::to_string(workers) + " workers");
      expect_reference(row, standard_values(row.facts.parameters), column, {.workers = workers});
      if (HasFatalFailure()) return;
    }
}

TEST(vle_encoders, do_not_depend_on_a_limit_on_blocks) {
  const bytes column = test::random_column(60'000, 2, 5);
  for (const auto& row : test::vle_encoders())
    for (std::size_t i = 0; i < row.facts.parameters.size(); ++i) {
      if (row.facts.parameters[i].key != "resident_blocks") continue;
      parameter_values values = standard_values(row.facts.parameters);
      for (values[i] = 1; values[i] < 6; ++values[i]) {
        SCOPED_TRACE(test::label(row, values));
        expect_reference(row, values, column);
        if (HasFatalFailure()) return;
      }
    }
}

// The longest codewords are written with all parameters, shorter ones with about a quarter of them:
// the parameters say where codewords are written, whatever their length. vle_lookback has one table
// for short codes and one for long ones, so it takes all parameters with each.
TEST(vle_encoders, take_codewords_of_up_to_32_bits) {
  for (unsigned k = 0; k < std::size(test::longest_codewords); ++k) {
    const unsigned longest = test::longest_codewords[k];
    const bytes column = test::column_of_code_up_to(longest);
    const given_code code = test::given(test::code_up_to(longest), column);
    ASSERT_EQ(code.longest, longest);
    const bytes expected = test::encoded_with(code.book, column);
    const auto room = static_cast<std::uint32_t>(expected.size());
    for (const auto& row : test::vle_encoders())
      for (unsigned n = 0; const parameter_values& values : test::encoder_values(row)) {
        if (!test::is_given_its_code(values)) continue;
        const bool in_turn = (k + n + n / 4 + n / 16) % 4 == 0;
        ++n;
        if (longest < max_code_bits && row.facts.variant != "vle_lookback" && !in_turn) continue;
        SCOPED_TRACE(test::label(row, values) + ", up to " + std::to_string(longest));
        ASSERT_TRUE(
            test::wrote(test::encode_on_host(row, values, column, {room}, {},
                                             [&](const workspace& work) { *work.code() = code; }),
                        expected));
      }
  }
}

TEST(vle_encoders, join_the_codewords_of_threads_with_few_bits) {
  for (const unsigned longest : test::longest_of_few_bits)
    for (const std::size_t size : test::sizes_of_few_bits) {
      const bytes column = test::column_of_few_bits(longest, size);
      const given_code code = test::given(test::code_up_to(longest), column);
      const bytes expected = test::encoded_with(code.book, column);
      const auto room = static_cast<std::uint32_t>(expected.size());
      for (const auto& row : test::vle_encoders()) {
        SCOPED_TRACE(test::label(row, {}) + ", " + std::to_string(size) + " symbols of up to " +
                     std::to_string(longest) + " bits");
        ASSERT_TRUE(test::wrote(
            test::encode_on_host(row, standard_values(row.facts.parameters), column, {room}, {},
                                 [&](const workspace& work) { *work.code() = code; }),
            expected));
      }
    }
}

/// Every encoder says that a symbol of the column has no codeword, in a room that is large enough.
void expect_symbols_refused(const given_code& code, const bytes& column) {
  for (const auto& row : test::vle_encoders()) {
    SCOPED_TRACE(test::label(row, {}));
    const test::encoded e =
        test::encode_on_host(row, standard_values(row.facts.parameters), column, {80'000}, {},
                             [&](const workspace& work) { *work.code() = code; });
    EXPECT_TRUE(test::refused(e, status::malformed_symbol, 80'000));
  }
}

TEST(vle_encoders, refuse_a_symbol_without_a_codeword) {
  bytes column = test::random_column(30'000, 0, 6);
  for (std::byte& b : column) b &= std::byte{31};
  for (const std::size_t place : {std::size_t{0}, std::size_t{12'345}, column.size() - 1}) {
    bytes wrong = column;
    wrong[place] = std::byte{200};
    const given_code code = test::given(test::code_of_32_symbols(), wrong);
    SCOPED_TRACE("at " + std::to_string(place));
    expect_symbols_refused(code, wrong);
  }
}

TEST(vle_encoders, refuse_a_room_that_is_too_small) {
  // Several segments of most variants. The longest segments would take 64 KiB.
  const bytes column = test::random_column(9001, 0, 7);
  const auto needed = static_cast<std::uint32_t>(reference(column).size());
  for (const auto& row : test::vle_encoders())
    for (const std::uint32_t room : {0u, 100u, header_bytes, needed / 2 / 4 * 4, needed - 4})
      for (parameter_values values : test::encoder_values(row)) {
        if (values.size() > 1 && values[1] == 64) continue;  // half of them are enough
        // Which stages are timed matters where the last stage meets the end of the room.
        if (values.back() != row.facts.parameters.back().least && room != needed - 4) continue;
        SCOPED_TRACE(test::label(row, values) + ", " + std::to_string(room) + " bytes");
        ASSERT_TRUE(test::refused(test::encode_on_host(row, values, column, {room}),
                                  status::output_overflow, room));
      }
}

// Each of vle_lookback's tables says it in its own way. Many in a row must not cancel each other.
TEST(vle_encoders, refuse_symbols_without_codewords_whatever_the_code) {
  for (const unsigned longest : test::longest_codewords)
    for (const std::size_t count : {std::size_t{1}, std::size_t{2}, std::size_t{64}}) {
      bytes wrong = test::column_of_code_up_to(longest);
      std::fill_n(wrong.begin() + 9000, count, std::byte{200});
      const given_code code = test::given(test::code_up_to(longest), wrong);
      SCOPED_TRACE("up to " + std::to_string(longest));
      expect_symbols_refused(code, wrong);
    }
}

// What the chunk table says of the room is wrong: it is not aligned, or not inside the buffer.
TEST(vle_encoders, refuse_a_room_that_is_none) {
  const bytes column = test::random_column(300, 0, 8);
  for (const auto& row : test::vle_encoders())
    for (const std::uint64_t offset : {std::uint64_t{4}, std::uint64_t{test::room_offset + 80},
                                       std::uint64_t{1} << 40, ~std::uint64_t{15}}) {
      SCOPED_TRACE(test::label(row, {}) + ", at " + std::to_string(offset));
      const test::encoded e =
          test::encode_on_host(row, standard_values(row.facts.parameters), column, {2000, offset});
      EXPECT_TRUE(test::refused(e, status::output_overflow, 0)) << "nothing is written at all";
    }
}

TEST(vle_encoders, leave_other_jobs_than_those_of_one_chunk_alone) {
  for (const auto& row : test::vle_encoders())
    for (const std::uint32_t chunks : {0u, 2u}) {
      const auto in = simt::host::to_global<std::byte>(bytes(100));
      simt::host::global_vector<std::byte> room(2000, test::poison);
      simt::host::global_vector<chunk> table(2, chunk{0, 0, 1000, 50});
      simt::host::global_vector<std::uint32_t> sizes(2, 77);
      simt::host::global_vector<status> statuses(2, status::not_decoded);
      const device_encoding job{in.data(),    in.size(), room.data(),  room.size(),
                                table.data(), chunks,    sizes.data(), statuses.data()};
      const parameter_values values = standard_values(row.facts.parameters);
      simt::host::global_vector<std::byte> memory(row.workspace_bytes(job, values));
      for (const phase p : {phase::before, phase::timed, phase::after})
        row.run(job, {element_type::uint8, values, memory.data(), p}, {});
      EXPECT_EQ(statuses[0], status::not_decoded) << test::label(row, {});
      EXPECT_EQ(sizes[0], 77u);
    }
}

TEST(vle_encoders, write_a_header_for_a_column_without_values) {
  for (const auto& row : test::vle_encoders()) {
    SCOPED_TRACE(test::label(row, {}));
    expect_reference(row, standard_values(row.facts.parameters), {});
  }
}

/// A column and what an encoder is given besides it, on the host backend.
struct job_on_host {
  explicit job_on_host(const bytes& column)
      : in(simt::host::to_global<std::byte>(column)),
        room(200'000),
        entry{0, 0, 200'000, static_cast<std::uint32_t>(column.size())},
        chunks(simt::host::to_global(std::span(&entry, 1))),
        size(1),
        result(1),
        job{in.data(),     in.size(), room.data(), room.size(),
            chunks.data(), 1,         size.data(), result.data()} {}

  simt::host::global_vector<std::byte> in, room;
  const chunk entry;
  simt::host::global_vector<chunk> chunks;
  simt::host::global_vector<std::uint32_t> size;
  simt::host::global_vector<status> result;
  device_encoding job;
};

using kernel_blocks = std::vector<std::pair<std::string_view, unsigned>>;

/// The blocks of each kernel of a launch, in place of running it.
struct recorded_blocks {
  kernel_blocks kernels;

  template <class Kernel>
  static unsigned resident_blocks(const Kernel& /*kernel*/) {
    return 40;
  }
  template <class Kernel>
  void operator()(const Kernel& kernel) {
    kernels.emplace_back(Kernel::name, kernel.shape().blocks);
  }
};

/// What a timed launch over 64 KiB consists of, with the standard values but for these.
template <class Variant>
kernel_blocks timed_kernels(const std::vector<std::pair<std::string_view, std::uint64_t>>& chosen) {
  const job_on_host on(bytes(65'536));
  parameter_values values = standard_values(Variant::parameters);
  for (const auto& [key, value] : chosen)
    for (std::size_t i = 0; i < values.size(); ++i)
      if (Variant::parameters[i].key == key) values[i] = value;
  simt::host::global_vector<std::byte> memory(Variant::workspace_bytes(on.job, values));
  recorded_blocks run;
  Variant::run_kernels(on.job, {element_type::uint8, values, memory.data(), phase::timed}, run);
  return run.kernels;
}

TEST(vle_encoders, limit_the_blocks_of_every_kernel_that_encodes) {
  EXPECT_EQ(timed_kernels<cuvle>({}),
            (kernel_blocks{{"vle_reset_segments", 40}, {"vle_segments", 40}}));
  EXPECT_EQ(timed_kernels<cuvle>({{"resident_blocks", 3}}),
            (kernel_blocks{{"vle_reset_segments", 3}, {"vle_segments", 3}}));
  EXPECT_EQ(timed_kernels<cuvle>({{"resident_blocks", 41}}),
            (kernel_blocks{{"vle_reset_segments", 40}, {"vle_segments", 40}}));
  EXPECT_EQ(timed_kernels<cuvle>({{"grid", 1}}),
            (kernel_blocks{{"vle_reset_segments", 40}, {"vle_segments", 4}}));
  EXPECT_EQ(timed_kernels<cuvle>({{"grid", 1}, {"resident_blocks", 2}}),
            (kernel_blocks{{"vle_reset_segments", 2}, {"vle_segments", 2}}));
  EXPECT_EQ(timed_kernels<pavle_tuned>({{"resident_blocks", 2}}),
            (kernel_blocks{{"vle_reset_segments", 2},
                           {"vle_segments", 2},
                           {"vle_place_segments", 1},
                           {"vle_compact_segments", 2}}));
  EXPECT_EQ(timed_kernels<pavle>({{"resident_blocks", 1}}),
            (kernel_blocks{{"vle_reset_segments", 1},
                           {"vle_pavle", 1},
                           {"vle_place_segments", 1},
                           {"vle_clear_stream", 1},
                           {"vle_pack_segments", 1}}));
}

// The published geometry: 256 threads take a word each, and a thread moves the segment.
TEST(vle_encoders, pavle_has_a_block_per_kib_and_a_thread_per_segment) {
  EXPECT_EQ(timed_kernels<pavle>({}), (kernel_blocks{{"vle_reset_segments", 40},
                                                     {"vle_pavle", 64},
                                                     {"vle_place_segments", 1},
                                                     {"vle_clear_stream", 40},
                                                     {"vle_pack_segments", 2}}));
  EXPECT_EQ(timed_kernels<pavle>({{"timed", 2}}),
            (kernel_blocks{{"vle_reset_segments", 40}, {"vle_pavle", 64}}))
      << "the kernel without its compaction";
}

// Section III-E: each thread ORs two words atomically, or only the first and the last thread of a
// warp one each.
TEST(vle_encoders, cuvle_has_two_atomics_per_thread_or_per_warp) {
  const auto& rows = test::vle_encoders();
  const auto row = std::ranges::find(rows, "cuvle", [](const auto& r) { return r.facts.variant; });
  ASSERT_NE(row, rows.end());
  constexpr unsigned segments = 3, threads = 256;  // of 16 KiB
  const job_on_host on(test::random_column(segments * threads * 64, 1, 8));
  const auto atomics = [&](std::uint64_t per_warp) {
    parameter_values values = standard_values(cuvle::parameters);
    values[5] = per_warp;
    simt::host::global_vector<std::byte> memory(row->workspace_bytes(on.job, values));
    const auto run = [&](phase p) {
      return row->run(on.job, {element_type::uint8, values, memory.data(), p}, {});
    };
    run(phase::before);
    return run(phase::timed).atomics;
  };
  EXPECT_EQ(atomics(0) - atomics(1), segments * (2 * threads - 2 * threads / simt::warp_size));
}

TEST(vle_encoders, cuvle_takes_two_atomics_per_warp_if_each_thread_fills_a_word) {
  parameter_values values = standard_values(cuvle::parameters);
  for (const std::uint64_t words : {4, 8})
    for (const std::uint64_t per_warp : {0, 1}) {
      values[0] = words;
      values[5] = per_warp;
      EXPECT_EQ(cuvle::why_not(values).empty(), per_warp == 0 || words == 8);
    }
}

TEST(vle_encoders, count_the_same_in_every_run) {
  const job_on_host on(test::random_column(30'000, 1, 8));
  for (const auto& row : test::vle_encoders()) {
    SCOPED_TRACE(test::label(row, {}));
    const parameter_values values = standard_values(row.facts.parameters);
    simt::host::global_vector<std::byte> memory(row.workspace_bytes(on.job, values));
    const auto run = [&](phase p, unsigned workers) {
      return row.run(on.job, {element_type::uint8, values, memory.data(), p}, {.workers = workers});
    };
    run(phase::before, 2);
    const simt::host::counts once = run(phase::timed, 1);
    EXPECT_GT(once.store_lanes, 0u);
    EXPECT_EQ(run(phase::timed, 4), once);
  }
}

}  // namespace
}  // namespace codag::vle
