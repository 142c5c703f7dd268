#include "harness/support/terminal_width.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>
#include <string_view>

namespace codag::harness {

std::optional<std::size_t> terminal_width(int fd) {
  if (isatty(fd) == 0) return std::nullopt;
  if (const char* set = std::getenv("COLUMNS")) {
    const std::string_view text = set;
    std::size_t columns = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), columns);
    if (error == std::errc() && end == text.data() + text.size() && columns > 0) return columns;
  }
  winsize size{};
  const bool known = ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? std::size_t{size.ws_col} : 80;
}

}  // namespace codag::harness
