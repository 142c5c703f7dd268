// The commands of `codag`, with one source file per command.
#pragma once

#include <string>
#include <vector>

#include "harness/cli/command_line.hpp"

namespace codag::harness {

// Each function adds its command. `typed` is the whole command line, for the report's provenance.
void add_run(command_line& line, const std::vector<std::string>& typed);
void add_ab(command_line& line, const std::vector<std::string>& typed);
void add_file(command_line& line, const std::vector<std::string>& typed);
void add_list(command_line& line);
void add_show(command_line& line);
void add_datasets(command_line& line);
void add_cache(command_line& line);
void add_compare(command_line& line);
void add_judge(command_line& line);
void add_export(command_line& line);
void add_merge(command_line& line);
void add_history(command_line& line);
void add_page(command_line& line);
void add_doctor(command_line& line);
void add_calibrate(command_line& line, const std::vector<std::string>& typed);
/// `program` is the name that the user typed for this program.
void add_rerun(command_line& line, const std::string& program);

}  // namespace codag::harness
