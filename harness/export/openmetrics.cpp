// OpenMetrics text (the specification, version 1.0.0, "Text format").
#include "harness/export/formats.hpp"
#include "harness/export/rows.hpp"

namespace codag::harness {
namespace {

std::string label(const char* name, const std::string& value) {
  std::string text = std::string(name) + "=\"";
  for (const char c : value)
    text += c == '\\' ? "\\\\" : c == '"' ? "\\\"" : c == '\n' ? "\\n" : std::string(1, c);
  return text + "\"";
}

}  // namespace

std::string to_openmetrics(const std::vector<nlohmann::json>& reports) {
  const nlohmann::json& report = reports.front();
  const auto labels = [&](const nlohmann::json& row) {
    return "{" + label("experiment", text_at(report["codag"], "experiment")) + "," +
           label("case", text_at(row, "name")) + "," + label("dataset", dataset_of(row)) + "," +
           label("codec", text_at(row, "codec")) + "," + label("variant", text_at(row, "variant")) +
           "," + label("backend", text_at(row, "backend")) + "," + label("gpu", gpu_of(report));
  };
  std::string throughput, counts;
  for (const nlohmann::json& row : report["codag"]["cases"]) {
    if (has_gbps(row))
      throughput += "codag_throughput_bytes_per_second" + labels(row) + "} " +
                    nlohmann::json(row["gbps"].get<double>() * 1e9).dump() + "\n";
    if (row["status"] == "ok" && row["counts"].is_object())
      for (const auto& [key, value] : row["counts"].items())
        counts += "codag_launch_count" + labels(row) + "," + label("count", key) + "} " +
                  value.dump() + "\n";
  }
  std::string text;
  if (!throughput.empty())
    text +=
        "# TYPE codag_throughput_bytes_per_second gauge\n# HELP codag_throughput_bytes_per_second "
        "Bytes of output per second, from the median.\n" +
        throughput;
  if (!counts.empty())
    text +=
        "# TYPE codag_launch_count gauge\n# HELP codag_launch_count What one launch did on the "
        "host backend.\n" +
        counts;
  return text + "# EOF\n";
}

}  // namespace codag::harness
