// The memory that this process can still get.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace codag::harness {

/// Bytes that the system can give without swapping (MemAvailable of /proc/meminfo), or what the
/// tightest of this process's control groups still allows if that is less. Page cache that is not
/// in use counts as free, because the kernel drops it first. std::nullopt if the system does not
/// say. `root` is the file system's root; tests have one of their own.
std::optional<std::uint64_t> memory_available(const std::filesystem::path& root = "/");

}  // namespace codag::harness
