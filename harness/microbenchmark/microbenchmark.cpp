#include "harness/microbenchmark/microbenchmark.hpp"

namespace codag::harness {

microbenchmark_spec read_microbenchmark(const placed_json& root) {
  for (const char* key : {"datasets", "codecs", "variants", "chunk_bytes", "size", "size_on_gpu",
                          "baseline", "deflate"})
    if (root.has(key))
      root.at(key).fail("a microbenchmark decodes nothing: drop this key, or \"microbenchmark\"");
  const placed_json place = root.at("microbenchmark");
  place.only_keys({"name", "operations_per_access"});
  microbenchmark_spec spec;
  spec.name = place.at("name").name_of("microbenchmark", {"alu"});
  for (const placed_json& one : place.at("operations_per_access").elements()) {
    const auto operations = static_cast<std::uint32_t>(one.whole(1, most_alu_operations));
    spec.operations_per_access.push_back(operations);
  }
  return spec;
}

std::vector<bench_case> microbenchmark_plan(const microbenchmark_spec& spec,
                                            const std::string& backend) {
  std::vector<bench_case> plan;
  for (const std::uint32_t operations : spec.operations_per_access)
    for (const bool all_threads : {true, false}) {
      bench_case& c = plan.emplace_back();
      c.alu = {all_threads, operations};
      c.variant = spec.name + "/" + decoding_name(*c.alu);
      c.name = c.variant + "/" + std::to_string(operations);
      c.backend = backend;
    }
  return plan;
}

}  // namespace codag::harness
