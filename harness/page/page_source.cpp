#include "harness/page/page_source.hpp"

#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "harness/support/printable.hpp"

namespace codag::harness {

nlohmann::ordered_json printable_strings(nlohmann::ordered_json value) {
  if (value.is_string()) return printable(value.get_ref<const std::string&>());
  if (value.is_structured())
    for (nlohmann::ordered_json& child : value) child = printable_strings(std::move(child));
  return value;
}

std::string data_block(const nlohmann::ordered_json& value) {
  std::string text;
  for (const char c : value.dump(-1, ' ', /*ensure_ascii=*/true)) {
    if (c == '<')
      text += "\\u003c";
    else if (c == '>')
      text += "\\u003e";
    else if (c == '&')
      text += "\\u0026";
    else
      text += c;
  }
  return text;
}

std::string policy_source(std::string_view text) {
  std::array<unsigned char, 32> digest{};
  if (EVP_Digest(text.data(), text.size(), digest.data(), nullptr, EVP_sha256(), nullptr) != 1)
    throw std::runtime_error("OpenSSL cannot compute the SHA-256 of the page's script");
  std::array<unsigned char, 45> base64{};  // 4 characters for 3 bytes, and a zero
  const int size = EVP_EncodeBlock(base64.data(), digest.data(), static_cast<int>(digest.size()));
  return "'sha256-" + std::string(base64.begin(), base64.begin() + size) + "'";
}

std::string filled(std::string_view form,
                   const std::vector<std::pair<std::string_view, std::string_view>>& texts) {
  std::string page;
  for (;;) {
    const std::size_t begin = form.find("{{");
    page += form.substr(0, begin);
    if (begin == std::string_view::npos) return page;
    const std::size_t end = form.find("}}", begin);
    const std::string_view name = form.substr(begin + 2, end - begin - 2);
    const auto text = std::ranges::find(texts, name, [](const auto& one) { return one.first; });
    if (end == std::string_view::npos || text == texts.end())
      throw std::logic_error("the page's form has no text for " + std::string(name));
    page += text->second;
    form.remove_prefix(end + 2);
  }
}

}  // namespace codag::harness
