// What each library's encoder writes, with each of its settings, is decoded by the reference
// decoder and by zlib, and is byte for byte what the library itself writes.
#include "codag/codec/deflate/encoders.hpp"

#include <stdexcept>

#include "tests/support/deflate_streams.hpp"
#include "tests/support/kinds/deflate.hpp"

namespace codag::deflate {
namespace {

using test::bytes;

std::string refusal(const library_encoder& encoder, const encoder_settings& settings) {
  try {
    codec_with(encoder, settings);
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return "accepted";
}

/// The stream of a column, whose symbols, and what it decodes to, are checked.
bytes stream_of(const codec& codec, const test::named_column& column) {
  const std::string name = column.name + ", " + codec.encoder;
  bytes in;
  const std::uint64_t symbols = codec.encode(column.bytes, element_type::uint8, in);
  EXPECT_EQ(symbols == 0, column.bytes.empty()) << name;
  bytes out(column.bytes.size());
  EXPECT_STREQ(to_string(test::reference_decode(in, out)), "ok") << name;
  EXPECT_EQ(out, column.bytes) << name << ", reference decoder";
  const test::inflated by_zlib = test::zlib_inflate(in, column.bytes.size());
  EXPECT_EQ(by_zlib.result, Z_STREAM_END) << name;
  EXPECT_EQ(by_zlib.out, column.bytes) << name << ", zlib";
  EXPECT_EQ(by_zlib.input_left, 0u) << name;
  return in;
}

std::vector<test::named_column> columns_of(std::size_t count) {
  std::vector<test::named_column> columns = test::deflate_inputs(count, 7);
  columns.push_back({"empty", {}});
  columns.push_back({"a byte", test::from_text("a")});
  return columns;
}

class library_encoders : public testing::TestWithParam<library_encoder> {
 protected:
  void SetUp() override {
    if (GetParam().append == nullptr)
      GTEST_SKIP() << "optional library absent: " << GetParam().absent;
  }
};

TEST_P(library_encoders, every_level_round_trips) {
  for (unsigned level = 0; level <= GetParam().max_level; ++level)
    for (const auto& column : columns_of(20'000))
      stream_of(codec_with(GetParam(), {.level = level}), column);
}

TEST_P(library_encoders, level_0_stores_and_the_highest_is_the_smallest) {
  std::mt19937_64 random(8);
  const bytes raw = test::skewed_bytes(20'000, random);
  const auto size_at = [&](unsigned level) {
    bytes out;
    codec_with(GetParam(), {.level = level}).encode(raw, element_type::uint8, out);
    return out.size();
  };
  EXPECT_GT(size_at(0), raw.size());
  EXPECT_LT(size_at(1), raw.size());
  EXPECT_LE(size_at(GetParam().max_level), size_at(1));
}

TEST_P(library_encoders, the_text_tells_library_version_and_level) {
  EXPECT_EQ(codec_with(GetParam(), {.level = 3}).encoder,
            std::string(GetParam().name) + " " + std::string(GetParam().version) + ", level 3");
  EXPECT_FALSE(GetParam().version.empty());
}

TEST_P(library_encoders, a_level_that_is_not_is_refused) {
  const unsigned most = GetParam().max_level;
  EXPECT_EQ(refusal(GetParam(), {.level = most}), "accepted");
  EXPECT_EQ(refusal(GetParam(), {.level = most + 1}),
            std::string(GetParam().name) + " has levels from 0 to " + std::to_string(most));
}

INSTANTIATE_TEST_SUITE_P(all, library_encoders, testing::ValuesIn(encoders()),
                         [](const auto& of) { return std::string(of.param.name); });

constexpr strategy every_strategy[] = {strategy::standard, strategy::filtered,
                                       strategy::huffman_only, strategy::rle, strategy::fixed};

codec zlib_with(const encoder_settings& settings) {
  return codec_with(*find_encoder("zlib"), settings);
}

/// Numbers in decimal: short matches at many distances, runs, and literals.
bytes numbers_as_text(std::size_t count) {
  std::string text;
  for (unsigned i = 0; text.size() < count; ++i)
    text += std::to_string(i * 2654435761u % 9973) + (i % 9 == 0 ? "00000000," : ",");
  text.resize(count);
  return test::from_text(text);
}

/// The blocks and matches of a stream.
class kinds {
 public:
  explicit kinds(const bytes& in) { test::count_deflate(in, counts_); }

  [[nodiscard]] std::uint64_t of(const std::string& kind) const {
    return counts_.counts().at(kind);
  }
  [[nodiscard]] std::uint64_t blocks() const {
    return of("stored block") + of("fixed block") + of("dynamic block");
  }
  [[nodiscard]] std::uint64_t matches() const {
    return of("match of 3") + of("match of 4 to 12") + of("match of 13 to 32") +
           of("match of 33 to 257") + of("match of 258");
  }

 private:
  test::kind_counts counts_{test::kinds_of_deflate()};
};

kinds count_of(const encoder_settings& settings, const test::named_column& column) {
  return kinds(stream_of(zlib_with(settings), column));
}

TEST(deflate_encoders, zlibs_settings_are_zlibs) {
  std::mt19937_64 random(6);
  const bytes raw = test::skewed_bytes(5000, random);
  const auto same = [&](const encoder_settings& settings) {
    const codec codec = zlib_with(settings);
    bytes ours;
    codec.encode(raw, element_type::uint8, ours);
    EXPECT_EQ(ours, test::zlib_deflate(raw, static_cast<int>(settings.level),
                                       static_cast<int>(settings.strategy),
                                       static_cast<int>(settings.mem_level)))
        << codec.encoder;
  };
  for (unsigned level = 0; level <= 9; ++level) same({.level = level});
  for (const strategy s : every_strategy) same({.strategy = s});
  for (unsigned mem_level = 1; mem_level <= 9; ++mem_level) same({.mem_level = mem_level});
}

// Bytes that no setting makes smaller need the most room.
TEST(deflate_encoders, zlibs_settings_together_round_trip) {
  const auto columns = columns_of(3000);
  for (const unsigned level : {0u, 1u, 9u})
    for (const strategy s : every_strategy)
      for (const unsigned mem_level : {1u, 8u, 9u})
        for (const std::uint32_t flush_bytes : {0u, 64u, 300u, 2999u})
          for (const auto& column : columns)
            stream_of(zlib_with({level, s, mem_level, flush_bytes}), column);
}

TEST(deflate_encoders, strategies_choose_the_symbols) {
  for (const auto& column : columns_of(20'000)) {
    SCOPED_TRACE(column.name);
    EXPECT_EQ(count_of({.strategy = strategy::fixed}, column).of("dynamic block"), 0u);
    EXPECT_EQ(count_of({.strategy = strategy::huffman_only}, column).matches(), 0u);
    const kinds by_rle = count_of({.strategy = strategy::rle}, column);
    EXPECT_EQ(by_rle.of("distance 1"), by_rle.matches());
    const kinds filtered = count_of({.strategy = strategy::filtered}, column);
    EXPECT_EQ(filtered.of("match of 3"), 0u);
  }
}

TEST(deflate_encoders, strategies_differ_from_the_standard) {
  const test::named_column text = {"text", numbers_as_text(20'000)};
  const kinds standard = count_of({}, text);
  EXPECT_GT(standard.of("dynamic block"), 0u);
  EXPECT_GT(standard.of("match of 3"), 0u);
  EXPECT_GT(standard.matches(), standard.of("distance 1"));
  EXPECT_EQ(count_of({.strategy = strategy::fixed}, text).of("fixed block"),
            count_of({.strategy = strategy::fixed}, text).blocks())
      << "text has no stored block";
  EXPECT_GT(count_of({.strategy = strategy::rle}, text).matches(), 0u);
}

// mem_level M ends a block with symbol 2^(M + 6) - 1.
TEST(deflate_encoders, less_memory_makes_more_blocks) {
  const test::named_column text = {"text", numbers_as_text(60'000)};
  const auto blocks_with = [&](unsigned mem_level) {
    return count_of({.strategy = strategy::huffman_only, .mem_level = mem_level}, text).blocks();
  };
  for (unsigned mem_level = 1; mem_level <= 9; ++mem_level) {
    const std::size_t most = (std::size_t{1} << (mem_level + 6)) - 1;
    EXPECT_EQ(blocks_with(mem_level), (text.bytes.size() + most - 1) / most) << mem_level;
  }
}

TEST(deflate_encoders, each_flush_leaves_an_empty_stored_block) {
  for (const std::uint32_t flush_bytes : {64u, 300u, 4096u, 10'000u, 20'000u, 131'072u}) {
    const encoder_settings settings{.flush_bytes = flush_bytes};
    for (const unsigned size : {0u, 1u, 64u, 65u, 20'000u}) {
      const test::named_column text = {std::to_string(size), numbers_as_text(size)};
      EXPECT_EQ(count_of(settings, text).of("stored block without bytes"),
                size == 0 ? 0 : (size - 1) / flush_bytes)
          << size << " bytes, a flush after " << flush_bytes;
    }
  }
}

// A reader that has the stream up to a flush has every byte before it.
TEST(deflate_encoders, what_comes_before_a_flush_does_not_wait_for_what_comes_after) {
  const bytes raw = numbers_as_text(5000);
  for (const std::uint32_t flush_bytes : {64u, 300u, 4096u}) {
    const codec zlib = zlib_with({.flush_bytes = flush_bytes});
    bytes other = raw, in, of_other;
    for (std::size_t i = flush_bytes; i < other.size(); ++i) other[i] ^= std::byte{0x80};
    zlib.encode(raw, element_type::uint8, in);
    zlib.encode(other, element_type::uint8, of_other);
    const auto same = std::ranges::mismatch(in, of_other).in1;
    const auto before = test::zlib_inflate({in.begin(), same}, raw.size());
    EXPECT_GE(before.out.size(), flush_bytes);
  }
}

TEST(deflate_encoders, append_to_what_is_there) {
  const bytes raw = numbers_as_text(2000);
  for (const std::uint32_t flush_bytes : {0u, 300u}) {
    bytes alone, after = test::from_hex("5a5a5a");
    zlib_with({.flush_bytes = flush_bytes}).encode(raw, element_type::uint8, alone);
    zlib_with({.flush_bytes = flush_bytes}).encode(raw, element_type::uint8, after);
    EXPECT_EQ(after.size(), 3 + alone.size());
    EXPECT_TRUE(std::equal(alone.begin(), alone.end(), after.begin() + 3));
  }
}

TEST(deflate_encoders, the_text_tells_what_is_not_standard) {
  const auto text = [](const encoder_settings& settings) {
    return zlib_with(settings).encoder.substr(std::string("zlib ").size() +
                                              find_encoder("zlib")->version.size());
  };
  EXPECT_EQ(text({}), ", level 9");
  EXPECT_EQ(text({.level = 6, .strategy = strategy::huffman_only}),
            ", level 6, strategy huffman_only");
  EXPECT_EQ(text({9, strategy::fixed, 1, 300}),
            ", level 9, strategy fixed, mem_level 1, flush_bytes 300");
}

TEST(deflate_encoders, a_setting_out_of_its_limits_is_refused) {
  const library_encoder& zlib = *find_encoder("zlib");
  EXPECT_EQ(refusal(zlib, {.mem_level = 0}), "mem_level is from 1 to 9");
  EXPECT_EQ(refusal(zlib, {.mem_level = 10}), "mem_level is from 1 to 9");
  EXPECT_EQ(refusal(zlib, {.flush_bytes = 63}), "flush_bytes is 0 or at least 64");
  EXPECT_EQ(refusal(zlib, {.flush_bytes = 64}), "accepted");
  EXPECT_EQ(refusal(zlib, {.flush_bytes = 131'072}), "accepted");
  EXPECT_EQ(refusal(zlib, {.flush_bytes = 131'073}), "flush_bytes is from 0 to 131072");
  EXPECT_EQ(refusal(zlib, {.strategy = static_cast<strategy>(5)}), "strategy is from 0 to 4");
}

TEST(deflate_encoders, settings_of_zlib_are_refused_for_others) {
  library_encoder other = *find_encoder("zlib");
  other.name = "libdeflate";
  other.only_levels = true;
  EXPECT_EQ(refusal(other, {.level = 1}), "accepted");
  for (const encoder_settings& settings :
       {encoder_settings{.strategy = strategy::rle}, encoder_settings{.mem_level = 9},
        encoder_settings{.flush_bytes = 300}})
    EXPECT_EQ(refusal(other, settings),
              "libdeflate has no strategy, mem_level or flush_bytes; drop them, or choose zlib");
  EXPECT_TRUE(find_encoder("libdeflate")->only_levels);
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
  EXPECT_EQ(refusal(lacking, {}), lacking.absent);
  const library_encoder& libdeflate = *find_encoder("libdeflate");
  EXPECT_EQ(libdeflate.absent.empty(), libdeflate.append != nullptr);
}

}  // namespace
}  // namespace codag::deflate
