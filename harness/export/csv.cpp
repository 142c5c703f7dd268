// Comma-separated values (RFC 4180): a line per case.
#include <iterator>
#include <string_view>
#include <utility>

#include "harness/export/formats.hpp"
#include "harness/export/rows.hpp"

namespace codag::harness {
namespace {

/// A text. A spreadsheet must not take one for a formula, wherever it came from: such a text, and
/// one that begins with the mark itself, gets a ' before it, which a spreadsheet does not show.
std::string field(std::string text) {
  if (!text.empty() && std::string_view("=+-@'\t\r\n").find(text[0]) != std::string_view::npos)
    text.insert(0, 1, '\'');
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

constexpr const char* row_keys[] = {"name",
                                    "kind",
                                    "codec",
                                    "variant",
                                    "backend",
                                    "chunk_bytes",
                                    "status",
                                    "reason",
                                    "raw_bytes",
                                    "compressed_bytes",
                                    "ratio",
                                    "gbps",
                                    "gbps_low",
                                    "gbps_high",
                                    "traffic_gbps",
                                    "roof_share",
                                    "speedup_over_baseline"};

/// Numbers of a transfer: their columns and places.
constexpr std::pair<const char*, const char*> transfer_keys[] = {
    {"transfer_in_gbps", "/transfer/in/gbps"},
    {"transfer_in_out_gbps", "/transfer/in_out/gbps"},
    {"link_in_gbps", "/transfer/link_in/link_gbps"},
    {"link_out_gbps", "/transfer/link_out/link_gbps"}};

/// The number at a place of the row; empty if it has none.
std::string number_at(const nlohmann::json& row, const char* pointer) {
  const nlohmann::json::json_pointer place(pointer);
  return row.contains(place) && row[place].is_number() ? row[place].dump() : std::string();
}

}  // namespace

std::string to_csv(const std::vector<nlohmann::json>& reports) {
  std::string text = "experiment,time,revision,gpu,dataset";
  for (const char* key : row_keys) text += std::string(",") + key;
  for (const auto& [key, place] : transfer_keys) text += std::string(",") + key;
  text += ",disturbed\r\n";
  for (const nlohmann::json& report : reports)
    for (const nlohmann::json& row : report["codag"]["cases"]) {
      text += field(text_at(report["codag"], "experiment")) + "," +
              field(text_at(report["codag"]["provenance"], "time")) + "," +
              field(revision_text(report["codag"]["provenance"])) + "," + field(gpu_of(report)) +
              "," + field(dataset_of(row));
      for (const char* key : row_keys) text += "," + field(text_at(row, key));
      for (const auto& [key, place] : transfer_keys) text += "," + number_at(row, place);
      text += "," + field(what_disturbed(row)) + "\r\n";
    }
  return text;
}

}  // namespace codag::harness
