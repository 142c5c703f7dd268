#include "datasets/ssb/write_csv.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "codag/parallel_for.hpp"
#include "datasets/generator/generator.hpp"
#include "datasets/ssb/answer.hpp"
#include "datasets/ssb/calendar.hpp"
#include "datasets/ssb/column_generator.hpp"
#include "datasets/ssb/dictionary.hpp"

namespace codag::datasets::ssb {
namespace {

std::string text_of(fact column, std::int32_t value) {
  const auto number = static_cast<std::size_t>(value);
  if (column == fact::orderpriority) return std::string(order_priorities.at(number));
  if (column == fact::shipmode) return std::string(ship_modes.at(number));
  return std::to_string(value);
}

std::string text_of(attribute column, std::int32_t value) {
  switch (column) {
    case attribute::c_city:
    case attribute::s_city:
      return city_name(value);
    case attribute::c_nation:
    case attribute::s_nation:
      return std::string(nations.at(static_cast<std::size_t>(value)));
    case attribute::c_region:
    case attribute::s_region:
      return std::string(regions.at(static_cast<std::size_t>(value)));
    case attribute::p_mfgr:
      return manufacturer_name(value);
    case attribute::p_category:
      return category_name(value);
    case attribute::p_brand1:
      return brand_name(value);
    default:
      return std::to_string(value);
  }
}

/// "Dec1997": d_yearmonth, which only the database has as a column.
std::string month_name(std::int32_t year_and_month) {
  constexpr std::array<std::string_view, 12> names = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                      "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  return std::string(names.at(static_cast<std::size_t>(year_and_month % 100 - 1))) +
         std::to_string(year_and_month / 100);
}

std::string line_of(const std::vector<std::string>& fields) {
  std::string line;
  for (const std::string& field : fields) line += (line.empty() ? "" : ",") + field;
  return line + "\n";
}

void write_lineorder(csv_folder& folder, const lineorder& table) {
  csv_file file = folder.add("lineorder");
  file.write(line_of({fact_names.begin(), fact_names.end()}));
  constexpr std::uint64_t rows_at_once = 1 << 14, parts_at_once = 64;
  const std::uint64_t rows = table.sizes().lineorder;
  for (std::uint64_t first = 0; first < rows; first += rows_at_once * parts_at_once) {
    std::vector<std::string> parts(parts_at_once);
    parallel_for(parts_at_once, 0, [&](std::size_t part) {
      const std::uint64_t begin = first + part * rows_at_once;
      if (begin >= rows) return;
      const std::uint64_t count = std::min(rows_at_once, rows - begin);
      std::vector<std::vector<std::int32_t>> columns;
      for (std::size_t c = 0; c < fact_names.size(); ++c)
        table.write(static_cast<fact>(c), begin, columns.emplace_back(count));
      for (std::uint64_t row = 0; row < count; ++row)
        for (std::size_t c = 0; c < columns.size(); ++c) {
          parts[part] += text_of(static_cast<fact>(c), columns[c][row]);
          parts[part] += c + 1 == columns.size() ? '\n' : ',';
        }
    });
    for (const std::string& part : parts) file.write(part);
  }
  file.close();
}

void write_dimension(csv_folder& folder, const dimensions& tables, table which) {
  csv_file file = folder.add(std::string(table_names.at(static_cast<std::size_t>(which))));
  std::vector<attribute> columns;
  std::vector<std::string> names;
  for (const attribute column : all_attributes()) {
    if (facts_of(column).table != which) continue;
    columns.push_back(column);
    names.emplace_back(facts_of(column).name);
  }
  if (which == table::date) names.emplace_back("d_yearmonth");
  file.write(line_of(names));
  for (std::size_t row = 0; row < tables.keys_of(which).size(); ++row) {
    std::vector<std::string> fields;
    fields.reserve(names.size());
    for (const attribute column : columns) fields.push_back(text_of(column, tables[column][row]));
    if (which == table::date) fields.push_back(month_name(tables[attribute::d_yearmonthnum][row]));
    file.write(line_of(fields));
  }
  file.close();
}

/// A line has the values that the group stands for, and its sum.
void write_answer(csv_folder& folder, const benchmark_query& query,
                  const std::vector<std::int64_t>& sums) {
  csv_file file = folder.add(std::string(query.name));
  std::vector<std::string> names;
  for (const attribute group : query.groups) names.emplace_back(facts_of(group).name);
  names.emplace_back("sum");
  file.write(line_of(names));
  for (std::size_t g = 0; g < sums.size(); ++g) {
    if (sums[g] == 0) continue;
    std::vector<std::string> fields;
    for (const attribute group : query.groups) {
      const attribute_facts& its = facts_of(group);
      const auto number = static_cast<std::int32_t>(g / query.stride_of(group)) % its.values;
      fields.push_back(text_of(group, its.least + number));
    }
    fields.push_back(std::to_string(sums[g]));
    file.write(line_of(fields));
  }
  file.close();
}

}  // namespace

std::vector<std::string> csv_names() {
  std::vector<std::string> names{"lineorder"};
  for (const table which : {table::date, table::customer, table::supplier, table::part})
    names.emplace_back(table_names.at(static_cast<std::size_t>(which)));
  for (const benchmark_query& query : queries()) names.emplace_back(query.name);
  return names;
}

void write_csv(csv_folder& folder, std::uint64_t bytes, std::uint64_t seed) {
  std::map<fact, dataset> columns;
  const auto values = [&](fact column) -> std::span<const std::int32_t> {
    auto at = columns.find(column);
    if (at == columns.end())
      at = columns
               .emplace(column,
                        generate(generator_name, bytes, seed, {static_cast<std::uint64_t>(column)}))
               .first;
    return {reinterpret_cast<const std::int32_t*>(at->second.bytes.data()),
            at->second.bytes.size() / sizeof(std::int32_t)};
  };
  const std::uint64_t rows = values(fact::orderdate).size();
  const std::uint64_t seed_of_tables = column_seed(generator_name, seed);
  const dimensions tables(rows, seed_of_tables);
  write_lineorder(folder, lineorder(rows, seed_of_tables));
  for (const table which : {table::date, table::customer, table::supplier, table::part})
    write_dimension(folder, tables, which);
  for (const benchmark_query& query : queries())
    write_answer(folder, query, answer(query, tables, values));
}

}  // namespace codag::datasets::ssb
