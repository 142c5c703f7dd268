#include "harness/cli/skipped_cases.hpp"

#include <algorithm>
#include <optional>

#include "datasets/bad_input.hpp"
#include "datasets/generator/generator.hpp"
#include "datasets/input_file.hpp"
#include "harness/kernels/host_backend.hpp"
#include "harness/kernels/registry.hpp"
#include "harness/measure/gpu/gpu.hpp"

namespace codag::harness {
namespace {

/// The type of the values that a case decodes; none if only its file says it.
std::optional<element_type> type_of(const bench_case& c) {
  if (c.query() != nullptr) return element_type::int32;
  const dataset_spec& dataset = c.column()->dataset;
  if (dataset.generator.empty()) return dataset.type;
  const datasets::generator& generator = datasets::find_generator(dataset.generator);
  return datasets::type_of(
      generator,
      resolve({generator.parameters.begin(), generator.parameters.end()}, dataset.chosen));
}

/// Why a registered kernel has no function for the case's backend; empty if it has, and for the
/// rows of other families.
template <class Rows>
std::string why_no_form(const Rows& rows, const column_work& column, backend on) {
  const auto* row = find_row(rows, column.codec, column.registered_variant);
  if (row == nullptr) return {};
  const std::string variant(row->facts.variant);
  if (on == backend::cuda)
    return row->cuda.launch != nullptr ? "" : variant + " is registered for the host backend only";
  if (row->run != nullptr) return {};
  if (!row->facts.cuda_only.empty())
    return variant + " runs on a GPU only: " + std::string(row->facts.cuda_only);
  return why_no_host().value_or(variant + " is registered for the cuda backend only");
}

std::string why_no_native_code(const column_work& column) {
  const auto* library = find_row(native_decoders(), column.codec, column.registered_variant);
  return library != nullptr && library->decode == nullptr ? std::string(library->absent) : "";
}

/// Why a file's own chunks are not the codec's; empty if they may be. An ORC file's say it when
/// they are read.
std::string why_not_the_codec(const column_work& column) {
  const std::string& format = column.dataset.format;
  return (format == "gzip" || format == "zlib") && column.codec != "deflate"
             ? "the file is compressed with Deflate already"
             : "";
}

/// Why an encoder cannot encode this dataset, or with these settings; empty if it can.
std::string why_not_encoded(const column_work& column) {
  if (column.dataset.came_compressed())
    return "the file came compressed, and an encoder takes values; name a file of values";
  const encode_kernel* row = find_row(encode_kernels(), column.codec, column.registered_variant);
  return row == nullptr || row->why_not_settings == nullptr
             ? ""
             : row->why_not_settings(column.encoder.values);
}

/// Why a variant of our own cannot run the case; empty if it can.
std::string why_no_kernel(const bench_case& c) {
  const column_work& column = *c.column();
  const auto all = all_variants();
  const auto facts = std::ranges::find_if(all, [&](const variant_facts* v) {
    return v->codec == column.codec && v->variant == column.registered_variant;
  });
  if (facts == all.end()) return "the codec has no variant of that name" + where_variants_are();
  if (const auto type = type_of(c); type && !(*facts)->decodes(*type))
    return "the variant does not support elements of type " + std::string(to_string(*type));
  std::string why =
      c.kind() == work_kind::encode ? why_not_encoded(column) : why_not_the_codec(column);
  if (!why.empty()) return why;
  if (c.backend == backend::cpu) return why_no_native_code(column);
  return why_no_form(column_kernels(), column, c.backend) +
         why_no_form(encode_kernels(), column, c.backend) +
         why_no_form(query_kernels(), column, c.backend);
}

std::string why_no_peer(const peer_spec& peer, backend kernels_on) {
  if (!peer.absent.empty() || !peer.facts.on_gpu) return peer.absent;
  if (const auto no_gpu = cuda::why_no_gpu())
    return peer.facts.name + " runs on a GPU only, and here " + *no_gpu;
  return kernels_on == backend::cuda
             ? ""
             : peer.facts.name + " runs on a GPU only, and the kernels run on the host backend";
}

/// Why an optional file cannot be read; empty if it can. A run refuses a plan that lacks another.
std::string why_no_file(const dataset_spec& dataset) {
  if (dataset.path.empty() || !dataset.optional) return {};
  try {
    datasets::require_input_file(dataset.path, "its cases run when the file is there");
    return {};
  } catch (const datasets::bad_input& e) {
    return e.what();
  }
}

std::string why_skipped(const bench_case& c, backend kernels_on) {
  const column_work* column = c.column();
  if (column == nullptr) return {};
  std::string why = column->peer ? why_no_peer(*column->peer, kernels_on) : why_no_kernel(c);
  return why.empty() ? why_no_file(column->dataset) : why;
}

}  // namespace

std::vector<skipped_cases> skipped_of(const std::vector<bench_case>& plan, backend kernels_on) {
  std::vector<skipped_cases> all;
  for (const bench_case& c : plan) {
    std::string why = why_skipped(c, kernels_on);
    if (why.empty()) continue;
    const auto at = std::ranges::find(all, why, &skipped_cases::why);
    if (at == all.end())
      all.push_back({.why = std::move(why), .first = c.name, .count = 1});
    else
      ++at->count;
  }
  return all;
}

}  // namespace codag::harness
