// Comma-separated values (RFC 4180): a line per case.
#include <iterator>

#include "harness/export/formats.hpp"
#include "harness/export/rows.hpp"

namespace codag::harness {
namespace {

std::string field(const std::string& text) {
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

}  // namespace

std::string to_csv(const std::vector<nlohmann::json>& reports) {
  std::string text = "experiment,time,revision,gpu,dataset";
  for (const char* key : row_keys) text += std::string(",") + key;
  text += "\r\n";
  for (const nlohmann::json& report : reports)
    for (const nlohmann::json& row : report["codag"]["cases"]) {
      text += field(text_at(report["codag"], "experiment")) + "," +
              field(text_at(report["codag"]["provenance"], "time")) + "," +
              field(revision_text(report["codag"]["provenance"])) + "," + field(gpu_of(report)) +
              "," + field(dataset_of(row));
      for (const char* key : row_keys) text += "," + field(text_at(row, key));
      text += "\r\n";
    }
  return text;
}

}  // namespace codag::harness
