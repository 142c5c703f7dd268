#include "harness/report/output/destination.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>

#include "datasets/bad_input.hpp"
#include "harness/report/output/durable_file.hpp"
#include "harness/report/report_file.hpp"
#include "harness/support/temporary_folder.hpp"

namespace codag::harness {
namespace {

namespace fs = std::filesystem;
using datasets::bad_input;

/// The file that the path leads to, through links, even if the last one's target does not exist.
fs::path through_links(fs::path path) {
  for (int links = 0; fs::is_symlink(fs::symlink_status(path)); ++links) {
    if (links == 40) cannot_write(path, ELOOP);
    const fs::path target = fs::read_symlink(path);
    path = target.is_absolute() ? target : path.parent_path() / target;
  }
  return path;
}

bool same_file(const struct stat& a, const struct stat& b) {
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

/// Whether the path is another name of standard output, such as /dev/stdout.
bool names_standard_output(const struct stat& there) {
  struct stat out {};
  return fstat(STDOUT_FILENO, &out) == 0 && same_file(there, out);
}

/// "25 cases, complete".
std::string summary(const nlohmann::json& report) {
  const nlohmann::json& codag = report["codag"];
  const std::size_t cases = codag["cases"].size();
  return std::to_string(cases) + (cases == 1 ? " case, " : " cases, ") +
         (codag["complete"].get<bool>() ? "complete" : "incomplete");
}

void refuse_inputs(const fs::path& file, const struct stat& there,
                   const std::vector<fs::path>& inputs) {
  for (const fs::path& input : inputs) {
    struct stat its {};
    if (stat(input.c_str(), &its) == 0 && same_file(there, its))
      throw bad_input(file.string() + ": this run reads the file (" + input.string() +
                      "), so it cannot be its report; choose another --output");
  }
}

}  // namespace

bool names_stream(const fs::path& named) {
  struct stat there {};
  if (named == "-") return true;
  if (stat(named.c_str(), &there) != 0) return false;
  return names_standard_output(there) || !(S_ISREG(there.st_mode) || S_ISDIR(there.st_mode));
}

report_destination::report_destination(const fs::path& named, const replace_rules& rules) {
  if (!names_stream(named)) {
    open_file(named, rules);
    return;
  }
  struct stat there {};
  if (named == "-" || (stat(named.c_str(), &there) == 0 && names_standard_output(there))) {
    stream_ = STDOUT_FILENO;
  } else {
    if (S_ISBLK(there.st_mode))
      throw bad_input(named.string() + ": is a block device; choose another --output");
    open_stream(named);
  }
  if (!rules.at_once) make_temporary_folder();
}

void report_destination::open_stream(const fs::path& named) {
  // Without O_NONBLOCK, a pipe that nobody reads would block for ever.
  const int stream = open(named.c_str(), O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (stream < 0 && errno == ENXIO)
    throw bad_input(named.string() + ": nobody reads this pipe; start its reader first");
  if (stream < 0) cannot_write(named, errno);
  fcntl(stream, F_SETFL, fcntl(stream, F_GETFL) & ~O_NONBLOCK);
  stream_ = stream;
}

void report_destination::make_temporary_folder() {
  temporary_folder_ = harness::make_temporary_folder();
  file_ = temporary_folder_ / "report.json";
}

void report_destination::open_file(const fs::path& named, const replace_rules& rules) {
  file_ = through_links(named);
  if (fs::is_directory(file_))
    throw bad_input(named.string() + ": is a folder; give --output the name of a file");
  std::error_code ignored;  // a failure becomes visible when the lock is created
  if (file_.has_parent_path()) fs::create_directories(file_.parent_path(), ignored);
  lock_.emplace(file_);  // before the look at what is there, which another run may be replacing
  struct stat there {};
  if (stat(file_.c_str(), &there) == 0) {
    if (!rules.force) refuse_inputs(named, there, rules.inputs);
    if (access(file_.c_str(), W_OK) != 0) cannot_write(named, errno);
    if (there.st_size > 0 && !rules.force) {
      nlohmann::json report;
      try {
        report = read_report(file_);
      } catch (const bad_input& e) {
        if (rules.resume) throw;
        throw bad_input(named.string() + ": is not a codag report (" + e.what() +
                        "); choose another --output, or replace it with --force");
      }
      if (!rules.resume && !report["codag"]["cases"].empty()) earlier_ = summary(report);
    }
  }
}

report_destination::~report_destination() {
  if (stream_ && *stream_ > STDOUT_FILENO) close(*stream_);
  // An error before the first row leaves an empty folder. One with a report is not removed here.
  std::error_code ignored;
  if (!temporary_folder_.empty()) fs::remove(temporary_folder_, ignored);
}

std::string report_destination::make_way() {
  begun_ = true;
  if (earlier_.empty()) return {};
  const fs::path backup = keep_backup(file_);
  return file_.string() + ": the earlier report (" + std::exchange(earlier_, {}) + ") is now " +
         backup.string();
}

void report_destination::write(std::string_view text) {
  if (!stream_) return replace_file(file_, as_named(file_, text));
  if (is_standard_output()) {
    std::cout << text << std::flush;
    return;
  }
  if (const int error = write_all(*stream_, text); error != 0)
    throw bad_input("the --output cannot be written: " + std::generic_category().message(error));
}

void report_destination::deliver() {
  if (!stream_) return;
  const auto fail = [&](const std::string& why) {
    throw bad_input("the report cannot be " + why + "; it is kept in " + file_.string());
  };
  const std::ifstream in(file_, std::ios::binary);
  std::ostringstream report;
  if (!in || !(report << in.rdbuf())) fail("read again");
  if (const int error = write_all(*stream_, report.str()); error != 0)
    fail("written to the --output: " + std::generic_category().message(error));
  std::error_code ignored;
  fs::remove_all(temporary_folder_, ignored);
}

}  // namespace codag::harness
