#include "harness/support/display_width.hpp"

#include <clocale>
#include <cwchar>

#include <algorithm>

#include "harness/support/utf8.hpp"

namespace codag::harness {
namespace {

std::size_t width_of(const utf8_character& c) {
  if (!c.code || *c.code < 0x80) return 1;
  static const locale_t utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
  if (utf8 == nullptr) return 1;
  const locale_t before = uselocale(utf8);  // of this thread
  const int columns = wcwidth(static_cast<wchar_t>(*c.code));
  uselocale(before);
  return columns < 0 ? 1 : static_cast<std::size_t>(columns);
}

std::size_t cost(std::string_view text) {
  return std::max<std::size_t>(1, width_of(first_character(text)));
}

/// The place where the text's last character begins.
std::size_t last_character(std::string_view text) {
  std::size_t at = text.size() - 1;
  while (at > 0 && text.size() - at < 4 && (static_cast<unsigned char>(text[at]) & 0xc0u) == 0x80)
    --at;
  return at + first_character(text.substr(at)).bytes == text.size() ? at : text.size() - 1;
}

}  // namespace

std::size_t display_width(std::string_view text) {
  std::size_t columns = 0;
  while (!text.empty()) {
    const utf8_character c = first_character(text);
    columns += width_of(c);
    text.remove_prefix(c.bytes);
  }
  return columns;
}

std::string shortened(std::string_view text, std::size_t most) {
  constexpr std::string_view mark = "...";
  const std::size_t kept = most - std::min(most, mark.size());
  std::size_t columns = 0, head = 0;  // the beginning that stays ends at `head`
  for (std::size_t at = 0; columns <= most;) {
    if (at == text.size()) return std::string(text);
    const std::size_t bytes = first_character(text.substr(at)).bytes;
    columns += cost(text.substr(at));
    at += bytes;
    if (columns <= (kept + 1) / 2) head = at;
  }
  std::size_t tail = text.size();
  for (std::size_t left = kept / 2; tail > head;) {
    const std::size_t before = last_character(text.substr(0, tail));
    const std::size_t its = cost(text.substr(before, tail - before));
    if (its > left) break;
    left -= its;
    tail = before;
  }
  return std::string(text.substr(0, head)).append(mark.substr(0, most)).append(text.substr(tail));
}

}  // namespace codag::harness
