// Reports from before variants were renamed have the names of today when they are read.
#include "harness/report/earlier_names.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "harness/kernels/registry.hpp"

namespace codag::harness {
namespace {

using nlohmann::json;

TEST(earlier_names, are_those_of_a_codec) {
  EXPECT_EQ(name_now("deflate", "warp_per_chunk/lanes/shared"), "pipeline/lanes/shared");
  EXPECT_EQ(name_now("gompresso_byte", "warp_per_chunk/lanes/shared"), "warp_per_chunk/lanes/ring");
  EXPECT_EQ(name_now("rle_v1", "warp_per_chunk/lanes/shared"), std::nullopt);
  EXPECT_EQ(name_now("deflate", "pipeline/lanes/shared"), std::nullopt);
}

TEST(earlier_names, keep_what_follows_them) {
  EXPECT_EQ(name_now("deflate/level=6", "warp_per_chunk/lanes/shared/writer=warp"),
            "pipeline/lanes/shared/writer=warp");
  EXPECT_EQ(name_now("gompresso_bit", "warp_per_chunk/lanes/shared/two_kernels/output_ring=2048B"),
            "pipeline/lanes/ring/output_ring=2048B");
  EXPECT_EQ(name_now("deflate", "warp_per_chunk/lanes/shared_too"), std::nullopt);
  EXPECT_EQ(name_now("deflate", "warp_per_chunk/lanes/shared/other"), std::nullopt);
}

/// A report with a case of an earlier name.
json report_of(json codag) {
  if (!codag.contains("cases"))
    codag["cases"] = {{{"codec", "deflate"}, {"variant", "warp_per_chunk/lanes/shared"}}};
  return {{"codag", std::move(codag)}};
}

TEST(earlier_names, are_replaced_in_cases) {
  json report = report_of({{"cases",
                            {{{"codec", "deflate/level=6"},
                              {"name", "x/k=1/deflate/level=6/warp_per_chunk/lanes/shared/4KiB"},
                              {"variant", "warp_per_chunk/lanes/shared"},
                              {"parts", {{"schedule", "warp_per_chunk"}, {"decoding", "lanes"}}},
                              {"parameters", {{"writer", "chosen"}, {"warps_per_block", 4}}}},
                             {{"codec", "rle_v1"},
                              {"name", "x/rle_v1/warp_per_chunk/lanes/shared/4KiB"},
                              {"variant", "warp_per_chunk/lanes/shared"}}}}});
  report["benchmarks"] = {{{"name", "x/deflate/warp_per_chunk/lanes/shared/4KiB/cold"}}};
  const json others = report["codag"]["cases"][1];
  replace_earlier_names(report);
  EXPECT_EQ(report["codag"]["cases"][0],
            (json{{"codec", "deflate/level=6"},
                  {"name", "x/k=1/deflate/level=6/pipeline/lanes/shared/4KiB"},
                  {"variant", "pipeline/lanes/shared"},
                  {"parts", {{"schedule", "pipeline"}, {"decoding", "lanes"}}},
                  {"parameters", {{"writer", "auto"}, {"warps_per_block", 4}}}}));
  EXPECT_EQ(report["codag"]["cases"][1], others);
  EXPECT_EQ(report["benchmarks"][0]["name"], "x/deflate/pipeline/lanes/shared/4KiB/cold");
  const json once = report;
  replace_earlier_names(report);
  EXPECT_EQ(report, once);
}

TEST(earlier_names, are_replaced_in_texts_that_name_cases) {
  const auto replaced = [](const std::string& text) {
    json report = report_of({{"claims", {{{"reason", text}}}}});
    replace_earlier_names(report);
    return report["codag"]["claims"][0]["reason"].get<std::string>();
  };
  EXPECT_EQ(replaced("MC0/deflate/warp_per_chunk/lanes/shared: /gbps is null"),
            "MC0/deflate/pipeline/lanes/shared: /gbps is null");
  EXPECT_EQ(replaced("a/gompresso_bit/code=9bits/warp_per_chunk/lanes/shared/two_kernels/4KiB, "
                     "a/rle_v2/warp_per_chunk/lanes/shared/4KiB"),
            "a/gompresso_bit/code=9bits/pipeline/lanes/ring/4KiB, "
            "a/rle_v2/warp_per_chunk/lanes/shared/4KiB");
  EXPECT_EQ(replaced("warp_per_chunk/lanes/shared"), "warp_per_chunk/lanes/shared")
      << "of which codec?";
  EXPECT_EQ(replaced("/"), "/");
}

// A report's config can be run again, and its claims find their rows.
TEST(earlier_names, are_replaced_in_the_config) {
  json report = report_of(
      {{"baseline", "warp_per_chunk/lanes/shared"},
       {"config",
        {{"codecs", {"rle_v1", {{"name", "deflate"}, {"level", 6}}}},
         {"variants",
          {"block_per_chunk", {{"name", "warp_per_chunk/lanes/shared"}, {"warps_per_block", 2}}}},
         {"baseline", "warp_per_chunk/lanes/shared"},
         {"claims",
          {{{"left", {{"codec", "deflate"}, {"variant", "warp_per_chunk/lanes/shared"}}},
            {"right", {{"variant", "warp_per_chunk/lanes/shared"}}}},
           {{"left", {{"codec", "rle_v1"}, {"variant", "warp_per_chunk/lanes/shared"}}}}}}}}});
  replace_earlier_names(report);
  const json& config = report["codag"]["config"];
  EXPECT_EQ(config["variants"],
            (json{"block_per_chunk",
                  {{"name", "warp_per_chunk/lanes/shared"}, {"warps_per_block", 2}},
                  {{"name", "pipeline/lanes/shared"}, {"warps_per_block", 2}}}))
      << "RLE v1's variant keeps its name";
  EXPECT_EQ(config["baseline"], "warp_per_chunk/lanes/shared");
  EXPECT_EQ(config["claims"][0]["left"]["variant"], "pipeline/lanes/shared");
  EXPECT_EQ(config["claims"][0]["right"]["variant"], "pipeline/lanes/shared");
  EXPECT_EQ(config["claims"][1]["left"]["variant"], "warp_per_chunk/lanes/shared");

  json alone = report_of(
      {{"baseline", "warp_per_chunk/lanes/shared"},
       {"config",
        {{"codecs", {"deflate"}},
         {"variants", {"warp_per_chunk/lanes/shared", "warp_per_chunk/lanes/shared/two_kernels"}},
         {"baseline", "warp_per_chunk/lanes/shared"}}}});
  replace_earlier_names(alone);
  EXPECT_EQ(alone["codag"]["baseline"], "pipeline/lanes/shared");
  EXPECT_EQ(alone["codag"]["config"]["baseline"], "pipeline/lanes/shared");
  EXPECT_EQ(alone["codag"]["config"]["variants"].back(), "pipeline/lanes/ring");
  EXPECT_EQ(std::ranges::count(alone["codag"]["config"]["variants"],
                               "warp_per_chunk/lanes/shared/two_kernels"),
            0)
      << "no codec has it any more";
}

// A config may name a variant that only some of its codecs have, also under a codec's earlier name.
TEST(earlier_names, of_another_codecs_variant_stay) {
  const json config = {{"codecs", {"rle_v1", "deflate"}},
                       {"variants", {"warp_per_chunk/lanes/shared", "pipeline/lanes/shared"}}};
  const auto skipped = [](const char* variant, const char* reason) {
    return json{{"codec", "deflate"},
                {"variant", variant},
                {"status", "skipped"},
                {"name", std::string("x/deflate/") + variant + "/4KiB"},
                {"reason", reason}};
  };
  json report =
      report_of({{"cases",
                  {skipped("warp_per_chunk/lanes/shared",
                           "codec deflate has no variant warp_per_chunk/lanes/shared; its name is "
                           "pipeline/lanes/shared now"),
                   {{"codec", "deflate"}, {"variant", "pipeline/lanes/shared"}}}},
                 {"config", config}});
  const json before = report;
  replace_earlier_names(report);
  EXPECT_EQ(report, before);

  // No codec has this one any more.
  report = report_of({{"cases",
                       {skipped("warp_per_chunk/lanes/shared/two_kernels",
                                "codec deflate has no variant "
                                "warp_per_chunk/lanes/shared/two_kernels; `codag list variants` "
                                "shows all")}}});
  replace_earlier_names(report);
  EXPECT_EQ(report["codag"]["cases"][0]["name"], "x/deflate/pipeline/lanes/ring/4KiB");
}

// PAVLE as published has the name that a tuned kernel had. Only the tuned one has words_per_thread.
TEST(earlier_names, that_another_variant_has_now_are_told_apart_by_a_parameter) {
  EXPECT_EQ(name_now("vle", "pavle"), std::nullopt) << "a config of today means the one of today";
  const auto report_with = [](json parameters) {
    return report_of({{"cases",
                       {{{"codec", "vle"},
                         {"name", "x/vle/pavle/timed=kernel/4KiB"},
                         {"variant", "pavle/timed=kernel"},
                         {"parameters", std::move(parameters)}},
                        // It was skipped: nothing was resolved.
                        {{"codec", "vle"}, {"name", "y/vle/pavle/4KiB"}, {"variant", "pavle"}}}},
                      {"baseline", "pavle"},
                      {"config",
                       {{"codecs", {"vle"}},
                        {"variants", {"cuvle", {{"name", "pavle"}, {"timed", "kernel"}}}},
                        {"baseline", "pavle"},
                        {"claims",
                         {{{"left", {{"codec", "vle"}, {"variant", "cuvle"}}},
                           {"right", {{"variant", "pavle/timed=kernel"}}}}}}}}});
  };
  json now = report_with({{"timed", "kernel"}});
  const json unchanged = now;
  replace_earlier_names(now);
  EXPECT_EQ(now, unchanged);

  json earlier = report_with({{"timed", "kernel"}, {"words_per_thread", 16}});
  replace_earlier_names(earlier);
  const json& codag = earlier["codag"];
  EXPECT_EQ(codag["cases"][0]["name"], "x/vle/pavle_tuned/timed=kernel/4KiB");
  EXPECT_EQ(codag["cases"][0]["variant"], "pavle_tuned/timed=kernel");
  EXPECT_EQ(codag["cases"][1]["name"], "y/vle/pavle_tuned/4KiB");
  EXPECT_EQ(codag["config"]["variants"][1]["name"], "pavle_tuned");
  EXPECT_EQ(codag["baseline"], "pavle_tuned");
  EXPECT_EQ(codag["config"]["claims"][0]["right"]["variant"], "pavle_tuned/timed=kernel");
  const json once = earlier;
  replace_earlier_names(earlier);
  EXPECT_EQ(earlier, once);
}

TEST(earlier_names, leave_other_documents_as_they_are) {
  for (json other :
       {json(), json(1), json{{"codag", 1}}, json{{"codag", json::array()}},
        report_of({{"cases", 1}, {"claims", {1, {{"left", 2}}}}, {"config", {{"variants", 3}}}}),
        report_of({{"cases", {1, {{"variant", 2}, {"codec", 3}}}},
                   {"config", {{"codecs", {1}}, {"variants", {2}}}}})}) {
    const json before = other;
    replace_earlier_names(other);
    EXPECT_EQ(other, before);
  }
}

}  // namespace
}  // namespace codag::harness
