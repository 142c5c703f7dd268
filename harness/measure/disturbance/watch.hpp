// The seam between a case's samples and what sees their disturbances.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace codag::harness {

/// Sees what disturbs samples. It looks before, between and after them, never while one is timed.
class watch {
 public:
  watch() = default;
  watch(const watch&) = delete;
  watch& operator=(const watch&) = delete;
  virtual ~watch() = default;

  /// Samples are about to be taken: forgets what was seen before.
  virtual void begin() = 0;
  /// Called after each sample. Looks, unless it has just done so.
  virtual void between() = 0;
  /// The samples have been taken. What disturbed them, a phrase each: what it was, and after ": "
  /// the particulars. Empty if nothing did.
  virtual std::vector<std::string> end() = 0;
  /// For which reasons the clock was reduced, from begin() to end(), by NVML's names: a power limit
  /// that the case itself reaches disturbs nothing and explains much. Null if nobody tells.
  [[nodiscard]] virtual std::optional<std::vector<std::string>> clock_reasons() const {
    return std::nullopt;
  }
};

}  // namespace codag::harness
