// The --output of a command that writes one result at its end: a page, a calibration, a comparison.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "harness/report/output/destination.hpp"

namespace codag::harness {

/// What such a command writes, and how it knows an earlier one.
struct result_kind {
  std::string_view noun;   ///< "calibration": of a result that is kept under another name
  std::string_view named;  ///< "a calibration": "x.json: exists and is not a calibration"
  std::function<bool(const std::filesystem::path&)> recognizes;
};

/// A place for one result. A regular file with an earlier result keeps that under another name,
/// unless `force`. A stream (standard output for "-", a pipe, a character device) gets the text.
class result_output {
 public:
  /// Before the work begins: throws datasets::bad_input, and changes nothing, if the place cannot
  /// take a result, or if a file with other content is there and `force` is not set.
  result_output(const std::filesystem::path& named, result_kind kind, bool force);

  /// Writes the result, and says on standard error under which name an earlier one is kept.
  void write(std::string_view text);

  /// Whether standard output has the result and nothing else.
  [[nodiscard]] bool is_standard_output() const { return destination_.is_standard_output(); }

 private:
  result_kind kind_;
  bool force_;
  report_destination destination_;
};

}  // namespace codag::harness
