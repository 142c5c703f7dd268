#include "harness/report/case_result.hpp"

namespace codag::harness {

const sample_set* case_result::headline() const {
  return cold ? &*cold : hot ? &*hot : nullptr;
}

std::optional<double> case_result::giga_per_second(std::uint64_t amount) const {
  const sample_set* samples = headline();
  if (status != case_status::ok || what.backend == backend::host || samples == nullptr ||
      samples->median <= 0)
    return std::nullopt;
  return static_cast<double>(amount) / samples->median / 1e9;
}

}  // namespace codag::harness
