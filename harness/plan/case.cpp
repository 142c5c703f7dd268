#include "harness/plan/case.hpp"

namespace codag::harness {

bool is_native(std::string_view variant) {
  return variant.starts_with("cpu_");
}

const char* to_string(case_status status) {
  switch (status) {
    case case_status::ok:
      return "ok";
    case case_status::failed_verify:
      return "failed_verify";
    case case_status::skipped:
      return "skipped";
    case case_status::all_throttled:
      return "all_throttled";
    case case_status::error:
      return "error";
  }
  return "error";
}

const sample_set* case_result::headline() const {
  return cold ? &*cold : hot ? &*hot : nullptr;
}

std::optional<double> case_result::giga_a_second(std::uint64_t amount) const {
  const sample_set* samples = headline();
  if (status != case_status::ok || what.backend == "host" || samples == nullptr ||
      samples->median <= 0)
    return std::nullopt;
  return static_cast<double>(amount) / samples->median / 1e9;
}

}  // namespace codag::harness
