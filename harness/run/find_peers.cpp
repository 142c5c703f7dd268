// A process of its own loads each library, so that one that crashes while it is loaded ends nothing
// else.
#include "harness/run/find_peers.hpp"

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "datasets/bad_input.hpp"
#include "datasets/shown_text.hpp"
#include "harness/peers/peer_facts_json.hpp"
#include "harness/plan/known_names.hpp"
#include "harness/run/asked_process.hpp"
#include "harness/run/peer_worker.hpp"

namespace codag::harness {
namespace {

constexpr std::chrono::seconds time_to_load{60};

peer_facts facts_by_process(const std::filesystem::path& file, const std::string& program) {
  asked_process process({program, describe_peer_option, file.string()});
  if (const auto line = process.receive(asked_process::clock::now() + time_to_load)) {
    try {
      if (!line->contains("bad_input")) return peer_facts_of(line->at("facts"));
      throw datasets::bad_input(datasets::one_line(line->at("bad_input").get<std::string>()));
    } catch (const nlohmann::json::exception&) {
      process.refuse();
    }
  }
  throw datasets::bad_input(file.string() +
                            ": the peer cannot be loaded: " + process.failure().how);
}

/// The file of an installed peer; empty if there is none.
std::filesystem::path installed_peer(const std::string& name) {
  for (const std::filesystem::path& folder : peer_folders()) {
    std::filesystem::path file = folder / ("libcodag_peer_" + name + ".so");
    std::error_code unknown;
    if (std::filesystem::exists(file, unknown)) return file;
  }
  return {};
}

std::string no_such_peer(const std::string& name) {
  std::string folders;
  for (const std::filesystem::path& folder : peer_folders())
    folders += (folders.empty() ? "" : " and ") + folder.string();
  return "the peer " + name + " is not installed: there is no libcodag_peer_" + name + ".so in " +
         folders + "; docs/peers.md says how to build it";
}

}  // namespace

std::vector<std::filesystem::path> peer_folders() {
  std::vector<std::filesystem::path> folders;
  if (const char* named = std::getenv("CODAG_PEERS")) {
    std::istringstream list(named);
    for (std::string folder; std::getline(list, folder, ':');)
      if (!folder.empty()) folders.emplace_back(folder);
  }
  std::error_code unknown;
  const auto program = std::filesystem::canonical("/proc/self/exe", unknown);
  if (!unknown) folders.push_back(program.parent_path().parent_path() / "lib" / "codag" / "peers");
  return folders;
}

std::vector<std::string> installed_peers() {
  const std::string before = "libcodag_peer_", after = ".so";
  std::set<std::string> names;
  for (const std::filesystem::path& folder : peer_folders()) {
    std::error_code unknown;
    for (const auto& file : std::filesystem::directory_iterator(folder, unknown)) {
      const std::string name = file.path().filename().string();
      if (name.size() > before.size() + after.size() && name.starts_with(before) &&
          name.ends_with(after))
        names.insert(name.substr(before.size(), name.size() - before.size() - after.size()));
    }
  }
  return {names.begin(), names.end()};
}

known_names names_with_peers(const std::string& program) {
  known_names known = registry_names();
  known.find_peer = [program](const std::string& library,
                              const std::filesystem::path& folder) -> peer_lookup {
    std::filesystem::path file = is_peer_path(library) ? folder / library : installed_peer(library);
    std::error_code unknown;
    if (file.empty()) return {.file = {}, .absent = no_such_peer(library), .facts = {}};
    if (!std::filesystem::exists(file, unknown))
      return {
          .file = {},
          .absent = file.string() + ": there is no such file; give the path of a peer's library",
          .facts = {}};
    peer_facts facts = facts_by_process(file, program);
    return {.file = std::move(file), .absent = {}, .facts = std::move(facts)};
  };
  return known;
}

}  // namespace codag::harness
