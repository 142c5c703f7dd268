// Text from files and command lines, made safe for a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace codag::harness {

/// The text on one line, in which nothing controls a terminal. Escapes stand for
/// - control characters (C0, DEL and C1): "\n", "\t", "\x1b", "\u009b";
/// - line separators and characters that change the direction of text: "\u202e";
/// - bytes that are not valid UTF-8: "\xff".
///
/// A text of more than `most` columns loses its middle (shortened()), because a message ends with
/// its remedy.
///
/// All text that codag did not make itself passes through this function once, on its way to the
/// screen. Reports keep the text as it is.
std::string printable(std::string_view text, std::size_t most = 2000);

}  // namespace codag::harness
