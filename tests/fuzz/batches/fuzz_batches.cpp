#include "tests/fuzz/batches/fuzz_batches.hpp"

#include <algorithm>
#include <chrono>
#include <future>
#include <iostream>
#include <map>
#include <stdexcept>

#include "tests/fuzz/batches/minimise.hpp"

namespace codag::fuzz {
namespace {

constexpr unsigned minimising_tries = 400;

struct prepared {
  batch b;
  batch_output expected;
  std::map<std::string, std::uint64_t> kinds;
};

prepared prepare(const tested_variants& tested, const fuzz_options& options, std::uint64_t number,
                 progress& told) {
  const std::int64_t began = now_ms();
  prepared p{tested.make(options.seed, number, options.chunks), {}, {}};
  const std::int64_t made = now_ms();
  p.expected = tested.expected(p.b);
  const std::int64_t decoded = now_ms();
  p.kinds = tested.kinds_in(p.b, p.expected);
  told.making_ms += made - began;
  told.reference_ms += decoded - made;
  told.counting_ms += now_ms() - decoded;
  return p;
}

/// How many chunks each of them has done.
std::map<std::string_view, std::uint64_t> counted(const std::vector<std::string_view>& done_by) {
  std::map<std::string_view, std::uint64_t> counts;
  for (const std::string_view who : done_by) ++counts[who];
  return counts;
}

/// The first difference; empty if there is none.
std::string wrong_of(const tested_variants& tested, std::size_t variant,
                     const parameter_values& values, const batch& b, batch_launcher& launcher) {
  return tested.judge(variant, values, b, tested.expected(b), launcher).wrong;
}

bool is_there(const std::future<prepared>& batch) {
  return batch.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

/// Launches a variant on a batch. A difference is made smaller, saved and printed.
void try_batch(const tested_variants& tested, std::size_t variant, const parameter_values& values,
               const prepared& p, batch_launcher& launcher, const fuzz_options& options,
               std::uint64_t number, progress& told) {
  const harness::variant_facts& facts = *tested.variants()[variant];
  told.variant = static_cast<std::uint32_t>(variant);
  told.launch_began = now_ms();
  const verdict said = tested.judge(variant, values, p.b, p.expected, launcher);
  told.launch_began = 0;
  told.executions += said.executions;
  for (const auto& [who, count] : counted(said.done_by))
    told.count(std::string(facts.variant) + ": chunks by " + std::string(who), count);
  if (said.wrong.empty()) return;
  ++told.findings;
  finding f{.codec = std::string(tested.codec().name),
            .variant = std::string(facts.variant),
            .values = values,
            .says = said.wrong,
            .seed = options.seed,
            .number = number,
            .chunks = p.b};
  const auto is_wrong = [&](const batch& smaller) {
    told.launch_began = now_ms();
    const std::string says = wrong_of(tested, variant, values, smaller, launcher);
    told.launch_began = 0;
    if (says.empty()) return false;
    f.says = says;
    return true;
  };
  f.chunks = minimised(f.chunks, is_wrong, minimising_tries);
  std::cout << launch_name(facts, values) << ", " << to_string(f.chunks.type) << ", "
            << f.chunks.chunks.size() << " chunks: " << f.says << ": "
            << save(f, options.findings).string() << std::endl;
}

}  // namespace

void fuzz_batches(const tested_variants& tested, batch_launcher& launcher,
                  const fuzz_options& options, std::uint64_t number, progress& told) {
  const auto prepare_number = [&](std::uint64_t n) {
    return std::async(std::launch::async, [&, n] { return prepare(tested, options, n, told); });
  };
  const std::int64_t end = now_ms() + static_cast<std::int64_t>(options.seconds * 1000);
  const auto goes_on = [&] {
    return told.findings < options.most_findings &&
           (options.executions > 0 ? told.executions < options.executions : now_ms() < end);
  };
  auto next = prepare_number(number);
  for (; goes_on(); ++number) {
    const std::int64_t waits = now_ms();
    const prepared p = next.get();
    const std::int64_t judges = now_ms();
    next = prepare_number(number + 1);
    told.batch = number;
    told.inputs += p.b.chunks.size();
    for (const status s : p.expected.statuses) ++told.statuses[static_cast<std::size_t>(s)];
    for (const auto& [kind, count] : p.kinds) told.count(kind, count);
    // Until the next batch is there, with further values of the parameters.
    bool tried = true;
    for (std::uint64_t pass = 0; tried; ++pass) {
      tried = false;
      told.pass = pass;
      for (std::size_t v = 0; v < tested.variants().size(); ++v) {
        if (pass > 0 && (!goes_on() || pass >= tested.combinations(v) || is_there(next))) continue;
        const parameter_values& values = tested.values(v, number, pass);
        if (!tested.takes(v, values, p.b)) continue;
        tried = true;
        try_batch(tested, v, values, p, launcher, options, number, told);
      }
    }
    told.waiting_ms += judges - waits;
    told.judging_ms += now_ms() - judges;
  }
}

finding unfinished_batch(const tested_variants& tested, std::size_t variant,
                         const fuzz_options& options, std::uint64_t number, std::uint64_t pass,
                         std::string says) {
  return {.codec = std::string(tested.codec().name),
          .variant = std::string(tested.variants()[variant]->variant),
          .values = tested.values(variant, number, pass),
          .says = std::move(says),
          .seed = options.seed,
          .number = number,
          .chunks = tested.make(options.seed, number, options.chunks)};
}

std::optional<replayed> replay(const finding& f, where backend, batch_launcher& launcher,
                               unsigned times) {
  if (const codec* const codec = find_codec(f.codec); codec != nullptr)
    for (const auto& tested : {tested_decoders(*codec, backend, f.variant),
                               tested_encoders(*codec, backend, f.variant)}) {
      if (tested == nullptr) continue;
      const auto variants = tested->variants();
      const auto same = std::ranges::find(variants, f.variant, &harness::variant_facts::variant);
      if (same == variants.end()) continue;
      const auto v = static_cast<std::size_t>(same - variants.begin());
      if (!std::ranges::equal((*same)->parameters, f.values, &parameter::allows) ||
          !tested->takes(v, f.values, f.chunks))
        continue;
      replayed r{.times = times, .wrong = 0, .says = {}};
      for (unsigned i = 0; i < times; ++i) {
        const std::string says = wrong_of(*tested, v, f.values, f.chunks, launcher);
        if (says.empty()) continue;
        ++r.wrong;
        if (r.says.empty()) r.says = says;
      }
      return r;
    }
  return std::nullopt;
}

}  // namespace codag::fuzz
