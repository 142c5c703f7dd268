// The lists of keys in docs/report.md, from the table of a report's keys.
#pragma once

#include <string>

#include "harness/report/shape/report_table.hpp"

namespace codag::harness::shape {

/// The page with the lists as the table has them. Each is between a comment that names it and the
/// next one:
///
///     <!-- keys: provenance -->
///     ...
///     <!-- end -->
///
/// Throws std::runtime_error, one line, if the page lacks a list, has one that the table does not
/// know, or nowhere names a key that the table leaves to it.
std::string page_with_keys(const type& report, const std::string& page);

}  // namespace codag::harness::shape
