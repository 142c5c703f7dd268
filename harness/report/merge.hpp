// Joining partial reports of one config.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <vector>

namespace codag::harness {

/// One report with the cases of all files, in the files' order. The runs may be of several GPUs and
/// hosts, but must have the same config, size, seed, backend, program, and models of GPU and CPU. A
/// case that is "ok" in one file replaces one that is not in another; memory traffic, which every
/// run measures, is that of the first. Claims are judged again, and
/// what relates cases to each other is computed again. "provenance" is that of the first file, and
/// its "merged" says which cases came from which file. Throws datasets::bad_input, naming the file
/// and what differs, for reports that do not belong together, have other values of one dataset, or
/// have a case "ok" twice.
nlohmann::json merge_reports(const std::vector<std::filesystem::path>& files);

}  // namespace codag::harness
