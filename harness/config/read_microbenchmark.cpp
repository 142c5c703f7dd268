#include "harness/config/read_microbenchmark.hpp"

#include "harness/kernels/alu_case.hpp"

namespace codag::harness {

microbenchmark_spec read_microbenchmark(const placed_json& root) {
  for (const char* key :
       {"datasets", "codecs", "variants", "chunk_bytes", "size", "size_on_gpu", "baseline"})
    if (root.has(key))
      root.at(key).fail("a microbenchmark decodes nothing; drop this key or \"microbenchmark\"");
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

}  // namespace codag::harness
