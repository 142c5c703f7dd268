#include "tests/fuzz/batches/finding.hpp"

#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "tests/fuzz/hex.hpp"

namespace codag::fuzz {

std::filesystem::path save(const finding& f, const std::filesystem::path& folder) {
  nlohmann::json json{{"codec", f.codec},
                      {"variant", f.variant},
                      {"values", f.values},
                      {"says", f.says},
                      {"seed", f.seed},
                      {"number", f.number},
                      {"type", to_string(f.chunks.type)},
                      {"poison", std::to_integer<unsigned>(f.chunks.poison)},
                      {"out_bytes", f.chunks.out_bytes},
                      {"in", to_hex(f.chunks.in)}};
  for (const chunk& c : f.chunks.chunks)
    json["chunks"].push_back({c.in_offset, c.out_offset, c.in_bytes, c.out_bytes});
  std::filesystem::create_directories(folder);
  for (unsigned i = 0;; ++i) {
    const auto file = folder / (f.codec + "-" + std::to_string(i) + ".json");
    if (std::filesystem::exists(file)) continue;
    std::ofstream out(file);
    out << json.dump() << '\n';
    if (!out.flush()) throw std::runtime_error(file.string() + ": cannot be written");
    return file;
  }
}

finding load_finding(const std::filesystem::path& file) {
  try {
    std::ifstream in(file);
    const auto json = nlohmann::json::parse(in);
    finding f{json.at("codec"),
              json.at("variant"),
              json.at("values"),
              json.at("says"),
              json.at("seed"),
              json.at("number"),
              {}};
    const auto type = parse_element_type(json.at("type").get<std::string>());
    if (!type) throw std::runtime_error("/type: there is no such type");
    f.chunks.type = *type;
    f.chunks.poison = static_cast<std::byte>(json.at("poison").get<unsigned>());
    f.chunks.out_bytes = json.at("out_bytes");
    f.chunks.in = from_hex(json.at("in"));
    for (const auto& c : json.at("chunks")) {
      const chunk entry{c.at(0), c.at(1), c.at(2), c.at(3)};
      if (entry.in_offset > f.chunks.in.size() ||
          entry.in_bytes > f.chunks.in.size() - entry.in_offset ||
          entry.out_offset > f.chunks.out_bytes ||
          entry.out_bytes > f.chunks.out_bytes - entry.out_offset)
        throw std::runtime_error("/chunks: a chunk is not inside the bytes");
      f.chunks.chunks.push_back(entry);
    }
    return f;
  } catch (const std::exception& e) {
    throw std::runtime_error(file.string() + ": is no finding of fuzz_batches: " + e.what());
  }
}

std::string launch_name(const harness::variant_facts& facts, const parameter_values& values) {
  std::string name = std::string(facts.codec) + "/" + std::string(facts.variant);
  for (std::size_t i = 0; i < values.size(); ++i)
    name += ", " + std::string(facts.parameters[i].key) + "=" +
            value_text(facts.parameters[i], values[i]);
  return name;
}

}  // namespace codag::fuzz
