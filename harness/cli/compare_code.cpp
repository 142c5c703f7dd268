#include "harness/cli/compare_code.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <utility>
#include <variant>

#include "datasets/bad_input.hpp"
#include "harness/code/machine_code.hpp"
#include "harness/compare/launched_code.hpp"
#include "harness/compare/pairing.hpp"
#include "harness/report/report_file.hpp"
#include "harness/support/printable.hpp"

namespace codag::harness {
namespace {

using nlohmann::json;

/// The digests of a program's kernels, by architecture and symbol.
using program_code = std::map<std::pair<unsigned, std::string>, std::string>;

/// A program, or the object "codag" of a report.
using code_source = std::variant<program_code, json>;

bool is_program(const std::string& file) {
  std::array<char, 4> begin{};
  std::ifstream in(file, std::ios::binary);
  return in.read(begin.data(), begin.size()) && begin == std::array{'\x7f', 'E', 'L', 'F'};
}

code_source read_source(const std::string& file) {
  if (!is_program(file)) return std::move(read_report(file)["codag"]);
  try {
    return machine_code(file).digests();
  } catch (const no_machine_code& why) {
    throw datasets::bad_input(file + ": " + why.what() +
                              "; give a codag program that was built with a CUDA toolkit, or a "
                              "report of a run on a GPU");
  }
}

/// What was found: a name per kernel or case.
struct findings {
  std::vector<std::string> changed, untold;
  std::size_t same = 0;

  void add(const std::string& name, std::optional<bool> is_same) {
    if (!is_same)
      untold.push_back(name);
    else if (*is_same)
      ++same;
    else
      changed.push_back(name);
  }
};

/// A kernel's name as its source writes it.
std::string readable(const std::string& symbol) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> name(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 ? name.get() : symbol;
}

/// Two programs. Of an architecture that only one has code for, nothing is told.
findings compare(const program_code& base, const program_code& now) {
  const auto architectures = [](const program_code& code) {
    std::set<unsigned> all;
    for (const auto& [kernel, digest] : code) all.insert(kernel.first);
    return all;
  };
  const std::set<unsigned> theirs = architectures(base), ours = architectures(now);
  findings found;
  std::set<unsigned> of_one;
  std::ranges::set_symmetric_difference(theirs, ours, std::inserter(of_one, of_one.end()));
  for (const unsigned architecture : of_one)
    found.add("sm_" + std::to_string(architecture) + ", only in " +
                  (theirs.contains(architecture) ? "BASE" : "NEW"),
              std::nullopt);
  const auto look = [&](const program_code& here, const program_code& there, bool both) {
    for (const auto& [kernel, digest] : here) {
      if (of_one.contains(kernel.first)) continue;
      const auto at = there.find(kernel);
      if (at != there.end() && !both) continue;
      found.add("sm_" + std::to_string(kernel.first) + " " + readable(kernel.second),
                at != there.end() && at->second == digest);
    }
  };
  look(now, base, true);
  look(base, now, false);  // those that only the base has
  return found;
}

/// A report and a program: whether the program has the code of every case.
findings compare(const json& report, const program_code& program) {
  std::set<std::string> digests;
  for (const auto& [kernel, digest] : program) digests.insert(digest);
  findings found;
  for (const json& row : report["cases"]) {
    const auto its = digests_of(row);
    found.add(row["name"],
              its ? std::optional(std::ranges::includes(digests, *its)) : std::nullopt);
  }
  return found;
}
findings compare(const program_code& program, const json& report) {
  return compare(report, program);
}

findings compare(const json& base, const json& now) {
  findings found;
  for (const case_pair& pair : pair_cases(base, now))
    found.add(pair.name, pair.base == nullptr || pair.now == nullptr
                             ? std::nullopt
                             : same_launches(*pair.base, *pair.now));
  return found;
}

std::string line_of(const char* what, const std::vector<std::string>& names) {
  constexpr std::size_t most = 10;
  std::string text;
  for (std::size_t i = 0; i < std::min(most, names.size()); ++i)
    text += std::string(what) + ": " + printable(names[i], 400) + "\n";
  if (names.size() > most)
    text += std::string(what) + ": " + std::to_string(names.size() - most) + " more\n";
  return text;
}

}  // namespace

exit_code compare_code(const std::string& base, const std::vector<std::string>& now) {
  const code_source from = read_source(base);
  exit_code worst = exit_ok;
  for (const std::string& file : now) {
    const code_source to = read_source(file);
    const findings found =
        std::visit([](const auto& a, const auto& b) { return compare(a, b); }, from, to);
    std::cout << line_of("other code", found.changed) << line_of("unknown code", found.untold)
              << printable(file, 4096) << ": " << found.same << " the same, "
              << found.changed.size() << " other, " << found.untold.size() << " unknown\n";
    if (!found.changed.empty())
      worst = exit_case_failed;
    else if (worst == exit_ok && (!found.untold.empty() || found.same == 0))
      worst = exit_skipped;
  }
  return worst;
}

}  // namespace codag::harness
