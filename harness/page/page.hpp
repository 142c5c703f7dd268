// A page about reports: one HTML file that a browser shows without a network.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/screen/history_table.hpp"

namespace codag::harness {

/// The page about one report or several. Two are also compared, the first being the base; three or
/// more have a history. Text from the reports stays text, whatever it contains.
std::string page_of(const std::vector<named_report>& reports);

/// Whether a file that begins so is a page that page_of() made. `beginning` is its first
/// page_mark_bytes, or all of a shorter file.
bool is_page(std::string_view beginning);
inline constexpr std::size_t page_mark_bytes = 256;

}  // namespace codag::harness
