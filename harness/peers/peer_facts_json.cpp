#include "harness/peers/peer_facts_json.hpp"

#include <nlohmann/json.hpp>
#include <utility>

namespace codag::harness {
namespace {

using nlohmann::json;

json parameter_json(const parameter& p) {
  return {{"key", p.key},
          {"help", p.help},
          {"least", p.least},
          {"most", p.most},
          {"standard", p.standard},
          {"choices", std::vector<std::string>(p.choices.begin(), p.choices.end())}};
}

parameter parameter_of(const json& from) {
  parameter p;
  p.key = p.label = kept(from.at("key"));
  p.help = kept(from.at("help"));
  p.least = from.at("least");
  p.most = from.at("most");
  p.standard = from.at("standard");
  if (!from.at("choices").empty())
    p.choices = kept_list(from.at("choices").get<std::vector<std::string>>());
  return p;
}

}  // namespace

json peer_facts_json(const peer_facts& facts) {
  json decoders = json::array();
  for (const peer_decoder_facts& d : facts.decoders) {
    json parameters = json::array();
    for (const parameter& p : d.parameters) parameters.push_back(parameter_json(p));
    decoders.push_back({{"codec", d.codec},
                        {"variant", d.variant},
                        {"element_types", d.element_types},
                        {"container", d.container},
                        {"compressed_alignment", d.compressed_alignment},
                        {"uncompressed_alignment", d.uncompressed_alignment},
                        {"compressed_padding", d.compressed_padding},
                        {"compresses", d.compresses},
                        {"parameters", std::move(parameters)}});
  }
  return {{"name", facts.name},       {"version", facts.version},
          {"licence", facts.licence}, {"note", facts.note},
          {"on_gpu", facts.on_gpu},   {"library", facts.library.string()},
          {"sha256", facts.sha256},   {"decoders", std::move(decoders)}};
}

peer_facts peer_facts_of(const json& from) {
  peer_facts facts{.name = from.at("name"),
                   .version = from.at("version"),
                   .licence = from.at("licence"),
                   .note = from.at("note"),
                   .on_gpu = from.at("on_gpu"),
                   .library = from.at("library").get<std::string>(),
                   .sha256 = from.at("sha256"),
                   .decoders = {}};
  for (const json& d : from.at("decoders")) {
    facts.decoders.push_back({.codec = d.at("codec"),
                              .variant = d.at("variant"),
                              .element_types = d.at("element_types"),
                              .container = d.at("container"),
                              .compressed_alignment = d.at("compressed_alignment"),
                              .uncompressed_alignment = d.at("uncompressed_alignment"),
                              .compressed_padding = d.at("compressed_padding"),
                              .compresses = d.at("compresses"),
                              .parameters = {}});
    for (const json& p : d.at("parameters"))
      facts.decoders.back().parameters.push_back(parameter_of(p));
  }
  return facts;
}

}  // namespace codag::harness
