// The encoders on a GPU write the reference encoder's bytes. The tests are skipped where there is
// no GPU.
#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "codag/codec/vle/vle.hpp"
#include "harness/kernels/registry.hpp"
#include "tests/support/encode_on_host.hpp"
#include "tests/support/kinds/columns_to_encode.hpp"
#include "tests/support/kinds/kinds_met.hpp"
#include "tests/support/on_gpu.cuh"
#include "tests/support/registered_kernels.hpp"

namespace codag {
namespace {

class vle_encoders_on_gpu : public test::on_gpu<> {
 protected:
  /// Encodes into a room of that size, with the code that the encoder builds, or another one.
  void encode(const harness::encode_kernel& row, const parameter_values& values,
              const std::vector<std::byte>& raw, std::uint32_t room, test::encoded& e,
              const vle::given_code* given = nullptr) {
    e.out = test::poisoned_room(room);
    std::byte* const out = upload(e.out);
    auto* const size = upload(std::vector<std::uint32_t>{77});
    auto* const result = upload(std::vector{status::not_decoded});
    const chunk entry{test::room_offset, 0, room, static_cast<std::uint32_t>(raw.size())};
    const device_encoding job{
        upload(raw), raw.size(), out, e.out.size(), upload(std::vector{entry}), 1, size, result};
    std::byte* const workspace = allocate<std::byte>(row.workspace_bytes(job, values));
    for (const phase p : {phase::before, phase::timed, phase::after}) {
      if (p == phase::timed && given != nullptr)
        ASSERT_CUDA(cudaMemcpy(workspace, given, sizeof *given, cudaMemcpyHostToDevice));
      ASSERT_CUDA(static_cast<cudaError_t>(
          row.cuda.launch(job, {element_type::uint8, values, workspace, p}, nullptr)));
    }
    ASSERT_CUDA(cudaDeviceSynchronize());
    ASSERT_CUDA(cudaMemcpy(e.out.data(), out, e.out.size(), cudaMemcpyDeviceToHost));
    ASSERT_CUDA(cudaMemcpy(&e.size, size, sizeof e.size, cudaMemcpyDeviceToHost));
    ASSERT_CUDA(cudaMemcpy(&e.result, result, sizeof e.result, cudaMemcpyDeviceToHost));
  }

  void expect_reference(const harness::encode_kernel& row, const parameter_values& values,
                        const std::vector<std::byte>& raw) {
    SCOPED_TRACE(test::label(row, values) + ", " + std::to_string(raw.size()) + " bytes");
    std::vector<std::byte> expected;
    vle::encode(raw, element_type::uint8, expected);
    test::encoded e;
    encode(row, values, raw, static_cast<std::uint32_t>(expected.size()), e);
    ASSERT_TRUE(test::wrote(e, expected));
  }
};

/// The encoders that this build has for a GPU.
std::vector<harness::encode_kernel> encoders() {
  std::vector<harness::encode_kernel> rows;
  for (const auto& row : harness::encode_kernels())
    if (row.facts.codec == "vle" && row.cuda.launch != nullptr) rows.push_back(row);
  return rows;
}

TEST_F(vle_encoders_on_gpu, write_the_references_bytes) {
  ASSERT_FALSE(encoders().empty());
  for (const auto& row : encoders())
    for (const auto& column : test::vle_columns()) {
      expect_reference(row, standard_values(row.facts.parameters), column);
      if (HasFatalFailure()) return;
    }
}

TEST_F(vle_encoders_on_gpu, write_the_references_bytes_whatever_the_parameters) {
  const auto column = test::random_column(100'000, 5, 3);
  for (const auto& row : encoders())
    for (const parameter_values& values : test::encoder_values(row)) {
      expect_reference(row, values, column);
      if (HasFatalFailure()) return;
    }
}

TEST_F(vle_encoders_on_gpu, write_every_kind_of_codeword) {
  for (const auto& row : encoders()) {
    SCOPED_TRACE(test::label(row, {}));
    test::kinds_met met("vle", element_type::uint8);
    for (const auto& [raw, code, expected] : test::columns_of_every_codeword()) {
      test::encoded e;
      encode(row, standard_values(row.facts.parameters), raw,
             static_cast<std::uint32_t>(expected.size()), e, code ? &*code : nullptr);
      EXPECT_TRUE(test::wrote(e, expected));
      met.note(expected, raw.size());
    }
    EXPECT_TRUE(met.every_kind());
  }
}

// More segments than a GPU holds blocks: the blocks take several tickets each.
TEST_F(vle_encoders_on_gpu, wait_for_each_other_over_many_segments) {
  const auto column = test::random_column(50'000'003, 2, 4);
  for (const auto& row : encoders()) {
    expect_reference(row, standard_values(row.facts.parameters), column);
    if (HasFatalFailure()) return;
  }
}

TEST_F(vle_encoders_on_gpu, write_a_header_for_a_column_without_values) {
  for (const auto& row : encoders())
    expect_reference(row, standard_values(row.facts.parameters), {});
}

TEST_F(vle_encoders_on_gpu, take_codewords_of_up_to_32_bits) {
  for (const unsigned longest : test::longest_codewords) {
    const auto column = test::column_of_code_up_to(longest);
    const vle::given_code code = test::given(test::code_up_to(longest), column);
    const auto expected = test::encoded_with(code.book, column);
    for (const auto& row : encoders())
      for (const parameter_values& values : test::encoder_values(row)) {
        if (!test::is_given_its_code(values)) continue;
        SCOPED_TRACE(test::label(row, values) + ", up to " + std::to_string(longest));
        test::encoded e;
        encode(row, values, column, static_cast<std::uint32_t>(expected.size()), e, &code);
        ASSERT_TRUE(test::wrote(e, expected));
      }
  }
}

TEST_F(vle_encoders_on_gpu, join_the_codewords_of_threads_with_few_bits) {
  for (const unsigned longest : test::longest_of_few_bits)
    for (const std::size_t size : test::sizes_of_few_bits) {
      const auto column = test::column_of_few_bits(longest, size);
      const vle::given_code code = test::given(test::code_up_to(longest), column);
      const auto expected = test::encoded_with(code.book, column);
      for (const auto& row : encoders()) {
        SCOPED_TRACE(test::label(row, {}) + ", " + std::to_string(size) + " symbols of up to " +
                     std::to_string(longest) + " bits");
        test::encoded e;
        encode(row, standard_values(row.facts.parameters), column,
               static_cast<std::uint32_t>(expected.size()), e, &code);
        ASSERT_TRUE(test::wrote(e, expected));
      }
    }
}

TEST_F(vle_encoders_on_gpu, refuse_what_they_cannot_encode) {
  auto column = test::random_column(300'000, 0, 7);
  for (const auto& row : encoders()) {
    SCOPED_TRACE(test::label(row, {}));
    const parameter_values values = standard_values(row.facts.parameters);
    test::encoded e;
    encode(row, values, column, 200'000, e);
    EXPECT_TRUE(test::refused(e, status::output_overflow, 200'000));
    const vle::given_code code = test::given(test::code_of_32_symbols(), column);
    encode(row, values, column, 400'000, e, &code);
    EXPECT_TRUE(test::refused(e, status::malformed_symbol, 400'000));
  }
}

}  // namespace
}  // namespace codag
