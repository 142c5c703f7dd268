#include "harness/ab/ab_table.hpp"

#include <cmath>
#include <set>

#include "harness/ab/ab_gate.hpp"
#include "harness/screen/compare_words.hpp"
#include "harness/support/printable.hpp"

namespace codag::harness {
namespace {

std::string program_line(const std::string& label, const program_file& file,
                         const program_facts& facts) {
  return label + printable(file.path, 4096) + ", " + printable(facts.revision()) + ", sha256 " +
         file.sha256.substr(0, 12) + "\n";
}

std::string head_of(const ab_result& r, const ab_query& query) {
  std::string text =
      program_line("base: ", query.base, r.base) + program_line("new:  ", query.now, r.now);
  if (query.base.sha256 == query.now.sha256) text += "Both are the same program.\n";
  return text +
         (r.base.gpu.empty() ? "backend " + printable(r.base.backend) : printable(r.base.gpu)) +
         ", " + std::to_string(r.options.rounds) +
         (r.options.most_rounds > r.options.rounds ? " to " + std::to_string(r.options.most_rounds)
                                                   : std::string()) +
         " rounds per case, seed " + std::to_string(r.options.seed) + ", " + fixed(r.seconds, 0) +
         " s\n\n";
}

/// How the clock explains a verdict; empty if it does not.
std::string clock_note(const ab_case& c, double band) {
  if (c.base.sm_clock_mhz <= 0 || c.now.sm_clock_mhz <= 0) return {};
  const double change = c.now.sm_clock_mhz / c.base.sm_clock_mhz - 1;
  if (std::abs(change) <= band) return {};
  return c.name + ": NEW ran at a clock " + fixed(std::abs(change) * 100, 1) + " % " +
         (change < 0 ? "lower" : "higher");
}

std::string table_of(const ab_result& r, table_width width) {
  text_table table;
  table.add({"case", "base, ms", "new, ms", "new/base", "interval", "verdict"});
  for (const ab_case& c : r.cases)
    if (c.status == ab_status::ok)
      table.add({c.name, number_text(c.base.seconds * 1e3), number_text(c.now.seconds * 1e3),
                 fixed(c.ratio.median, 4), fixed(c.ratio.low, 4) + " to " + fixed(c.ratio.high, 4),
                 std::string(to_string(c.verdict, time_of_programs()))});
  return r.count(ab_status::ok) == 0 ? "" : table.str(width) + "\n";
}

std::string not_judged(const ab_result& r) {
  std::string text;
  for (const ab_case& c : r.cases)
    if (c.status != ab_status::ok)
      text += printable(c.name + ": " + std::string(to_string(c.status)) + ": " + c.reason, 4096) +
              "\n";
  for (const std::string& name : r.only_in_base) text += printable(name + ": only in BASE") + "\n";
  for (const std::string& name : r.only_in_new) text += printable(name + ": only in NEW") + "\n";
  return text;
}

std::string summary(const ab_result& r) {
  const auto many = [](std::size_t n, const std::string& what) { return std::to_string(n) + what; };
  return many(r.cases.size(), r.cases.size() == 1 ? " case: " : " cases: ") +
         many(r.count(verdict::same), " same, ") + many(r.count(verdict::better), " faster, ") +
         many(r.count(verdict::worse), " slower, ") +
         many(r.count(verdict::unclear), " unclear, ") +
         many(r.cases.size() - r.count(ab_status::ok), " not judged\n");
}

/// "+-0.5 %", or "+-0.5 % (on the CPU +-5 %)" if the cases have both bands.
std::string band_text(const ab_result& r) {
  std::set<double> bands;
  for (const ab_case& c : r.cases)
    if (c.status == ab_status::ok) bands.insert(band_of(c, r.options));
  if (bands.empty()) bands.insert(r.options.band);
  const auto text = [](double band) { return "+-" + significant(band * 100) + " %"; };
  return text(*bands.begin()) +
         (bands.size() > 1 ? " (on the CPU " + text(*bands.rbegin()) + ")" : std::string());
}

std::string gate_line(const ab_result& r, bool strict) {
  const std::string incomplete = "cases are unclear or were not compared\n";
  switch (gate_of(r, strict)) {
    case gate_outcome::failed:
      return "failed\n";
    case gate_outcome::nothing_compared:
      return "nothing to compare\n";
    case gate_outcome::incomplete:
      return "not passed, because " + incomplete;
    case gate_outcome::passed:
      break;
  }
  return gate_of(r, true) == gate_outcome::passed ? "passed\n" : "passed, but " + incomplete;
}

}  // namespace

std::string ab_text(const ab_result& r, const ab_query& query, bool strict, table_width width) {
  std::string text = head_of(r, query) + table_of(r, width);
  for (const ab_case& c : r.cases)
    if (c.status == ab_status::ok)
      if (const std::string note = clock_note(c, band_of(c, r.options)); !note.empty())
        text += printable(note) + "\n";
  return text + not_judged(r) + summary(r) +
         "same: the interval of the ratio of the times is within " + band_text(r) +
         ". All intervals hold together with " + significant(r.options.confidence * 100) +
         " %.\ngate: " + gate_line(r, strict);
}

}  // namespace codag::harness
