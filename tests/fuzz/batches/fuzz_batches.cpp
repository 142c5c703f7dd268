#include "tests/fuzz/batches/fuzz_batches.hpp"

#include <algorithm>
#include <future>
#include <iostream>
#include <map>
#include <stdexcept>

#include "tests/fuzz/batches/minimise.hpp"
#include "tests/support/kinds/count_kinds.hpp"
#include "tests/support/registered_kernels.hpp"

namespace codag::fuzz {
namespace {

/// Of the chunks that are ok, so many are looked at for their kinds of symbols.
constexpr std::size_t one_in = 16;
constexpr unsigned minimising_tries = 400;

std::vector<element_type> types_of(std::span<const harness::column_kernel* const> kernels) {
  std::vector<element_type> types;
  for (const element_type type : test::all_types)
    if (std::ranges::any_of(kernels, [&](const auto* k) { return k->facts.decodes(type); }))
      types.push_back(type);
  return types;
}

struct prepared {
  batch b;
  batch_output expected;
  std::map<std::string, std::uint64_t> kinds;
};

prepared prepare(const codec& codec, const chunk_source& source,
                 std::span<const element_type> types, const fuzz_options& options,
                 std::uint64_t number) {
  prepared p{make_batch(source, types, options.seed, number, options.chunks), {}, {}};
  p.expected = decode_by_reference(codec, p.b);
  test::kind_counts seen(test::kinds_of(codec.name, p.b.type));
  for (std::size_t i = 0; i < p.b.chunks.size(); i += one_in)
    if (p.expected.statuses[i] == status::ok) {
      const chunk& c = p.b.chunks[i];
      test::count_kinds(codec.name, p.b.type, std::span(p.b.in).subspan(c.in_offset, c.in_bytes),
                        std::span(p.expected.out).subspan(c.out_offset, c.out_bytes), seen);
    }
  p.kinds = seen.counts();
  return p;
}

/// The combination that a batch is decoded with. Batches of each type in turn have the same one, so
/// that every type meets every combination.
const parameter_values& values_of_batch(std::span<const parameter_values> swept,
                                        std::span<const element_type> types, std::uint64_t number) {
  return swept[number / types.size() % swept.size()];
}

/// Why the variant cannot decode this batch with these values; empty if it can.
std::string why_not(const harness::column_kernel& kernel, const parameter_values& values,
                    const batch& b) {
  if (kernel.why_not == nullptr) return {};
  chunked_column column;
  column.type = b.type;
  column.raw_bytes = b.out_bytes;
  column.bytes = b.in;
  column.chunks = b.chunks;
  return kernel.why_not(column, values);
}

/// The first difference; empty if there is none.
std::string first_difference(const codec& codec, const harness::column_kernel& kernel,
                             const parameter_values& values, const batch& b,
                             batch_launcher& launcher) {
  const batch_output expected = decode_by_reference(codec, b);
  const auto found = differences(b, expected, launcher.decode(kernel, values, b), 1);
  return found.empty() ? std::string()
                       : "chunk " + std::to_string(found[0].chunk) + ": " + found[0].says;
}

}  // namespace

std::vector<const harness::column_kernel*> fuzzed_kernels(const codec& codec, where backend,
                                                          std::string_view variants) {
  std::vector<const harness::column_kernel*> kernels;
  for (const auto& kernel : harness::column_kernels())
    if (kernel.facts.codec == codec.name && kernel.check == nullptr &&
        (backend == where::gpu ? kernel.cuda.launch != nullptr : kernel.run != nullptr) &&
        kernel.facts.variant.find(variants) != std::string_view::npos)
      kernels.push_back(&kernel);
  return kernels;
}

std::vector<parameter_values> swept_values(const harness::variant_facts& facts) {
  return test::combinations(facts.parameters, [](const parameter& p) {
    parameter_values values;
    if (!p.choices.empty())
      for (std::uint64_t v = p.least; v <= p.most; ++v) values.push_back(v);
    else if (p.power_of_two)
      for (std::uint64_t v = p.least; v <= p.most; v *= 2) values.push_back(v);
    else
      values = {p.least, p.standard, p.most};
    const auto repeated = std::ranges::unique(values);
    values.erase(repeated.begin(), repeated.end());
    return values;
  });
}

void fuzz_batches(const codec& codec, std::span<const harness::column_kernel* const> kernels,
                  batch_launcher& launcher, const fuzz_options& options, std::uint64_t number,
                  progress& told) {
  const auto types = types_of(kernels);
  std::vector<std::vector<parameter_values>> values_of;
  for (const auto* kernel : kernels) values_of.push_back(swept_values(kernel->facts));
  const chunk_source source(codec.name);
  const auto prepare_number = [&](std::uint64_t n) {
    return std::async(std::launch::async,
                      [&, n] { return prepare(codec, source, types, options, n); });
  };
  const std::int64_t end = now_ms() + static_cast<std::int64_t>(options.seconds * 1000);
  const auto goes_on = [&] {
    return told.findings < options.most_findings &&
           (options.executions > 0 ? told.decodes < options.executions : now_ms() < end);
  };
  auto next = prepare_number(number);
  for (; goes_on(); ++number) {
    const prepared p = next.get();
    next = prepare_number(number + 1);
    told.batch = number;
    told.inputs += p.b.chunks.size();
    for (const status s : p.expected.statuses) ++told.statuses[static_cast<std::size_t>(s)];
    for (const auto& [kind, count] : p.kinds) told.count(kind, count);
    for (std::size_t k = 0; k < kernels.size(); ++k) {
      const harness::column_kernel& kernel = *kernels[k];
      const parameter_values& values = values_of_batch(values_of[k], types, number);
      if (!kernel.facts.decodes(p.b.type) || !why_not(kernel, values, p.b).empty()) continue;
      told.kernel = static_cast<std::uint32_t>(k);
      told.launch_began = now_ms();
      const batch_output got = launcher.decode(kernel, values, p.b);
      told.launch_began = 0;
      told.decodes += p.b.chunks.size();
      if (!got.chosen.empty())
        told.count(std::string(kernel.facts.variant) + ": launches with " + got.chosen, 1);
      const auto found = differences(p.b, p.expected, got, 1);
      if (found.empty()) continue;
      ++told.findings;
      finding f{.codec = std::string(codec.name),
                .variant = std::string(kernel.facts.variant),
                .values = values,
                .says = "chunk " + std::to_string(found[0].chunk) + ": " + found[0].says,
                .seed = options.seed,
                .number = number,
                .chunks = p.b};
      f.chunks = minimised(
          f.chunks,
          [&](const batch& smaller) {
            told.launch_began = now_ms();
            const std::string says = first_difference(codec, kernel, values, smaller, launcher);
            told.launch_began = 0;
            if (says.empty()) return false;
            f.says = says;
            return true;
          },
          minimising_tries);
      std::cout << launch_name(kernel.facts, values) << ", " << to_string(f.chunks.type) << ", "
                << f.chunks.chunks.size() << " chunks: " << f.says << ": "
                << save(f, options.findings).string() << std::endl;
    }
  }
}

finding unfinished_batch(const codec& codec, std::span<const harness::column_kernel* const> kernels,
                         std::size_t which, const fuzz_options& options, std::uint64_t number,
                         std::string says) {
  const harness::column_kernel& kernel = *kernels[which];
  const auto types = types_of(kernels);
  return {
      .codec = std::string(codec.name),
      .variant = std::string(kernel.facts.variant),
      .values = values_of_batch(swept_values(kernel.facts), types, number),
      .says = std::move(says),
      .seed = options.seed,
      .number = number,
      .chunks = make_batch(chunk_source(codec.name), types, options.seed, number, options.chunks)};
}

replayed replay(const finding& f, batch_launcher& launcher, unsigned times) {
  const codec* const codec = find_codec(f.codec);
  const auto* const kernel = harness::find_row(harness::column_kernels(), f.codec, f.variant);
  if (codec == nullptr || kernel == nullptr || !launcher.has(*kernel) ||
      !std::ranges::equal(kernel->facts.parameters, f.values, &parameter::allows) ||
      !kernel->facts.decodes(f.chunks.type))
    throw std::runtime_error("this build cannot launch " + f.codec + "/" + f.variant);
  replayed r{.times = times, .wrong = 0, .says = {}};
  for (unsigned i = 0; i < times; ++i) {
    const std::string says = first_difference(*codec, *kernel, f.values, f.chunks, launcher);
    if (says.empty()) continue;
    ++r.wrong;
    if (r.says.empty()) r.says = says;
  }
  return r;
}

}  // namespace codag::fuzz
