#include "harness/plan/plan.hpp"

#include <algorithm>
#include <iterator>
#include <set>

#include "codag/codec/codec.hpp"
#include "datasets/dataset.hpp"
#include "datasets/generator/generator.hpp"
#include "harness/config/sizes.hpp"
#include "harness/kernels/registry.hpp"
#include "harness/support/nearest_name.hpp"
#include "harness/support/pattern.hpp"

namespace codag::harness {

namespace {

std::vector<parameter> declared_by(std::span<const parameter> parameters) {
  return {parameters.begin(), parameters.end()};
}

/// The facts of a codec's variant; nullptr if the codec has no variant of that name.
const variant_facts* find_facts(const std::string& codec, const std::string& variant) {
  for (const variant_facts* facts : all_variants())
    if (facts->codec == codec && facts->variant == variant) return facts;
  return nullptr;
}

/// The chosen and default values of the parameters that this codec's variant declares. The values
/// are checked again here, because the config's reader uses the widest limits over all codecs.
resolved_parameters resolve_launch(const config& config, const variant_facts& facts,
                                   const chosen_parameters& chosen) {
  for (const parameter& p : facts.parameters)
    if (const auto value = chosen.of(p.key); value && !p.allows(*value))
      throw datasets::bad_input(config.file.string() + ": " + std::string(facts.codec) + " " +
                                std::string(facts.variant) + " allows " + std::string(p.key) +
                                " from " + value_text(p, p.least) + " to " + value_text(p, p.most) +
                                ", not " + value_text(p, *value));
  std::vector<parameter> declared = declared_by(facts.parameters);
  parameter_values values = resolve(declared, chosen);
  return {std::move(declared), std::move(values)};
}

/// The kind of work for a variant's family.
work work_of(family family, column_work&& column) {
  switch (family) {
    case family::tile:
      return tile_case{std::move(column)};
    case family::encode:
      return encode_case{std::move(column)};
    case family::decode:
    case family::query:
      break;
  }
  return decode_case{std::move(column)};
}

/// Bytes of the column of which a few chunks are damaged.
constexpr std::uint64_t most_damaged_bytes = 1 << 20;

/// The size of a chunk that is a whole column, a multiple of 8.
std::uint32_t whole_column_bytes(std::uint64_t size) {
  return static_cast<std::uint32_t>(
      std::min<std::uint64_t>((size + 7) / 8 * 8, max_whole_column_bytes));
}

/// "MC0/deflate/block_per_chunk/128KiB"
std::string name_of(const column_work& column) {
  return column.dataset.name + "/" + column.codec_name + "/" + column.variant + "/" +
         chunk_name(column.chunk_bytes);
}

class planner {
 public:
  planner(const config& config, backend kernels_on) : config_(config), kernels_on_(kernels_on) {}

  std::vector<bench_case> make() {
    for (const dataset_spec& dataset : config_.datasets) {
      check(dataset);
      const std::uint64_t size = dataset.size.value_or(config_.size);
      if (config_.asks(measurement::time)) add_traffic(size);
      const std::vector<std::uint32_t> chunks =
          dataset.came_compressed() ? std::vector<std::uint32_t>{0} : config_.chunk_bytes;
      if (!config_.queries.empty()) {
        add_queries(dataset, size);
        continue;
      }
      for (const named_choice& codec : config_.codecs)
        for (const std::uint32_t chunk_bytes : chunks)
          for (const named_choice& variant : config_.variants)
            add_column(dataset, codec, variant, chunk_bytes, size);
      for (const auto& peer : config_.peers)
        for (const peer_choice& choice : peer->choices)
          for (const std::uint32_t chunk_bytes : chunks)
            add_peer(dataset, peer, choice, chunk_bytes, size);
    }
    add_damage();
    return std::move(plan_);
  }

 private:
  /// Rejects combinations of values that exclude each other, before anything runs.
  void check(const dataset_spec& dataset) const {
    if (dataset.generator.empty()) return;
    const auto& generator = datasets::find_generator(dataset.generator);
    try {
      check_parameters(generator, resolve(declared_by(generator.parameters), dataset.chosen));
    } catch (const datasets::bad_input& e) {
      throw datasets::bad_input(config_.file.string() + ": dataset " + dataset.name + ": " +
                                e.what());
    }
  }

  void add_traffic(std::uint64_t size) {
    if (!sizes_.insert(size).second) return;
    for (const traffic kind : {traffic::copy, traffic::read, traffic::write})
      add_traffic(kind, size);
  }
  void add_traffic(traffic kind, std::uint64_t size) {
    plan_.push_back({.name = std::string(to_string(kind)) + "/" + size_name(size),
                     .backend = kernels_on_ == backend::cuda ? backend::cuda : backend::cpu,
                     .size = size,
                     .work = traffic_case{kind}});
  }

  /// A case per query of the dataset's tables, codec, chunk size and variant.
  void add_queries(const dataset_spec& tables, std::uint64_t size) {
    for (const std::string& query : config_.queries) {
      dataset_spec dataset = tables;
      dataset.name += "/" + query;
      for (const named_choice& codec : config_.codecs)
        for (const std::uint32_t chunk_bytes : config_.chunk_bytes)
          for (const named_choice& variant : config_.variants)
            add_query(query, dataset, codec, variant, chunk_bytes, size);
    }
  }

  void add_query(const std::string& query, const dataset_spec& dataset, const named_choice& codec,
                 const named_choice& variant, std::uint32_t chunk_bytes, std::uint64_t size) {
    const variant_facts* facts = find_facts(codec.registered, variant.registered);
    if (facts != nullptr && facts->family != family::query)
      throw datasets::bad_input(config_.file.string() + ": " + variant.name +
                                " runs no queries; drop it, or the config's \"queries\"");
    query_case what{column_of(dataset, codec, variant, chunk_bytes, facts), query};
    std::string name = name_of(what);
    plan_.push_back(
        {.name = std::move(name), .backend = kernels_on_, .size = size, .work = std::move(what)});
  }

  /// The work of a variant with these choices on a dataset.
  [[nodiscard]] column_work column_of(const dataset_spec& dataset, const named_choice& codec,
                                      const named_choice& variant, std::uint32_t chunk_bytes,
                                      const variant_facts* facts) const {
    std::vector<parameter> settings = declared_by(find_codec(codec.registered)->parameters);
    parameter_values encoder_values = resolve(settings, codec.chosen);
    column_work column{.dataset = dataset,
                       .codec = codec.registered,
                       .codec_name = codec.name,
                       .encoder = {std::move(settings), std::move(encoder_values)},
                       .variant = variant.name,
                       .registered_variant = variant.registered,
                       .parts = {},
                       .launch = {},
                       .chunk_bytes = chunk_bytes};
    if (facts == nullptr) return column;
    column.parts.assign(facts->parts.begin(), facts->parts.end());
    column.launch = resolve_launch(config_, *facts, variant.chosen);
    if (facts->partial != nullptr) column.partial = facts->partial(column.launch.values);
    return column;
  }

  void add_column(const dataset_spec& dataset, const named_choice& codec,
                  const named_choice& variant, std::uint32_t chunk_bytes, std::uint64_t size) {
    const variant_facts* facts = find_facts(codec.registered, variant.registered);
    if (facts != nullptr && facts->family == family::query)
      throw datasets::bad_input(config_.file.string() + ": " + variant.name +
                                " runs queries; give the config \"queries\", or drop it");
    const bool whole_column = facts != nullptr && facts->whole_column && chunk_bytes != 0;
    if (whole_column) chunk_bytes = whole_column_bytes(size);
    column_work column = column_of(dataset, codec, variant, chunk_bytes, facts);
    column.whole_column = whole_column;
    // Such a variant has one case, however many chunk sizes there are.
    if (whole_column && !whole_.insert(name_of(column)).second) return;
    plan_.push_back(
        {.name = name_of(column),
         .backend = is_native(variant.registered) ? backend::cpu : kernels_on_,
         .size = size,
         .work = work_of(facts == nullptr ? family::decode : facts->family, std::move(column))});
  }

  /// The cases of a peer's decoder: one per encoder of its codec, as for our own variants.
  void add_peer(const dataset_spec& dataset, const std::shared_ptr<const peer_spec>& peer,
                const peer_choice& choice, std::uint32_t chunk_bytes, std::uint64_t size) {
    std::vector<parameter> declared;
    if (peer->absent.empty()) declared = peer->facts.decoders[choice.decoder].parameters;
    parameter_values values = resolve(declared, choice.variant.chosen);
    column_work column{.dataset = dataset,
                       .codec = choice.codec,
                       .codec_name = choice.codec,
                       .encoder = {},
                       .variant = choice.variant.name + (peer->one_call ? "/one_call" : ""),
                       .registered_variant = choice.variant.registered,
                       .parts = {},
                       .launch = {std::move(declared), std::move(values)},
                       .chunk_bytes = chunk_bytes,
                       .peer = peer,
                       .peer_decoder = choice.decoder};
    const codag::codec* ours = find_codec(choice.codec);
    if (ours == nullptr) {
      plan_peer(std::move(column), size);
      return;
    }
    for (const named_choice& codec : config_.codecs) {
      if (codec.registered != choice.codec) continue;
      column.codec_name = codec.name;
      column.encoder.declared = declared_by(ours->parameters);
      column.encoder.values = resolve(column.encoder.declared, codec.chosen);
      plan_peer(column, size);
    }
  }

  void plan_peer(column_work column, std::uint64_t size) {
    // Without the library it is unknown where it runs; the cases are skipped anyway.
    const backend on = column.peer->absent.empty() ? column.peer->facts.runs_on() : backend::cuda;
    const std::string name = name_of(column);
    // The damaged chunks of the first column stand for all: they test the decoder, not the data.
    if (damaged_.insert(column.codec_name + "/" + column.variant).second)
      damage_.push_back(
          {.name = name + "/damaged",
           .backend = on,
           // A file's own chunks may be larger, and it has to be read whole.
           .size = column.dataset.came_compressed() ? size : std::min(size, most_damaged_bytes),
           .work = damage_case{column}});
    if (column.peer->compress && find_codec(column.codec) == nullptr) {
      column_work compression = column;
      compression.variant += "/compress";
      plan_.push_back({.name = name_of(compression),
                       .backend = on,
                       .size = size,
                       .work = encode_case{std::move(compression)}});
    }
    plan_.push_back(
        {.name = name, .backend = on, .size = size, .work = decode_case{std::move(column)}});
  }

  /// The cases about damaged chunks come last: a peer that they crash is loaded again for each.
  void add_damage() { std::ranges::move(damage_, std::back_inserter(plan_)); }

  const config& config_;
  backend kernels_on_;
  std::set<std::uint64_t> sizes_;
  std::set<std::string> damaged_;
  std::set<std::string> whole_;  ///< names of cases on whole columns
  std::vector<bench_case> damage_;
  std::vector<bench_case> plan_;
};

/// One case per number of operations and mode: "alu/all_threads/1000".
std::vector<bench_case> microbenchmark_plan(const microbenchmark_spec& spec, backend kernels_on) {
  std::vector<bench_case> plan;
  for (const std::uint32_t operations : spec.operations_per_access)
    for (const bool all_threads : {true, false}) {
      bench_case c{
          .name = {}, .backend = kernels_on, .size = 0, .work = alu_case{all_threads, operations}};
      c.name = c.variant() + "/" + std::to_string(operations);
      plan.push_back(std::move(c));
    }
  return plan;
}

}  // namespace

std::vector<bench_case> make_plan(const config& config, backend kernels_on) {
  if (config.microbenchmark) return microbenchmark_plan(*config.microbenchmark, kernels_on);
  return planner(config, kernels_on).make();
}

std::vector<bench_case> filter_plan(const std::vector<bench_case>& plan, const std::string& regex) {
  const auto is_traffic = [](const bench_case& c) { return c.memory_traffic() != nullptr; };
  std::vector<bench_case> matching, with_roofs;
  try {
    const pattern wanted(regex);
    for (const bench_case& c : plan) {
      const bool matches = wanted.finds(c.name);
      if (matches) matching.push_back(c);
      if (matches || is_traffic(c)) with_roofs.push_back(c);
    }
  } catch (const bad_pattern& e) {
    throw datasets::bad_input("--filter: \"" + regex.substr(0, 100) +
                              "\" is not a regular expression: " + e.what());
  }
  if (matching.empty())
    throw datasets::bad_input("--filter: \"" + regex + "\" matches none of " +
                              std::to_string(plan.size()) +
                              " cases; `codag run CONFIG --dry-run` lists their names");
  return std::ranges::all_of(matching, is_traffic) ? matching : with_roofs;
}

std::vector<bench_case> only_case(const std::vector<bench_case>& plan, const std::string& name) {
  const bench_case* nearest = nullptr;
  for (const bench_case& c : plan) {
    if (c.name == name) return {c};
    if (nearest == nullptr || edit_distance(name, c.name) < edit_distance(name, nearest->name))
      nearest = &c;
  }
  throw datasets::bad_input(
      "--case: no case is named \"" + name + "\"" +
      (nearest == nullptr ? "" : "; the nearest is \"" + nearest->name + "\"") +
      "; `codag run CONFIG --dry-run` lists them");
}

}  // namespace codag::harness
