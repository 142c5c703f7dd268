#include "datasets/digest.hpp"

#include <openssl/err.h>
#include <openssl/evp.h>

#include <array>
#include <stdexcept>
#include <string_view>

namespace codag::datasets {

std::string sha256(std::span<const std::byte> bytes) {
  std::array<unsigned char, 32> digest;
  // EVP_sha256 uses the CPU's SHA instructions if there are any.
  if (EVP_Digest(bytes.data(), bytes.size(), digest.data(), nullptr, EVP_sha256(), nullptr) != 1) {
    const char* reason = ERR_reason_error_string(ERR_get_error());
    throw std::runtime_error(std::string("OpenSSL cannot compute SHA-256: ") +
                             (reason != nullptr ? reason : "no reason given") +
                             "; check its configuration (openssl dgst -sha256 FILE)");
  }
  constexpr std::string_view digits = "0123456789abcdef";
  std::string hex;
  for (const unsigned char byte : digest) {
    hex += digits[byte >> 4];
    hex += digits[byte & 0xf];
  }
  return hex;
}

}  // namespace codag::datasets
