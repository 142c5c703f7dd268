#include "harness/screen/microbenchmark_table.hpp"

#include <cmath>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>

#include "harness/report/case_reader.hpp"
#include "harness/screen/noise.hpp"

namespace codag::harness {
namespace {

using nlohmann::json;

/// The two rows with the same number of operations.
struct both {
  const json* all_threads = nullptr;
  const json* single_thread = nullptr;
};

constexpr const char* rate_key = "giga_operations_per_second";

/// The throughput, or the status of a row without one.
std::string cell(const json* c) {
  if (c == nullptr) return "-";
  if (!(*c)[rate_key].is_null())
    return mark_of({c}) + fixed((*c)[rate_key].get<double>(), 2) + " +- " + noise_text(*c);
  return (*c)["status"] == "ok" ? "verified" : (*c)["status"].get<std::string>();
}

std::string difference(const both& b) {
  for (const json* c : {b.all_threads, b.single_thread})
    if (c == nullptr || (*c)[rate_key].is_null()) return "-";
  const double all = (*b.all_threads)[rate_key], single = (*b.single_thread)[rate_key];
  return mark_of({b.all_threads, b.single_thread}) + fixed(100 * (all - single) / single, 3) + "%";
}

}  // namespace

bool is_microbenchmark(const json& cases) {
  return !cases.empty() && kind_of(cases[0]) == work_kind::microbenchmark;
}

std::string microbenchmark_table(const json& cases, table_width width) {
  std::map<std::uint64_t, both> rows;
  bool interpreted = false;
  for (const json& c : cases) {
    both& row = rows[c["parameters"]["operations_per_access"].get<std::uint64_t>()];
    (c["parts"]["decoding"] == "all_threads" ? row.all_threads : row.single_thread) = &c;
    interpreted = interpreted || backend_of(c) == backend::host;
  }
  text_table table;
  table.add({"operations per access", "all_threads", "single_thread", "difference"});
  for (const auto& [operations, row] : rows)
    table.add({std::to_string(operations), cell(row.all_threads), cell(row.single_thread),
               difference(row)});
  return (interpreted
              ? "The kernel ran on the host backend, whose time says nothing about a GPU's.\n\n"
              : "10^9 operations per second; a warp's operation counts once, however many "
                "lanes repeat it\n\n") +
         table.str(width);
}

}  // namespace codag::harness
