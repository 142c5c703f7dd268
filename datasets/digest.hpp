// SHA-256: what names a dataset's bytes in reports and cache files.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace codag::datasets {

/// The SHA-256 of `bytes` (FIPS 180-4) as 64 lower-case hexadecimal digits, by OpenSSL. Throws
/// std::runtime_error with OpenSSL's reason if it cannot.
std::string sha256(std::span<const std::byte> bytes);

}  // namespace codag::datasets
