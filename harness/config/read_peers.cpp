#include "harness/config/read_peers.hpp"

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "harness/config/read_choices.hpp"

namespace codag::harness {
namespace {

std::string full_name(const peer_decoder_facts& decoder) {
  return decoder.codec + "/" + decoder.variant;
}

/// "deflate/nvcomp" as its codec and variant.
std::pair<std::string, std::string> split_name(const placed_json& place) {
  const std::string name = place.text();
  const auto slash = name.find('/');
  const auto allowed = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '/';
  };
  if (slash == std::string::npos || slash == 0 || slash + 1 == name.size() ||
      !std::ranges::all_of(name, allowed))
    place.expected("CODEC/VARIANT, as `codag list peers` shows it");
  return {name.substr(0, slash), name.substr(slash + 1)};
}

/// A parameter's value as text, where nobody says which values it has.
std::string value_as_given(const placed_json& place) {
  const auto allowed = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '.'; };
  const nlohmann::json& value = place.value();
  std::string text = value.is_string() ? value.get<std::string>() : value.dump();
  if (text.empty() || !std::ranges::all_of(text, allowed))
    place.expected("a number, a size or a choice");
  return text;
}

/// What follows the names of a decoder's variants if its peer is absent, so that nobody says which
/// parameters it has: every combination of the values that the config gives. The skipped cases are
/// called like those of the peer, but for the order of several parameters: here, of their keys.
std::vector<std::string> suffixes_as_given(const placed_json& place) {
  std::vector<std::string> suffixes = {""};
  for (const auto& [key, value] : place.value().items()) {
    if (key == "name") continue;
    const placed_json given = place.at(key);
    const auto allowed = [](unsigned char c) {
      return std::islower(c) != 0 || std::isdigit(c) != 0 || c == '_';
    };
    if (key.empty() || !std::ranges::all_of(key, allowed))
      given.fail("a parameter's name has lower-case letters, digits and _");
    const auto values = value.is_array() ? given.elements() : std::vector{given};
    check_cases(given, suffixes.size() * values.size());
    std::vector<std::string> longer;
    for (const std::string& suffix : suffixes)
      for (const placed_json& one : values)
        longer.push_back(suffix + "/" + key + "=" + value_as_given(one));
    suffixes = std::move(longer);
  }
  return suffixes;
}

class peer_reader {
 public:
  peer_reader(const config& config, const known_names& known) : config_(config), known_(known) {}

  peer_spec read(const placed_json& place) {
    peer_spec spec;
    bool optional = false;
    const bool short_form = place.value().is_string();
    const placed_json library = short_form ? place : place.at("library");
    if (!short_form) {
      place.only_keys({"library", "decoders", "optional", "timeout_s", "compress", "one_call"});
      if (place.has("optional")) optional = place.at("optional").truth();
      if (place.has("compress")) spec.compress = place.at("compress").truth();
      if (place.has("one_call")) spec.one_call = place.at("one_call").truth();
      if (place.has("timeout_s")) spec.timeout_s = place.at("timeout_s").number(1, 86'400);
    }
    spec.library = library.text();
    if (spec.library.empty() || datasets::has_control_character(spec.library))
      library.expected("the name of a peer, or the path of its library");
    if (optional && !place.has("decoders"))
      place.fail("an optional peer lists its \"decoders\", so that a report says what is missing");
    peer_lookup found = known_.find_peer(spec.library, config_.file.parent_path());
    if (!found.absent.empty() && !optional) library.fail(found.absent);
    spec.file = std::move(found.file);
    spec.absent = std::move(found.absent);
    spec.facts = std::move(found.facts);
    if (!short_form && place.has("decoders"))
      for (const placed_json& one : place.at("decoders").elements()) read_decoder(one, spec);
    else
      add_all(place, spec);
    check_asked(place, spec);
    return spec;
  }

 private:
  [[nodiscard]] bool is_codec_of_config(const std::string& codec) const {
    return std::ranges::find(config_.codecs, codec, &named_choice::registered) !=
           config_.codecs.end();
  }

  /// Whether codag itself has the codec, so that the peer decodes the chunks of the other variants.
  [[nodiscard]] bool is_ours(const std::string& codec) const {
    return find_known(known_.codecs, codec) != nullptr;
  }

  /// What is asked of a peer must be something that it can do, as far as that is known.
  void check_asked(const placed_json& place, const peer_spec& spec) const {
    if (spec.one_call && spec.absent.empty() && spec.facts.on_gpu)
      place.at("one_call")
          .fail(spec.facts.name + " runs on a GPU, where it gets all chunks in one call anyway");
    const auto has_own_format = [&](const peer_choice& choice) { return !is_ours(choice.codec); };
    if (spec.compress && std::ranges::none_of(spec.choices, has_own_format))
      place.at("compress")
          .fail(
              "none of the decoders has a format of the peer's own, and codag makes the others' "
              "chunks");
  }

  /// Every decoder of the library that has something to do.
  void add_all(const placed_json& place, peer_spec& spec) {
    for (std::size_t i = 0; i < spec.facts.decoders.size(); ++i) {
      const peer_decoder_facts& d = spec.facts.decoders[i];
      if (is_ours(d.codec) ? is_codec_of_config(d.codec) : d.compresses)
        add(place, spec, {d.codec, named_choice(d.variant, {}), i});
    }
    if (spec.choices.empty())
      place.fail(spec.facts.name + " decodes none of the config's codecs, and has none of its own");
  }

  void read_decoder(const placed_json& place, peer_spec& spec) {
    const bool short_form = place.value().is_string();
    const placed_json name = short_form ? place : place.at("name");
    const auto [codec, variant] = split_name(name);
    if (is_ours(codec) && !is_codec_of_config(codec))
      name.fail(codec + " is not among the config's codecs; add it there");
    std::size_t at = 0;
    known_name declared{.name = variant};
    if (spec.absent.empty()) {
      std::vector<std::string> names(spec.facts.decoders.size());
      std::ranges::transform(spec.facts.decoders, names.begin(), full_name);
      const std::string known = name.name_of("decoder", names);
      at = static_cast<std::size_t>(std::ranges::find(names, known) - names.begin());
      const peer_decoder_facts& d = spec.facts.decoders[at];
      if (!is_ours(codec) && !d.compresses)
        name.fail(spec.facts.name + " does not compress " + codec +
                  ", and neither does codag, so there would be no chunks to decode");
      declared.parameters = d.parameters;
    }
    if (short_form) {
      add(place, spec, {codec, named_choice(variant, {}), at});
      return;
    }
    if (!spec.absent.empty()) {
      for (const std::string& suffix : suffixes_as_given(place)) {
        named_choice choice(variant, {});
        choice.name += suffix;
        add(place, spec, {codec, std::move(choice), at});
      }
      return;
    }
    std::vector<std::string> keys = {"name"};
    for (const parameter& p : declared.parameters) keys.emplace_back(p.key);
    place.only_keys(keys);
    for (chosen_parameters& chosen : read_parameters(place, declared))
      add(place, spec, {codec, named_choice(variant, std::move(chosen)), at});
  }

  void add(const placed_json& place, peer_spec& spec, peer_choice&& choice) {
    const std::string name = choice.codec + "/" + choice.variant.name;
    if (find_known(known_.variants, choice.variant.registered) != nullptr)
      place.fail("codag has a variant " + choice.variant.registered +
                 " itself; the peer needs another name for its own");
    if (!names_.insert(name).second) place.fail("a second decoder " + name + "; list it once");
    check_cases(place, names_.size());
    spec.choices.push_back(std::move(choice));
  }

  const config& config_;
  const known_names& known_;
  std::set<std::string> names_;
};

}  // namespace

std::vector<std::shared_ptr<const peer_spec>> read_peers(const placed_json& place,
                                                         const config& config,
                                                         const known_names& known,
                                                         std::size_t more) {
  if (!known.find_peer) return {};
  std::vector<std::shared_ptr<const peer_spec>> all;
  peer_reader reader(config, known);
  const std::vector<placed_json> elements = place.elements();
  for (const placed_json& one : elements) {
    const bool typed = all.size() + more >= elements.size();
    all.push_back(std::make_shared<const peer_spec>(
        reader.read(typed ? placed_json(one.value(), "--peer") : one)));
  }
  return all;
}

}  // namespace codag::harness
