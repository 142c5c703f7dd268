// What each library's encoder writes, at each of its levels, is decoded by the reference decoder
// and by zlib, and is byte for byte what the library itself writes.
#include "codag/codec/deflate/encoders.hpp"

#include <stdexcept>

#include "tests/support/deflate_streams.hpp"

namespace codag::deflate {
namespace {

using test::bytes;

std::string refusal(const library_encoder& encoder, unsigned level) {
  try {
    codec_with(encoder, level);
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return "accepted";
}

class library_encoders : public testing::TestWithParam<library_encoder> {
 protected:
  void SetUp() override {
    if (GetParam().append == nullptr)
      GTEST_SKIP() << "optional library absent: " << GetParam().absent;
  }
};

TEST_P(library_encoders, every_level_round_trips) {
  std::vector<test::named_column> inputs = test::deflate_inputs(20'000, 7);
  inputs.push_back({"empty", {}});
  inputs.push_back({"a byte", test::from_text("a")});
  for (unsigned level = 0; level <= GetParam().max_level; ++level) {
    const codec codec = codec_with(GetParam(), level);
    for (const auto& input : inputs) {
      const std::string name = input.name + ", " + codec.encoder;
      bytes in;
      const std::uint64_t symbols = codec.encode(input.bytes, element_type::uint8, in);
      EXPECT_EQ(symbols == 0, input.bytes.empty()) << name;
      bytes out(input.bytes.size());
      EXPECT_STREQ(to_string(test::reference_decode(in, out)), "ok") << name;
      EXPECT_EQ(out, input.bytes) << name << ", reference decoder";
      const test::inflated by_zlib = test::zlib_inflate(in, input.bytes.size());
      EXPECT_EQ(by_zlib.result, Z_STREAM_END) << name;
      EXPECT_EQ(by_zlib.out, input.bytes) << name << ", zlib";
      EXPECT_EQ(by_zlib.input_left, 0u) << name;
    }
  }
}

TEST_P(library_encoders, level_0_stores_and_the_highest_is_the_smallest) {
  std::mt19937_64 random(8);
  const bytes raw = test::skewed_bytes(20'000, random);
  const auto size_at = [&](unsigned level) {
    bytes out;
    codec_with(GetParam(), level).encode(raw, element_type::uint8, out);
    return out.size();
  };
  EXPECT_GT(size_at(0), raw.size());
  EXPECT_LT(size_at(1), raw.size());
  EXPECT_LE(size_at(GetParam().max_level), size_at(1));
}

TEST_P(library_encoders, the_text_tells_library_version_and_level) {
  EXPECT_EQ(codec_with(GetParam(), 3).encoder,
            std::string(GetParam().name) + " " + std::string(GetParam().version) + ", level 3");
  EXPECT_FALSE(GetParam().version.empty());
}

TEST_P(library_encoders, a_level_that_is_not_is_refused) {
  const unsigned above = GetParam().max_level + 1;
  EXPECT_EQ(refusal(GetParam(), above),
            std::string(GetParam().name) + " has no level " + std::to_string(above));
}

INSTANTIATE_TEST_SUITE_P(all, library_encoders, testing::ValuesIn(encoders()),
                         [](const auto& of) { return std::string(of.param.name); });

TEST(deflate_encoders, zlibs_levels_are_zlibs) {
  std::mt19937_64 random(6);
  const bytes raw = test::skewed_bytes(5000, random);
  for (unsigned level = 0; level <= 9; ++level) {
    bytes ours;
    codec_with(*find_encoder("zlib"), level).encode(raw, element_type::uint8, ours);
    EXPECT_EQ(ours, test::zlib_deflate(raw, static_cast<int>(level), Z_DEFAULT_STRATEGY)) << level;
  }
}

TEST(deflate_encoders, the_registrys_codec_is_the_papers) {
  EXPECT_EQ(find_codec("deflate")->encoder, std::string("zlib ") + zlibVersion() + ", level 9");
}

TEST(deflate_encoders, are_found_by_name) {
  EXPECT_EQ(find_encoder("libdeflate")->max_level, 12u);
  EXPECT_EQ(find_encoder("zopfli"), nullptr);
}

TEST(deflate_encoders, a_library_that_the_build_lacks_is_refused_with_the_remedy) {
  library_encoder lacking = *find_encoder("zlib");
  lacking.append = nullptr;
  lacking.absent = "this build lacks it: install it";
  EXPECT_EQ(refusal(lacking, 1), lacking.absent);
  const library_encoder& libdeflate = *find_encoder("libdeflate");
  EXPECT_EQ(libdeflate.absent.empty(), libdeflate.append != nullptr);
}

}  // namespace
}  // namespace codag::deflate
