#include "harness/measure/profile/hot_lines.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <tuple>

#include "harness/measure/profile/stall_histogram.hpp"

namespace codag::harness {
namespace {

/// The demangled name; the name itself if it is not mangled.
std::string demangled(const std::string& name) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), &std::free);
  return text ? std::string(text.get()) : name;
}

}  // namespace

std::vector<source_line> hottest_lines(const pc_samples& samples, const place_finder& place_of,
                                       std::size_t most) {
  std::map<std::tuple<std::string, unsigned, std::string>, std::vector<pc_record>> of_line;
  for (const pc_record& record : samples.records)
    if (const auto place = place_of(record))
      of_line[{place->file, place->line, record.function}].push_back(record);

  std::vector<source_line> lines;
  for (const auto& [key, records] : of_line) {
    const auto& [file, line, function] = key;
    source_line one;
    one.file = file;
    one.line = line;
    one.function = demangled(function);
    for (const auto& [reason, sum] : histogram(records, samples.names)) {
      one.samples += sum.samples;
      if (sum.samples > 0) one.reasons[reason] = sum.samples;
    }
    lines.push_back(std::move(one));
  }
  std::ranges::stable_sort(lines, std::greater<>(), &source_line::samples);
  if (lines.size() > most) lines.resize(most);
  return lines;
}

}  // namespace codag::harness
