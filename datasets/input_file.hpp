// The check of a file that a user names as input.
#pragma once

#include <filesystem>
#include <string>

namespace codag::datasets {

/// Checks that `path` leads to a regular file that this process may read. Throws bad_input with the
/// path, what is wrong with it, and `remedy` ("give the path of ..."). A pipe or a device is
/// refused: it may never end, and a run reads its inputs more than once. The check opens nothing,
/// so it cannot block.
void require_input_file(const std::filesystem::path& path, const std::string& remedy);

}  // namespace codag::datasets
