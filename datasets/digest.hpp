// SHA-256, which identifies a dataset's bytes in reports and cache files.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace codag::datasets {

/// The SHA-256 of `bytes` (FIPS 180-4) as 64 lower-case hexadecimal digits, computed by OpenSSL.
/// Throws std::runtime_error with OpenSSL's reason if that fails.
std::string sha256(std::span<const std::byte> bytes);

}  // namespace codag::datasets
