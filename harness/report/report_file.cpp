#include "harness/report/report_file.hpp"

#include <fcntl.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>

#include "datasets/dataset.hpp"
#include "harness/report/report_shape.hpp"
#include "harness/report/upgrade.hpp"

namespace codag::harness {
namespace {

using datasets::bad_input;
using nlohmann::json;

[[noreturn]] void cannot_write(const std::filesystem::path& file, int error) {
  throw bad_input(file.string() + ": cannot write the report: " + std::strerror(error) +
                  "; choose another place with --output");
}

/// Writes all of `text` to the disk. Returns the errno of a failure, or 0.
int write_through(int fd, const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t n = ::write(fd, text.data() + done, text.size() - done);
    if (n >= 0)
      done += static_cast<std::size_t>(n);
    else if (errno != EINTR)
      return errno;
  }
  return fsync(fd) == 0 ? 0 : errno;
}

void write_whole(const std::filesystem::path& file, const std::string& text) {
  const std::string temporary = file.string() + ".tmp";
  const int fd = open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (fd < 0) cannot_write(file, errno);
  // The data must be on the disk before it replaces the old report. Otherwise a power failure could
  // destroy both.
  int error = write_through(fd, text);
  if (close(fd) != 0 && error == 0) error = errno;
  if (error == 0 && std::rename(temporary.c_str(), file.c_str()) != 0) error = errno;
  if (error == 0) return;
  unlink(temporary.c_str());
  cannot_write(file, error);
}

}  // namespace

void check_numbers(const json& value, const std::string& place) {
  if (value.is_number_float() && !std::isfinite(value.get<double>()))
    throw std::logic_error("the report's number " + place + " is not a finite number");
  if (value.is_structured())
    for (const auto& [key, child] : value.items()) check_numbers(child, place + "/" + key);
}

void write_report(const std::filesystem::path& file, const json& report) {
  check_numbers(report, "");
  // A file name need not be valid UTF-8, and such a name must not prevent writing the report.
  write_whole(file, report.dump(1, ' ', false, json::error_handler_t::replace) + "\n");
}

json read_report(const std::filesystem::path& file) {
  std::error_code unknown;
  if (std::filesystem::is_directory(file, unknown))
    throw bad_input(file.string() +
                    ": is a directory; give the path of a report that `codag run` wrote");
  std::ifstream in(file, std::ios::binary);
  if (!in)
    throw bad_input(file.string() +
                    ": cannot be read; give the path of a report that `codag run` wrote");
  json report;
  try {
    report = json::parse(in);
  } catch (const json::exception& e) {  // a syntax error, or a number out of range
    std::string what = e.what();        // "[...] parse error at line 3, column 7: ..."
    const auto at = what.find("at line");
    throw bad_input(file.string() +
                    ": not valid JSON: " + (at == std::string::npos ? what : what.substr(at)));
  }
  upgrade_report(report);
  report_shape(report, file.string()).check(report_schema_version);
  return report;
}

std::map<std::string, json> finished_cases(const json& report) {
  std::map<std::string, json> finished;
  for (const json& c : report["codag"]["cases"])
    if (c["status"] == "ok") finished.emplace(c["name"], c);
  return finished;
}

}  // namespace codag::harness
