#include <algorithm>
#include <mutex>

#include "harness/kernels/registry.hpp"
#include "tests/fuzz/batches/chunk_source.hpp"
#include "tests/fuzz/batches/tested.hpp"
#include "tests/support/kinds/count_kinds.hpp"
#include "tests/support/sink_on_host.hpp"

namespace codag::fuzz {
namespace {

/// One chunk in this many is looked at for its kinds of symbols.
constexpr std::size_t one_in = 4;

/// The chunks of a batch that are ok, one output after the other, as in a column.
struct accepted_chunks {
  batch b;
  bytes values;
};

accepted_chunks accepted(const batch& b, const batch_output& expected) {
  accepted_chunks a{{.type = b.type, .poison = b.poison, .in = b.in}, {}};
  for (std::size_t i = 0; i < b.chunks.size(); ++i) {
    if (expected.statuses[i] != status::ok) continue;
    const auto begin = expected.out.begin() + static_cast<std::ptrdiff_t>(b.chunks[i].out_offset);
    a.b.chunks.push_back(b.chunks[i]);
    a.b.chunks.back().out_offset = a.values.size();
    a.values.insert(a.values.end(), begin, begin + b.chunks[i].out_bytes);
  }
  a.b.out_bytes = a.values.size();
  return a;
}

std::string at_chunk(std::size_t i, const std::string& wrong) {
  return "chunk " + std::to_string(i) + ": " + wrong;
}

std::string status_instead(status got, status expected) {
  return std::string("status ") + to_string(got) + ", reference " + to_string(expected);
}

/// A kernel whose sink does not store the values: the statuses of all chunks, and what the sink
/// makes of those that are ok.
std::string wrong_of_sink(const harness::column_kernel& kernel, const parameter_values& values,
                          const batch& b, const batch_output& expected, batch_launcher& launcher) {
  const std::vector<status> statuses = launcher.decode(kernel, values, b).statuses;
  const bool skips = test::skips_tiles(kernel.facts, values);
  for (std::size_t i = 0; i < b.chunks.size(); ++i)
    if (statuses[i] != expected.statuses[i] && !(skips && expected.statuses[i] != status::ok))
      return at_chunk(i, status_instead(statuses[i], expected.statuses[i]));
  const accepted_chunks ok = accepted(b, expected);
  if (ok.b.chunks.empty()) return {};
  bytes complement = ok.values;
  for (std::byte& value : complement) value = ~value;
  const batch_output& got = launcher.decode(kernel, values, ok.b, complement);
  for (std::size_t i = 0; i < ok.b.chunks.size(); ++i)
    if (got.statuses[i] != status::ok)
      return "of the chunks that are ok, " +
             at_chunk(i, status_instead(got.statuses[i], status::ok));
  const std::string wrong =
      kernel.check({got.out, got.workspace}, {b.type, values, nullptr, phase::timed}, ok.values);
  return wrong.empty() ? wrong : "of the chunks that are ok: " + wrong;
}

/// A library must accept what the reference decoder accepts, with the same bytes, and nothing else.
/// Only libdeflate does not look for the symbols that RFC 1951 reserves.
std::string wrong_of_library(const harness::native_decoder& library, const batch& b,
                             const batch_output& expected) {
  const bool accepts_reserved = library.facts.variant == "cpu_libdeflate";
  std::string first;
  std::mutex mutex;
  for_each_chunk(b, [&](std::size_t i) {
    const chunk& c = b.chunks[i];
    const status reference = expected.statuses[i];
    bytes out(c.out_bytes);
    const bool ok = library.decode(in_of(b, c), b.type, out) == status::ok;
    std::string wrong;
    if (ok != (reference == status::ok) &&
        !(ok && accepts_reserved && reference == status::malformed_symbol))
      wrong =
          std::string(ok ? "accepted, reference " : "refused, reference ") + to_string(reference);
    else if (ok && reference == status::ok &&
             !std::ranges::equal(out, std::span(expected.out).subspan(c.out_offset, c.out_bytes)))
      wrong = "other bytes than the reference decoder's";
    if (wrong.empty()) return;
    const std::lock_guard lock(mutex);
    if (first.empty()) first = at_chunk(i, wrong);
  });
  return first;
}

class decoders final : public tested_variants {
 public:
  decoders(const codag::codec& codec, std::vector<const harness::column_kernel*> kernels)
      : tested_variants(codec), kernels_(std::move(kernels)), source_(codec) {
    std::vector<const harness::variant_facts*> facts;
    for (const auto* kernel : kernels_) facts.push_back(&kernel->facts);
    for (const auto& row : harness::native_decoders())
      if (row.facts.codec == codec.name && row.decode != nullptr && row.decode != codec.decode) {
        libraries_.push_back(&row);
        facts.push_back(&row.facts);
      }
    set_variants(std::move(facts));
  }

  [[nodiscard]] std::string name() const override { return std::string(codec().name); }
  [[nodiscard]] batch make(std::uint64_t seed, std::uint64_t number,
                           std::uint32_t chunks) const override {
    return make_batch(source_, type_of_batch(number), seed, number, chunks);
  }
  [[nodiscard]] batch_output expected(const batch& b) const override {
    return decode_by_reference(codec(), b);
  }
  [[nodiscard]] std::map<std::string, std::uint64_t> kinds_in(
      const batch& b, const batch_output& expected) const override {
    constexpr std::size_t together = 256;
    const test::kind_list kinds = test::kinds_of(codec().name, b.type);
    std::map<std::string, std::uint64_t> all;
    std::mutex mutex;
    parallel_for((b.chunks.size() + together - 1) / together, 0, [&](std::size_t n) {
      test::kind_counts seen(kinds);
      for (std::size_t i = n * together; i < std::min((n + 1) * together, b.chunks.size());
           i += one_in) {
        const chunk& c = b.chunks[i];
        if (expected.statuses[i] == status::ok)
          test::count_kinds(codec().name, b.type, in_of(b, c),
                            std::span(expected.out).subspan(c.out_offset, c.out_bytes), seen);
      }
      const std::lock_guard lock(mutex);
      for (const auto& [kind, count] : seen.counts()) all[kind] += count;
    });
    return all;
  }
  [[nodiscard]] bool takes(std::size_t variant, const parameter_values& values,
                           const batch& b) const override {
    if (!variants()[variant]->decodes(b.type)) return false;
    if (variant >= kernels_.size() || kernels_[variant]->why_not == nullptr) return true;
    chunked_column column;
    column.type = b.type;
    column.raw_bytes = b.out_bytes;
    column.bytes = b.in;
    column.chunks = b.chunks;
    return kernels_[variant]->why_not(column, values).empty();
  }
  [[nodiscard]] verdict judge(std::size_t variant, const parameter_values& values, const batch& b,
                              const batch_output& expected,
                              batch_launcher& launcher) const override {
    if (variant >= kernels_.size())
      return {wrong_of_library(*libraries_[variant - kernels_.size()], b, expected)};
    const harness::column_kernel& kernel = *kernels_[variant];
    if (kernel.check != nullptr)
      return {wrong_of_sink(kernel, values, b, expected, launcher), b.chunks.size()};
    const batch_output& got = launcher.decode(kernel, values, b);
    const auto found = differences(b, expected, got, 1);
    return {found.empty() ? "" : at_chunk(found[0].chunk, found[0].says), b.chunks.size(),
            got.done_by};
  }

 private:
  std::vector<const harness::column_kernel*> kernels_;
  std::vector<const harness::native_decoder*> libraries_;
  chunk_source source_;
};

}  // namespace

std::unique_ptr<tested_variants> tested_decoders(const codec& codec, where backend,
                                                 std::string_view part) {
  auto kernels = rows_of(harness::column_kernels(), codec.name, backend, part);
  if (kernels.empty()) return nullptr;
  return std::make_unique<decoders>(codec, std::move(kernels));
}

}  // namespace codag::fuzz
