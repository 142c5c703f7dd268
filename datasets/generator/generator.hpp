// Generated columns: stand-ins for the paper's seven, and synthetic ones with parameters. All are
// seeded, and their bytes are the same on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>

#include "codag/element_type.hpp"
#include "codag/parameters.hpp"
#include "datasets/dataset.hpp"
#include "datasets/generator/random.hpp"

namespace codag::datasets {

/// A column is generated in blocks of this many bytes, each from the seed and its own index, so
/// that all cores can generate at once.
inline constexpr std::size_t generator_block_bytes = std::size_t{128} * 1024;

/// What a generator is asked for.
struct column_request {
  std::span<const parameter> parameters = {};  ///< the generator's
  parameter_values values = {};                ///< one per parameter
  element_type type = element_type::uint8;
  std::uint64_t elements = 0;  ///< in the column
  std::uint64_t seed = 0;      ///< of the column; two generators get different ones

  /// The value of the parameter that is declared with this key.
  [[nodiscard]] std::uint64_t operator[](std::string_view key) const;
};

/// Writes the block with this index. `r` is seeded for that block alone. `out` is as long as a
/// block, or shorter at the end of the column; then it gets the first bytes of the whole block.
using block_writer = std::function<void(random& r, std::uint64_t block, std::span<std::byte> out)>;

/// A generator, as configs name it and `codag list datasets` shows it.
struct generator {
  std::string_view name;
  std::string_view description;           ///< one line
  std::optional<element_type> type = {};  ///< empty: the parameter "type" chooses it
  std::span<const parameter> parameters = {};
  block_writer (*prepare)(const column_request&);  ///< is called once per column
};

/// Every generator: the manifest's columns in the paper's order, those of symbol_manifest(), then
/// the synthetic ones.
std::span<const generator> generators();

/// The generator of that name. Throws bad_input, which lists the names, if there is none.
const generator& find_generator(std::string_view name);

/// The type of the column that `values` (one per parameter) describe.
element_type type_of(const generator& g, const parameter_values& values);

/// Throws bad_input, one line with the remedy, if a value is outside its parameter's limits, or if
/// two values exclude each other: a bit width that the type cannot hold, or more distinct values
/// than the bit width allows.
void check_parameters(const generator& g, const parameter_values& values);

/// The seed of a generator's columns, which a column_request has: two generators get different
/// ones.
std::uint64_t column_seed(std::string_view name, std::uint64_t seed);

/// A column by the generator `name`, `bytes` long rounded down to whole elements. `values` holds
/// one value per parameter; if it is empty, every parameter has its standard value. `threads` is 0
/// for all cores. The column's bytes depend on `name`, `bytes`, `seed` and `values` alone; and a
/// shorter column is a prefix of a longer one, except for "sorted", "ascending" and "ssb". Throws
/// what find_generator and check_parameters throw, and bad_input if `bytes` holds no element.
dataset generate(std::string_view name, std::uint64_t bytes, std::uint64_t seed,
                 const parameter_values& values = {}, unsigned threads = 0);

}  // namespace codag::datasets
