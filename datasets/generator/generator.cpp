#include "datasets/generator/generator.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "codag/parallel_for.hpp"
#include "datasets/digest.hpp"

namespace codag::datasets {
namespace {

std::optional<std::uint64_t> find_value(std::span<const parameter> parameters,
                                        const parameter_values& values, std::string_view key) {
  const auto found = std::ranges::find(parameters, key, &parameter::key);
  if (found == parameters.end()) return std::nullopt;
  return values.at(static_cast<std::size_t>(found - parameters.begin()));
}

[[noreturn]] void refuse(const generator& g, const std::string& why) {
  throw bad_input("dataset '" + std::string(g.name) + "': " + why);
}

void check_limits(const generator& g, const parameter& p, std::uint64_t value) {
  if (p.allows(value)) return;
  std::string range = p.choices.empty()
                          ? " is " + value_text(p, p.least) + " to " + value_text(p, p.most)
                          : " is one of";
  for (const std::string_view choice : p.choices) range.append(" ").append(choice);
  refuse(g, std::string(p.key) + range);
}

}  // namespace

std::uint64_t column_seed(std::string_view name, std::uint64_t seed) {
  std::uint64_t state = random::mix(seed + 1);
  for (const char c : name) state = random::mix(state + static_cast<unsigned char>(c));
  return state;
}

std::uint64_t column_request::operator[](std::string_view key) const {
  if (const auto value = find_value(parameters, values, key)) return *value;
  throw std::logic_error("a generator reads a parameter that it does not declare: " +
                         std::string(key));
}

const generator& find_generator(std::string_view name) {
  const auto all = generators();
  const auto row = std::ranges::find(all, name, &generator::name);
  if (row != all.end()) return *row;
  std::string known;
  for (const generator& g : all) known.append(" ").append(g.name);
  throw bad_input("no generator is called '" + std::string(name) + "'; use one of" + known +
                  ", or give the path of a file");
}

element_type type_of(const generator& g, const parameter_values& values) {
  if (g.type) return *g.type;
  return static_cast<element_type>(find_value(g.parameters, values, "type").value());
}

void check_parameters(const generator& g, const parameter_values& values) {
  if (values.size() != g.parameters.size())
    refuse(g, "has " + std::to_string(g.parameters.size()) + " parameters, but " +
                  std::to_string(values.size()) + " values are given");
  for (std::size_t i = 0; i < values.size(); ++i) check_limits(g, g.parameters[i], values[i]);

  const auto width = find_value(g.parameters, values, "bit_width");
  if (!width) return;
  const element_type type = type_of(g, values);
  const std::size_t most = size_of(type) * 8 - (is_signed(type) ? 1 : 0);
  if (*width > most)
    refuse(g, "bit_width " + std::to_string(*width) + " does not fit " +
                  std::string(to_string(type)) + "; choose at most " + std::to_string(most) +
                  ", or a wider type");
  const auto distinct = find_value(g.parameters, values, "distinct");
  if (distinct && *width < 64 && *distinct > std::uint64_t{1} << *width)
    refuse(g, std::to_string(*distinct) + " distinct values do not fit bit_width " +
                  std::to_string(*width) + "; choose a greater bit_width or fewer values");
}

dataset generate(std::string_view name, std::uint64_t bytes, std::uint64_t seed,
                 const parameter_values& values, unsigned threads) {
  const generator& g = find_generator(name);
  column_request asked = {.parameters = g.parameters,
                          .values = values.empty() ? standard_values(g.parameters) : values,
                          .seed = column_seed(name, seed)};
  check_parameters(g, asked.values);
  asked.type = type_of(g, asked.values);
  asked.elements = bytes / size_of(asked.type);
  if (asked.elements == 0)
    refuse(g, "a size of " + std::to_string(bytes) + " bytes holds no " +
                  std::string(to_string(asked.type)) + "; give at least " +
                  std::to_string(size_of(asked.type)));
  const block_writer write = g.prepare(asked);

  dataset result;
  result.name = name;
  result.type = asked.type;
  result.source = "generated";
  result.seed = seed;
  result.bytes.resize(asked.elements * size_of(asked.type));
  const std::span<std::byte> all = result.bytes;
  const std::size_t blocks = (all.size() + generator_block_bytes - 1) / generator_block_bytes;
  parallel_for(blocks, threads, [&](std::size_t block) {
    random r(random::mix(asked.seed + block));
    const std::size_t begin = block * generator_block_bytes;
    write(r, block, all.subspan(begin, std::min(generator_block_bytes, all.size() - begin)));
  });
  result.sha256 = sha256(all);
  return result;
}

}  // namespace codag::datasets
