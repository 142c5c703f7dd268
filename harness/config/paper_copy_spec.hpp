// A user's copy of one of the paper's columns, as a command line names it.
#pragma once

#include <string>

#include "harness/config/config.hpp"

namespace codag::harness {

/// Reads "NAME,path=FILE,KEY=VALUE,...": NAME is a column of the paper, and the rest is as for a
/// file in a config. The format may be left out, and so may the type, which is then that of the
/// paper's column. Neither `size` nor `optional` is possible. `option` stands in messages. Throws
/// datasets::bad_input.
dataset_spec read_paper_copy(const std::string& option, const std::string& text);

}  // namespace codag::harness
