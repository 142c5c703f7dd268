// SHA-256, which identifies datasets, programs and peers in reports and cache files.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

namespace codag::datasets {

/// The SHA-256 of `bytes` (FIPS 180-4) as 64 lower-case hexadecimal digits, computed by OpenSSL.
/// Throws std::runtime_error with OpenSSL's reason if that fails.
std::string sha256(std::span<const std::byte> bytes);

/// The same of a file's bytes. Throws datasets::bad_input if the file cannot be read.
std::string sha256_of_file(const std::filesystem::path& file);

}  // namespace codag::datasets
