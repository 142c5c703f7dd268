#include "harness/screen/folder_table.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "harness/screen/remarks.hpp"
#include "harness/support/printable.hpp"

namespace codag::harness {
namespace {

using json = nlohmann::json;

/// The cases of one file.
struct file_cases {
  std::string name;
  std::vector<const json*> all, ok;
};

std::vector<file_cases> by_file(const json& cases) {
  std::vector<file_cases> files;  // in the order of the report
  for (const json& c : cases) {
    if (c["dataset"].is_null()) continue;
    const std::string name = c["dataset"]["name"];
    auto file = std::ranges::find(files, name, &file_cases::name);
    if (file == files.end()) file = files.insert(files.end(), {name, {}, {}});
    file->all.push_back(&c);
    if (c["status"] == "ok" && c["compressed_bytes"].is_number()) file->ok.push_back(&c);
  }
  return files;
}

std::uint64_t compressed_bytes(const json* c) {
  return (*c)["compressed_bytes"].get<std::uint64_t>();
}

std::uint64_t raw_bytes(const json* c) {
  return (*c)["raw_bytes"].get<std::uint64_t>();
}

/// Compressed over uncompressed bytes, as in a case.
std::string ratio(std::uint64_t compressed, std::uint64_t raw) {
  return fixed(static_cast<double>(compressed) / static_cast<double>(raw), 4);
}

/// The case's name without the file's: "rle_v1/block_per_chunk/128KiB".
std::string way_of(const json& c) {
  return c["name"].get<std::string>().substr(c["dataset"]["name"].get<std::string>().size() + 1);
}

/// The same without the variant: "rle_v1/128KiB".
std::string encoding_of(const json& c) {
  const std::string way = way_of(c), variant = "/" + c["variant"].get<std::string>() + "/";
  const std::size_t at = way.rfind(variant);
  return at == std::string::npos ? way : way.substr(0, at + 1) + way.substr(at + variant.size());
}

std::vector<std::string> line_of(const file_cases& file, const json& smallest) {
  const auto speed = [](const json* c) {
    return (*c)["gbps"].is_null() ? 0.0 : (*c)["gbps"].get<double>();
  };
  const json& fastest = **std::ranges::max_element(file.ok, {}, speed);
  const bool timed = speed(&fastest) > 0;
  return {file.name,
          smallest["dataset"]["type"],
          std::to_string(raw_bytes(&smallest)),
          encoding_of(smallest),
          ratio(compressed_bytes(&smallest), raw_bytes(&smallest)),
          timed ? way_of(fastest) : "-",
          timed ? fixed(speed(&fastest), 2) : "-"};
}

struct total {
  std::uint64_t files = 0, raw = 0, compressed = 0;

  void add(const json& c) {
    ++files;
    raw += raw_bytes(&c);
    compressed += compressed_bytes(&c);
  }
};

std::string codecs_table(const std::vector<file_cases>& files, table_width width) {
  std::map<std::string, total> totals;
  for (const file_cases& file : files) {
    std::set<std::string> seen;
    for (const json* c : file.ok)
      if (seen.insert(encoding_of(*c)).second) totals[encoding_of(*c)].add(*c);
  }
  text_table table;
  table.add({"codec", "files", "bytes", "compressed", "ratio"});
  for (const auto& [codec, t] : totals)
    table.add({codec, std::to_string(t.files), std::to_string(t.raw), std::to_string(t.compressed),
               ratio(t.compressed, t.raw)});
  return table.str(width);
}

/// Why a file has no numbers: a fault of its own, if there is one, before what does not fit it.
std::string reason_of(const file_cases& file) {
  const auto at_fault =
      std::ranges::find_if(file.all, [](const json* c) { return (*c)["status"] != "skipped"; });
  return (**(at_fault == file.all.end() ? file.all.begin() : at_fault))["reason"];
}

}  // namespace

std::string refusal_line(const refused_file& file) {
  const bool named = file.reason.find(file.name) != std::string::npos;
  return printable(named ? file.reason : file.name + ": " + file.reason) + "\n";
}

std::string folder_table(const json& report, const std::vector<refused_file>& refused,
                         table_width width) {
  const std::vector<file_cases> files = by_file(report["codag"]["cases"]);
  text_table table;
  table.add({"file", "type", "bytes", "smallest", "ratio", "fastest", "GB/s"});
  total all;
  std::vector<refused_file> without = refused;
  json failed = json::array();
  for (const file_cases& file : files) {
    if (file.ok.empty()) {
      without.push_back({file.name, reason_of(file)});
      continue;
    }
    const json& smallest = **std::ranges::min_element(file.ok, {}, compressed_bytes);
    table.add(line_of(file, smallest));
    all.add(smallest);
    for (const json* c : file.all)
      if ((*c)["status"] != "ok" && (*c)["status"] != "skipped") failed.push_back(*c);
  }
  std::string text;
  if (all.files > 0) {
    table.add({std::to_string(all.files) + (all.files == 1 ? " file" : " files"), "",
               std::to_string(all.raw), "", ratio(all.compressed, all.raw)});
    text = table.str(width) + "\n" + codecs_table(files, width);
  }
  text += not_ok_lines(failed);
  std::ranges::sort(without, {}, &refused_file::name);
  if (!without.empty())
    text += std::to_string(without.size()) + (without.size() == 1 ? " file was" : " files were") +
            " refused:\n";
  for (const refused_file& file : without) text += "  " + refusal_line(file);
  return text;
}

}  // namespace codag::harness
