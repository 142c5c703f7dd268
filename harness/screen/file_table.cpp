#include "harness/screen/file_table.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "harness/report/case_reader.hpp"
#include "harness/report/report_file.hpp"
#include "harness/screen/remarks.hpp"
#include "harness/support/printable.hpp"

namespace codag::harness {
namespace {

using json = nlohmann::json;

/// Half of the interval, in percent of the throughput.
std::string half_interval(const json& c) {
  if (c["gbps_low"].is_null() || c["gbps_high"].is_null()) return "-";
  const double low = c["gbps_low"], high = c["gbps_high"], middle = c["gbps"];
  return fixed((high - low) / 2 / middle * 100, 1) + "%";
}

/// 32-byte sectors that an interpreted kernel reads and writes per KiB of output.
std::string sectors(const json& c) {
  if (!c["counts"].is_object()) return "-";
  const auto moved =
      c["counts"]["load_sectors"].get<double>() + c["counts"]["store_sectors"].get<double>();
  return fixed(moved / (c["raw_bytes"].get<double>() / 1024), 1);
}

/// Whether a kernel ran under the interpreter, which counts and does not time.
bool any_interpreted(const json& cases) {
  return std::ranges::any_of(
      cases, [](const json& c) { return c["status"] == "ok" && c["counts"].is_object(); });
}

}  // namespace

std::string file_table(const json& report, table_width width) {
  const json& cases = report["codag"]["cases"];
  text_table table(2);
  const bool interpreted = any_interpreted(cases);
  std::vector<std::string> head = {"codec", "variant", "on", "compressed", "ratio", "GB/s", "+-"};
  if (interpreted) head.emplace_back("sectors");
  head.emplace_back("verified");
  table.add(head);
  std::set<std::string> notes, raw_sizes;
  for (const json& c : cases) {
    if (c["dataset"].is_null()) continue;
    if (!c["note"].get<std::string>().empty()) notes.insert(c["note"]);
    if (c["status"] != "ok") continue;
    raw_sizes.insert(std::to_string(c["raw_bytes"].get<std::uint64_t>()));
    const bool timed = !c["gbps"].is_null();
    std::vector<std::string> row = {c["codec"],
                                    c["variant"],
                                    c["backend"],
                                    std::to_string(c["compressed_bytes"].get<std::uint64_t>()),
                                    fixed(c["ratio"], 4),
                                    timed ? fixed(c["gbps"], 2) : "-",
                                    timed ? half_interval(c) : "-"};
    if (interpreted) row.push_back(sectors(c));
    row.emplace_back("yes");
    table.add(row);
  }
  std::string text;
  for (const std::string& size : raw_sizes) text += size + " bytes uncompressed\n";
  if (!raw_sizes.empty()) text += table.str(width);
  if (interpreted)
    text +=
        "on host: the interpreter runs the kernel and counts, and there is no throughput; sectors: "
        "32-byte sectors that it reads and writes per KiB of output; `codag show` prints more\n";
  for (const std::string& note : notes) text += printable(note) + "\n";
  // Most codecs lack most variants. Why a case was skipped matters if all were.
  const bool all_skipped = std::ranges::all_of(cases, [](const json& c) {
    return c["status"] == "skipped" || kind_of(c) == work_kind::traffic;
  });
  json shown = json::array();
  for (const json& c : cases)
    if (all_skipped || c["status"] != "skipped") shown.push_back(c);
  return text + not_ok_lines(shown);
}

void print_file_report(const std::filesystem::path& file, const std::string& name,
                       std::ostream& out, table_width width) {
  out << file_table(read_report(file), width) << report_line(name);
}

}  // namespace codag::harness
