// Codecs, datasets and claims that name parameters: sweeps, names, limits and their messages.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "codag/codec/deflate/encoders.hpp"
#include "datasets/dataset.hpp"
#include "harness/config/config.hpp"
#include "harness/plan/known_names.hpp"
#include "tests/datasets/temporary_directory.hpp"

namespace codag::harness {
namespace {

class config_parameters : public testing::Test {
 protected:
  config read(const std::string& datasets, const std::string& codecs,
              const std::string& extra = "") {
    return read_config(
        folder_.write("c.json", R"({"experiment": "t", "datasets": )" + datasets +
                                    R"(, "codecs": )" + codecs +
                                    R"(, "variants": ["block_per_chunk"])" + extra + "}"),
        registry_names());
  }
  /// What is said after the file's path.
  std::string refused(const std::string& datasets, const std::string& codecs,
                      const std::string& extra = "") {
    try {
      read(datasets, codecs, extra);
    } catch (const datasets::bad_input& e) {
      const std::string what = e.what(), file = (folder_.path() / "c.json").string() + ": ";
      EXPECT_EQ(what.find(file), 0u) << what;
      return what.size() < file.size() ? what : what.substr(file.size());
    }
    return "accepted";
  }
  std::vector<std::string> codec_names(const std::string& codecs) {
    std::vector<std::string> names;
    for (const named_choice& c : read(R"(["MC0"])", codecs).codecs) names.push_back(c.name);
    return names;
  }
  std::vector<std::string> dataset_names(const std::string& datasets) {
    std::vector<std::string> names;
    for (const dataset_spec& d : read(datasets, R"(["rle_v1"])").datasets) names.push_back(d.name);
    return names;
  }

  datasets::temporary_directory folder_;
};

TEST_F(config_parameters, a_codecs_settings_are_in_its_name) {
  using names = std::vector<std::string>;
  EXPECT_EQ(codec_names(R"(["deflate"])"), names{"deflate"});
  EXPECT_EQ(codec_names(R"([{"name": "deflate", "level": 1}])"), names{"deflate/level=1"});
  EXPECT_EQ(codec_names(R"(["rle_v1", {"name": "deflate", "level": [1, 9], "encoder": "zlib"}])"),
            (names{"rle_v1", "deflate/encoder=zlib/level=1", "deflate/encoder=zlib/level=9"}));
  EXPECT_EQ(
      codec_names(
          R"([{"name": "deflate", "strategy": ["huffman_only", "rle", "fixed", "filtered", "default"]},
              {"name": "deflate", "mem_level": [1, 9]},
              {"name": "deflate", "flush_bytes": [300, "4KiB"], "level": 6}])"),
      (names{"deflate/strategy=huffman_only", "deflate/strategy=rle", "deflate/strategy=fixed",
             "deflate/strategy=filtered", "deflate/strategy=default", "deflate/mem_level=1",
             "deflate/mem_level=9", "deflate/level=6/flush=300B", "deflate/level=6/flush=4096B"}));
}

TEST_F(config_parameters, a_setting_that_is_not_chosen_stays_open) {
  const named_choice codec = read(R"(["MC0"])", R"([{"name": "deflate", "level": 1}])").codecs[0];
  EXPECT_EQ(codec.registered, "deflate");
  EXPECT_EQ(codec.chosen.of("level"), 1u);
  EXPECT_FALSE(codec.chosen.of("encoder"));
}

TEST_F(config_parameters, a_level_is_one_that_the_encoder_has) {
  const auto says = [&](const char* settings) {
    return refused(R"(["MC0"])", R"([{"name": "deflate", )" + std::string(settings) + "}]");
  };
  EXPECT_EQ(says(R"("level": 9)"), "accepted");
  EXPECT_EQ(says(R"("level": 10)"), "/codecs/0: zlib has levels from 0 to 9");
  EXPECT_EQ(says(R"("level": [9, 10])"), "/codecs/0: zlib has levels from 0 to 9");
  EXPECT_EQ(says(R"("level": 13)"),
            "/codecs/0/level: expected a whole number from 0 to 12, found 13");
  EXPECT_EQ(says(R"("level": "9")"),
            "/codecs/0/level: expected a whole number from 0 to 12, found \"9\"");
  EXPECT_EQ(says(R"("encoder": "libdefalte")"),
            "/codecs/0/encoder: unknown encoder \"libdefalte\"; expected one of zlib, libdeflate; "
            "did you mean \"libdeflate\"?");
  EXPECT_EQ(says(R"("levels": 9)"),
            "/codecs/0/levels: unknown key; expected one of name, encoder, level, strategy, "
            "mem_level, flush_bytes; did you mean \"level\"?");
}

TEST_F(config_parameters, settings_of_zlib_have_limits) {
  const auto says = [&](const char* settings) {
    return refused(R"(["MC0"])", R"([{"name": "deflate", )" + std::string(settings) + "}]");
  };
  EXPECT_EQ(says(R"("strategy": "fixed", "mem_level": 1, "flush_bytes": "128KiB")"), "accepted");
  EXPECT_EQ(says(R"("strategy": "standard")"),
            "/codecs/0/strategy: unknown strategy \"standard\"; expected one of default, filtered, "
            "huffman_only, rle, fixed");
  EXPECT_EQ(says(R"("mem_level": 0)"),
            "/codecs/0/mem_level: expected a whole number from 1 to 9, found 0");
  EXPECT_EQ(says(R"("flush_bytes": 131073)"),
            "/codecs/0/flush_bytes: expected a whole number from 0 to 131072 bytes, found 131073");
  EXPECT_EQ(says(R"("flush_bytes": [0, 64, 63])"), "/codecs/0: flush_bytes is 0 or at least 64");
}

TEST_F(config_parameters, settings_of_zlib_are_refused_for_libdeflate) {
  if (const auto absent = deflate::find_encoder("libdeflate")->absent; !absent.empty())
    GTEST_SKIP() << "optional library absent: " << absent;
  const auto says = [&](const char* settings) {
    return refused(R"(["MC0"])", R"([{"name": "deflate", "encoder": "libdeflate", )" +
                                     std::string(settings) + "}]");
  };
  EXPECT_EQ(says(R"("strategy": "default", "mem_level": 8, "flush_bytes": 0)"), "accepted");
  for (const char* settings :
       {R"("strategy": "fixed")", R"("mem_level": 9)", R"("flush_bytes": [0, 300])"})
    EXPECT_EQ(says(settings),
              "/codecs/0: libdeflate has no strategy, mem_level or flush_bytes; drop them, or "
              "choose zlib");
}

TEST_F(config_parameters, an_encoder_that_the_build_lacks_is_refused_with_the_remedy) {
  const std::string said =
      refused(R"(["MC0"])", R"([{"name": "deflate", "encoder": "libdeflate", "level": 12}])");
  const std::string absent(deflate::find_encoder("libdeflate")->absent);
  EXPECT_EQ(said, absent.empty() ? "accepted" : "/codecs/0: " + absent);
}

TEST_F(config_parameters, a_codec_stands_once) {
  EXPECT_EQ(refused(R"(["MC0"])", R"(["deflate", {"name": "deflate"}])"),
            "/codecs/1: a second codec deflate; list it once");
  EXPECT_EQ(refused(R"(["MC0"])", R"([{"name": "rle_v1", "level": 1}])"),
            "/codecs/0/level: unknown key; expected one of name");
}

// Its place was the top level in earlier versions.
TEST_F(config_parameters, the_key_deflate_is_unknown) {
  EXPECT_EQ(refused(R"(["MC0"])", R"(["deflate"])", R"(, "deflate": {"level": 1})")
                .find("/deflate: unknown key"),
            0u);
}

TEST_F(config_parameters, a_generators_parameters_are_axes) {
  using names = std::vector<std::string>;
  EXPECT_EQ(dataset_names(R"(["uniform", {"name": "uniform", "bit_width": [4, 8]}])"),
            (names{"uniform", "uniform/bits=4", "uniform/bits=8"}));
  EXPECT_EQ(dataset_names(R"([{"name": "entropy", "entropy": [2.5, 8]}])"),
            (names{"entropy/entropy=2.5bits", "entropy/entropy=8bits"}));
  const config c = read(R"([{"name": "uniform", "type": "int16", "bit_width": 4, "size": 64}])",
                        R"(["rle_v1"])");
  const dataset_spec& spec = c.datasets[0];
  EXPECT_EQ(spec.generator, "uniform");
  EXPECT_EQ(spec.chosen.of("bit_width"), 4u);
  EXPECT_EQ(spec.size, 64u);
  EXPECT_FALSE(spec.type) << "the generator's parameter, not a file's type";
}

TEST_F(config_parameters, a_generators_limits_are_named) {
  const auto says = [&](const char* dataset) {
    return refused("[" + std::string(dataset) + "]", R"(["rle_v1"])");
  };
  EXPECT_EQ(says(R"({"name": "entropy", "entropy": 8.5})"),
            "/datasets/0/entropy: expected a number from 0 to 8 in steps of 0.01, found 8.5");
  EXPECT_EQ(says(R"({"name": "entropy", "entropy": 2.501})"),
            "/datasets/0/entropy: expected a number from 0 to 8 in steps of 0.01, found 2.501")
      << "between two steps of 0.01";
  EXPECT_EQ(says(R"({"name": "MC0", "entropy": 2})"),
            "/datasets/0/entropy: unknown key; expected one of name, size");
  EXPECT_EQ(says(R"({"name": "uniform", "bit_width": [4, 4]})"),
            "/datasets/0/bit_width/1: appears twice in the list");
  EXPECT_EQ(says(R"({"name": "uniform", "bit_width": 4}, {"name": "uniform", "bit_width": 4.0})"),
            "/datasets/1: appears twice in the list");
}

TEST_F(config_parameters, a_claims_filter_names_parts_and_parameters) {
  const auto with_left = [](const char* left) {
    return R"(, "claims": [{"name": "c", "source": "s", "says": "s", "value": "/gbps",
               "statistic": "mean", "expected": {"at_least": 0}, "left": )" +
           std::string(left) + "}]";
  };
  const config c =
      read(R"(["MC0"])", R"(["rle_v1"])",
           with_left(R"({"prefetch_warp": "no", "warps_per_block": 8, "codec": "x"})"));
  EXPECT_EQ(
      c.claims[0].left,
      (row_filter{{"codec", "\"x\""}, {"prefetch_warp", "\"no\""}, {"warps_per_block", "8"}}));
  EXPECT_EQ(refused(R"(["MC0"])", R"(["rle_v1"])", with_left(R"({"warps_per_blok": 8})"))
                .find("/claims/0/left/warps_per_blok: unknown key"),
            0u);
  // No row has a truth value: such a filter would match nothing.
  EXPECT_EQ(refused(R"(["MC0"])", R"(["rle_v1"])", with_left(R"({"prefetch_warp": true})")),
            "/claims/0/left/prefetch_warp: expected a string or a number, found true");
}

}  // namespace
}  // namespace codag::harness
