// Which processes belong to this run of codag.
#pragma once

#include <filesystem>

namespace codag::harness {

/// The process that started another one; 0 if that is unknown, such as when it has ended.
unsigned parent_of(unsigned pid, const std::filesystem::path& tree = "/proc");

/// Whether the process is this one, one that it has started, or, if codag itself started this one
/// (for a peer, a pass or a device), any other of the same run. False for a number that is unknown
/// here. `tree` is Linux's /proc.
bool is_own_process(unsigned pid, const std::filesystem::path& tree = "/proc");

/// The same as seen by another process, for tests.
bool is_process_of_run(unsigned pid, unsigned self, const std::filesystem::path& tree);

}  // namespace codag::harness
