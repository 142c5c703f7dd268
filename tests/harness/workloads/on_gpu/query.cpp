// Star queries on the GPU: every kernel finds the sums, also with columns that come piece by piece,
// and verify() refuses what is wrong. The tests are skipped where there is no GPU.
#include <gtest/gtest.h>

#include "harness/measure/gpu/gpu.hpp"
#include "harness/measure/transfer/transfer.hpp"
#include "harness/workloads/workloads.hpp"
#include "tests/support/kinds/kinds_met.hpp"
#include "tests/support/kinds/stars_of_every_kind.hpp"
#include "tests/support/registered_kernels.hpp"
#include "tests/support/star_on_host.hpp"

namespace codag::harness::cuda {
namespace {

/// A query with what it refers to.
struct whole_query {
  explicit whole_query(const test::star& s, std::uint32_t chunk_bytes = 4096) : star(s) {
    for (const std::uint64_t sum : test::answer_of(s))
      expected.push_back(static_cast<std::int64_t>(sum));
    for (const test::star_step& step : star.steps)
      columns.push_back(compress(*find_codec(step.codec), std::as_bytes(std::span(step.values)),
                                 element_type::int32, chunk_bytes));
  }
  [[nodiscard]] query_input input() const {
    query_input made{.steps = {},
                     .dimensions = {},
                     .rows = star.steps.front().values.size(),
                     .expected = expected};
    for (std::size_t i = 0; i < star.steps.size(); ++i) {
      const test::star_step& step = star.steps[i];
      made.steps.push_back({"column", step.does, step.in, step.dimension, step.codec, &columns[i]});
    }
    for (const test::star_dimension& d : star.dimensions)
      made.dimensions.push_back({d.keys, d.where, d.group, d.in, d.group_least, d.group_stride,
                                 d.first_key, d.key_count});
    return made;
  }
  test::star star;
  std::vector<chunked_column> columns;
  std::vector<std::int64_t> expected;
};

/// Whether there is a kernel on the GPU, without parameters, that runs queries of any steps.
bool runs_any_steps(const query_kernel& row) {
  return row.cuda.launch != nullptr && row.facts.parameters.empty() &&
         row.facts.variant != "tile/compiled";
}

class query_on_gpu : public testing::Test {
 protected:
  void SetUp() override {
    if (const auto why = why_no_gpu()) GTEST_SKIP() << "no GPU: " << *why;
  }
};

TEST_F(query_on_gpu, every_kernel_finds_the_sums) {
  unsigned seed = 0;
  for (const query_kernel& row : query_kernels()) {
    if (!runs_any_steps(row)) continue;
    std::vector<std::string_view> codecs = {row.facts.codec};
    if (row.facts.codec == "gpu_star") codecs = {"gpu_for", "gpu_dfor", "gpu_rfor", "none"};
    for (const std::size_t rows : {1u, 511u, 20'000u})
      for (const bool groups : {true, false}) {
        const whole_query query(test::random_star(rows, ++seed, codecs, groups));
        const auto whole = make_query(query.input(), row, {});
        EXPECT_TRUE(whole->verify().ok) << row.facts.codec << " " << row.facts.variant;
        for (const transfer_spec spec : {transfer_spec{.piece_bytes = 4096, .streams = 1},
                                         transfer_spec{.piece_bytes = 100'000, .streams = 3}}) {
          const auto transfer = whole->transfer(spec);
          transfer->choose(transfer_run::in);
          const verification v = transfer->verify();
          EXPECT_TRUE(v.ok) << row.facts.variant << ", " << spec.piece_bytes << ": " << v.reason;
        }
        EXPECT_TRUE(whole->verify().ok) << "the columns are on the GPU again";
      }
  }
}

TEST_F(query_on_gpu, the_sums_are_right_over_every_kind_of_block) {
  for (const char* codec : {"gpu_for", "gpu_dfor", "gpu_rfor"}) {
    test::kinds_met met(codec, element_type::int32);
    for (const test::star& s : test::stars_of_every_kind(codec)) {
      const whole_query query(s, test::star_chunk_bytes);
      met.note(query.columns[0].bytes, query.columns[0].chunks);
      for (const query_kernel& row : query_kernels()) {
        if (!runs_any_steps(row) || row.facts.codec != "gpu_star") continue;
        EXPECT_TRUE(make_query(query.input(), row, {})->verify().ok)
            << codec << ", " << row.facts.variant;
      }
    }
    EXPECT_TRUE(met.every_kind());
  }
}

TEST_F(query_on_gpu, compiled_kernels_find_the_sums_of_their_queries) {
  constexpr std::uint32_t tile_of_any_depth = 16 * 1024;  // bytes: 32 blocks of 128 rows
  for (const query_kernel& row : query_kernels()) {
    if (row.cuda.launch == nullptr || row.facts.variant != "tile/compiled") continue;
    const bool mixed = row.facts.codec == "gpu_star";
    for (const unsigned flight : {1u, 2u, 4u}) {
      whole_query query(
          test::star_of_flight(flight, 20'000, flight, mixed ? "gpu_rfor" : row.facts.codec,
                               mixed ? "gpu_for" : row.facts.codec),
          tile_of_any_depth);
      for (const parameter_values& values : test::all_powers(row.facts.parameters)) {
        EXPECT_TRUE(make_query(query.input(), row, values)->verify().ok)
            << row.facts.codec << ", flight " << flight << ", " << testing::PrintToString(values);
        query.expected[0] += 1;
        EXPECT_FALSE(make_query(query.input(), row, values)->verify().ok);
        query.expected[0] -= 1;
      }
    }
  }
}

TEST_F(query_on_gpu, a_wrong_sum_and_a_damaged_column_are_refused) {
  for (const query_kernel& row : query_kernels()) {
    if (!runs_any_steps(row) || row.facts.codec != "gpu_for") continue;
    whole_query query(test::random_star(5000, 3, {"gpu_for"}));
    query.expected[1] += 1;
    const verification wrong = make_query(query.input(), row, {})->verify();
    EXPECT_FALSE(wrong.ok);
    EXPECT_TRUE(wrong.reason.starts_with("group 1 has the sum ")) << wrong.reason;
    query.columns[0].bytes[query.columns[0].chunks[2].in_offset] ^= std::byte{0xff};
    const verification damaged = make_query(query.input(), row, {})->verify();
    EXPECT_FALSE(damaged.ok);
    EXPECT_TRUE(damaged.reason.starts_with("column: ")) << damaged.reason;
  }
}

TEST_F(query_on_gpu, a_run_of_a_transfer_takes_its_time) {
  for (const query_kernel& row : query_kernels()) {
    if (row.cuda.launch == nullptr || row.facts.variant != "tile") continue;
    const whole_query query(
        test::random_star(20'000, 4, {row.facts.codec == "none" ? "none" : "gpu_for"}));
    const auto whole = make_query(query.input(), row, {});
    const transfer_spec spec{.piece_bytes = 100'000};
    const auto transfer = whole->transfer(spec);
    const transfer_facts facts = measure_transfer(
        *transfer, spec, {.warmup = 0, .min_samples = 2, .max_samples = 2}, "case");
    EXPECT_FALSE(facts.runs.contains(transfer_run::in_out));
    EXPECT_FALSE(facts.not_copied_back.empty());
    for (const transfer_run run : {transfer_run::none, transfer_run::in, transfer_run::copy_in,
                                   transfer_run::decode, transfer_run::link_in})
      EXPECT_GT(facts.runs.at(run).median, 0) << to_string(run);
    EXPECT_TRUE(whole->verify().ok);
  }
}

}  // namespace
}  // namespace codag::harness::cuda
