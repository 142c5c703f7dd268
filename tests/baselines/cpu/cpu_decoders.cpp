// The decoders of the CPU libraries decode what encoders write, and accept nothing that zlib
// refuses.
#include "baselines/cpu/cpu_decoder.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "datasets/digest.hpp"
#include "tests/support/deflate_streams.hpp"
#include "tests/support/shared_data.hpp"

namespace codag::baselines {
namespace {

using test::bytes;

class cpu_decoders_test : public testing::TestWithParam<cpu_decoder> {
 protected:
  void SetUp() override {
    if (GetParam().decode == nullptr)
      GTEST_SKIP() << "optional library absent: " << GetParam().absent;
  }
  /// Decodes from and to allocations of the exact size, so that AddressSanitizer sees any access
  /// outside them.
  static status decode(bytes in, bytes& out) {
    in.shrink_to_fit();
    return GetParam().decode(in, element_type::uint8, out);
  }
};

TEST_P(cpu_decoders_test, takes_what_zlib_writes) {
  for (const auto& column : test::deflate_inputs(40'000, 1))
    for (const int level : {0, 1, 9}) {
      const bytes in = test::zlib_deflate(column.bytes, level, Z_DEFAULT_STRATEGY);
      bytes out(column.bytes.size());
      EXPECT_STREQ(to_string(decode(in, out)), "ok") << column.name << ", level " << level;
      EXPECT_EQ(out, column.bytes) << column.name;
    }
}

TEST_P(cpu_decoders_test, decodes_a_column_on_all_cores) {
  const bytes raw = test::deflate_inputs(300'000, 2).back().bytes;
  const chunked_column column =
      compress(*find_codec(GetParam().codec), raw, element_type::uint8, 4096);
  bytes out(raw.size());
  EXPECT_EQ(decompress(GetParam().decode, column, out),
            std::vector<status>(column.chunks.size(), status::ok));
  EXPECT_EQ(out, raw);
}

TEST_P(cpu_decoders_test, takes_an_empty_chunk) {
  bytes none;
  EXPECT_EQ(decode(test::from_hex("0300"), none), status::ok);
}

TEST_P(cpu_decoders_test, refuses_a_chunk_that_is_not_exactly_filled_or_used_up) {
  const bool exact = GetParam().library == "zlib";  // libdeflate has one error for two of them
  const bytes raw = test::from_text("a text, a text, a text and its end");
  const bytes in = test::zlib_deflate(raw, 9, Z_DEFAULT_STRATEGY);
  bytes longer(raw.size() + 1), shorter(raw.size() - 1), none, same(raw.size());
  EXPECT_EQ(decode(in, longer), status::truncated_input);
  EXPECT_EQ(decode(in, shorter), status::output_overflow);
  EXPECT_EQ(decode(in, none), status::output_overflow);
  bytes trailed = in;
  trailed.push_back(std::byte{0});
  EXPECT_EQ(decode(trailed, same), status::trailing_input);
  for (std::size_t size = 0; size < in.size(); ++size) {
    const bytes cut(in.begin(), in.begin() + static_cast<std::ptrdiff_t>(size));
    EXPECT_EQ(decode(cut, same), exact ? status::truncated_input : status::malformed_symbol)
        << size;
  }
  EXPECT_EQ(decode(test::from_hex("07"), same), status::malformed_symbol) << "a reserved block";
  EXPECT_EQ(decode(test::from_hex("030000"), none), status::trailing_input);
}

// Streams from other projects, with the outcome that zlib has for each.
TEST_P(cpu_decoders_test, agrees_with_stored_outcomes) {
  SKIP_WITHOUT_SHARED_DATA("deflate/streams.json");
  std::ifstream list(CODAG_TEST_DATA "/deflate/streams.json");
  unsigned tried = 0;
  for (const auto& e : nlohmann::json::parse(list)) {
    if (e["format"] != "raw") continue;
    const std::string name = e["file"];
    std::ifstream file(CODAG_TEST_DATA "/" + name, std::ios::binary);
    bytes in = test::from_text({std::istreambuf_iterator<char>(file), {}});
    const bool fine = e["outcome"] == "ok";
    bytes out(fine ? e["out_len"].get<std::size_t>() : 1 << 16);
    in.resize(in.size() - e.value("trailing_bytes", std::size_t{0}));
    const status s = decode(in, out);
    EXPECT_EQ(s == status::ok, fine) << name << ": " << to_string(s);
    if (fine) {
      EXPECT_EQ(datasets::sha256(out), e["out_sha256"].get<std::string>()) << name;
    }
    ++tried;
  }
  EXPECT_GT(tried, 20u);
}

INSTANTIATE_TEST_SUITE_P(, cpu_decoders_test,
                         testing::ValuesIn(cpu_decoders().begin(), cpu_decoders().end()),
                         [](const auto& row) { return std::string(row.param.variant); });

TEST(cpu_decoder, rows_say_what_is_there) {
  EXPECT_EQ(find_cpu_decoder("cpu_reference"), nullptr) << "no library";
  for (const cpu_decoder& row : cpu_decoders()) {
    EXPECT_EQ(find_cpu_decoder(row.variant), &row);
    EXPECT_NE(find_codec(row.codec), nullptr);
    EXPECT_EQ(row.decode == nullptr, row.version.empty());
    EXPECT_EQ(row.decode == nullptr, !row.absent.empty());
  }
}

}  // namespace
}  // namespace codag::baselines
