#include "datasets/digest.hpp"

#include <openssl/err.h>
#include <openssl/evp.h>

#include <array>
#include <fstream>
#include <memory>
#include <new>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "datasets/bad_input.hpp"

namespace codag::datasets {
namespace {

void check(int result) {
  if (result == 1) return;
  const char* reason = ERR_reason_error_string(ERR_get_error());
  throw std::runtime_error(std::string("OpenSSL cannot compute SHA-256: ") +
                           (reason != nullptr ? reason : "no reason given") +
                           "; check its configuration (openssl dgst -sha256 FILE)");
}

/// A computation of one digest.
class hasher {
 public:
  // EVP_sha256 uses the CPU's SHA instructions if there are any.
  hasher() {
    if (!context_) throw std::bad_alloc();
    check(EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr));
  }
  void add(std::span<const std::byte> bytes) {
    check(EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()));
  }
  std::string hexadecimal() {
    std::array<unsigned char, 32> digest;
    check(EVP_DigestFinal_ex(context_.get(), digest.data(), nullptr));
    constexpr std::string_view digits = "0123456789abcdef";
    std::string hex;
    for (const unsigned char byte : digest) {
      hex += digits[byte >> 4];
      hex += digits[byte & 0xf];
    }
    return hex;
  }

 private:
  struct freed {
    void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
  };
  std::unique_ptr<EVP_MD_CTX, freed> context_{EVP_MD_CTX_new()};
};

}  // namespace

std::string sha256(std::span<const std::byte> bytes) {
  hasher all;
  all.add(bytes);
  return all.hexadecimal();
}

std::string sha256_of_file(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::vector<char> block(std::size_t{1} << 20);
  hasher all;
  while (in.read(block.data(), static_cast<std::streamsize>(block.size())) || in.gcount() > 0)
    all.add(std::as_bytes(std::span(block).first(static_cast<std::size_t>(in.gcount()))));
  if (!in.eof() || in.bad()) throw bad_input(file.string() + ": cannot be read");
  return all.hexadecimal();
}

}  // namespace codag::datasets
