#include "harness/kernels/registry.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include "baselines/cpu/cores_parameter.hpp"
#include "baselines/cpu/cpu_decoder.hpp"
#include "harness/kernels/row.hpp"

namespace codag::harness {
namespace {

std::vector<column_kernel>& column_rows() {
  static std::vector<column_kernel> rows = [] {
    std::vector<column_kernel> built_in = built_in_column_kernels();
    std::ranges::move(built_in_tile_kernels(), std::back_inserter(built_in));
    std::ranges::move(built_in_sink_kernels(), std::back_inserter(built_in));
    std::ranges::move(built_in_cascaded_kernels(), std::back_inserter(built_in));
    return built_in;
  }();
  return rows;
}

std::vector<encode_kernel>& encode_rows() {
  static std::vector<encode_kernel> rows = built_in_encode_kernels();
  return rows;
}

std::vector<query_kernel>& query_rows() {
  static std::vector<query_kernel> rows = built_in_query_kernels();
  return rows;
}

std::vector<native_decoder> make_native_decoders() {
  std::vector<native_decoder> rows;
  for (const codec& codec : codecs())
    rows.push_back({{.codec = codec.name, .variant = "cpu_reference"}, codec.decode, {}});
  for (const auto& library : baselines::cpu_decoders())
    rows.push_back(
        {{.codec = library.codec, .variant = library.variant}, library.decode, library.absent});
  return rows;
}

std::vector<native_encoder> make_native_encoders() {
  std::vector<native_encoder> rows = {{.facts = {.family = family::encode,
                                                 .codec = "vle",
                                                 .variant = "cpu_vle",
                                                 .parameters = baselines::cores_parameters,
                                                 .whole_column = true},
                                       .encode = baselines::encode_vle}};
  for (const codec& codec : codecs())
    rows.push_back({.facts = {.family = family::encode,
                              .codec = codec.name,
                              .variant = "cpu_encoder",
                              .parameters = baselines::cores_parameters}});
  return rows;
}

/// The rows that `make` gives. They are made again after a codec was added, because its reference
/// decoder and its encoder add rows.
template <class Row, std::vector<Row> (*make)()>
std::span<const Row> rows_of_codecs() {
  static std::vector<Row> rows = make();
  static std::size_t codecs_then = codecs().size();
  if (codecs_then != codecs().size()) {
    rows = make();
    codecs_then = codecs().size();
  }
  return rows;
}

template <class Row>
void add(std::vector<Row>& rows, const Row& row) {
  const std::string name = std::string(row.facts.codec) + " " + std::string(row.facts.variant);
  for (const variant_facts* other : all_variants())
    if (other->codec == row.facts.codec && other->variant == row.facts.variant)
      throw std::invalid_argument("a second variant is registered as " + name);
  if (!well_declared(row.facts.parameters))
    throw std::invalid_argument("the parameters of " + name + " are declared incorrectly");
  rows.push_back(row);
}

}  // namespace

std::string where_variants_are() {
  constexpr std::string_view built = CODAG_BUILT_KERNELS;
  if (built.empty()) return "; `codag list variants` shows the variants";
  return " in this program, which was built with the kernels " + std::string(built) +
         " alone; `scripts/build release` builds all";
}

std::span<const column_kernel> column_kernels() {
  return column_rows();
}

std::span<const encode_kernel> encode_kernels() {
  return encode_rows();
}

std::span<const query_kernel> query_kernels() {
  return query_rows();
}

std::span<const native_decoder> native_decoders() {
  return rows_of_codecs<native_decoder, make_native_decoders>();
}

std::span<const native_encoder> native_encoders() {
  return rows_of_codecs<native_encoder, make_native_encoders>();
}

void add_kernel(const column_kernel& row) {
  add(column_rows(), row);
}

void add_kernel(const encode_kernel& row) {
  add(encode_rows(), row);
}

void add_kernel(const query_kernel& row) {
  add(query_rows(), row);
}

std::vector<const variant_facts*> all_variants() {
  std::vector<const variant_facts*> all;
  for (const auto& row : column_kernels()) all.push_back(&row.facts);
  for (const auto& row : encode_kernels()) all.push_back(&row.facts);
  for (const auto& row : query_kernels()) all.push_back(&row.facts);
  for (const auto& row : native_decoders()) all.push_back(&row.facts);
  for (const auto& row : native_encoders()) all.push_back(&row.facts);
  return all;
}

bool is_native(std::string_view variant) {
  const auto is_this = [&](const auto& row) { return row.facts.variant == variant; };
  return std::ranges::any_of(native_decoders(), is_this) ||
         std::ranges::any_of(native_encoders(), is_this);
}

}  // namespace codag::harness
