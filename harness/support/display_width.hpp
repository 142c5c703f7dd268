// The width of text on a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace codag::harness {

/// The columns that a terminal gives to the text: 2 for a wide character (East Asian, emoji), 0 for
/// a combining one, 1 for each other character and for each byte that is not valid UTF-8. The
/// widths are those of the C library's locale C.UTF-8. Without that locale every character counts
/// 1.
std::size_t display_width(std::string_view text);

/// The text if it fits into `most` columns. Otherwise its beginning and its end with "..." between
/// them, in at most that many columns. A combining character counts 1 here, so that a text of many
/// bytes is never narrow.
std::string shortened(std::string_view text, std::size_t most);

}  // namespace codag::harness
