// The control groups that limit this process: those of a container or of a batch job.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace codag {

/// The folders of this process's control group and of all its ancestors, for a controller ("cpu",
/// "memory") in version 1 or 2. Each may have a limit, and the smallest one holds. A folder need
/// not exist: in a container, /proc may name groups of the host that are not mounted there.
/// `root` is the file system's root; tests have one of their own.
inline std::vector<std::filesystem::path> control_groups(const std::string& controller,
                                                         const std::filesystem::path& root) {
  std::vector<std::filesystem::path> folders;
  std::ifstream groups(root / "proc/self/cgroup");
  // "4:cpu,cpuacct:/job/step" in version 1, "0::/job/step" in version 2.
  for (std::string line; std::getline(groups, line);) {
    const std::size_t begin = line.find(':') + 1, end = line.find(':', begin);
    if (begin == 0 || end == std::string::npos) continue;
    const std::string controllers = "," + line.substr(begin, end - begin) + ",";
    const bool version_2 = controllers == ",,";
    if (!version_2 && controllers.find("," + controller + ",") == std::string::npos) continue;
    std::filesystem::path top = root / "sys/fs/cgroup";
    if (!version_2) top /= controller;
    std::filesystem::path group = std::filesystem::path(line.substr(end + 1)).relative_path();
    for (; !group.empty(); group = group.parent_path()) folders.push_back(top / group);
    folders.push_back(top);
  }
  return folders;
}

}  // namespace codag
