#include "tests/fuzz/strangers_file.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>

#include "tests/fuzz/fail.hpp"

namespace codag::fuzz {
namespace {

/// More than a message with the names of all variants has.
constexpr std::size_t most_message_bytes = 4096;

/// The control characters of ASCII, and U+0080 to U+009F in UTF-8.
bool has_control_character(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (c < ' ' || c == 0x7f) return true;
    const unsigned next = i + 1 < text.size() ? static_cast<unsigned char>(text[i + 1]) : 0u;
    if (c == 0xc2 && next >= 0x80 && next < 0xa0) return true;
  }
  return false;
}

}  // namespace

memory_file::memory_file(std::span<const std::byte> content)
    : fd_(::memfd_create("fuzz", MFD_CLOEXEC)), path_("/proc/self/fd/" + std::to_string(fd_)) {
  if (fd_ < 0 || ::write(fd_, content.data(), content.size()) != std::ssize(content))
    fail("a file in memory cannot be made");
}

memory_file::~memory_file() {
  ::close(fd_);
}

void expect_printable(std::string_view text, std::size_t lines) {
  for (std::size_t line = 0; !text.empty(); ++line) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (line == lines) fail("more than %zu lines", lines);
    if (has_control_character(text.substr(0, end)))
      fail("a control character in: %.*s", static_cast<int>(end), text.data());
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

void expect_one_line(std::string_view message) {
  if (message.empty() || message.size() > most_message_bytes)
    fail("a refusal of %zu bytes: %.*s", message.size(), 200, message.data());
  if (message.find('\n') != std::string_view::npos)
    fail("a refusal of several lines: %.*s", static_cast<int>(message.size()), message.data());
  expect_printable(message, 1);
}

}  // namespace codag::fuzz
