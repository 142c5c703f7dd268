#include "harness/measure/disturbance/gpu_watch.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

#include "harness/measure/power/throttle_reasons.hpp"

namespace codag::harness {
namespace {

// A look takes some milliseconds, so that looking takes about two percent of a long case.
constexpr double gpu_look_period_s = 0.25;
// The probe's own time varies by less than a percent. A neighbour that takes turns takes more.
constexpr double slow_probe = 1.1;
// A launch takes some 10 us. A neighbour's time slice is about 2 ms.
constexpr double late_probe_s = 0.5e-3;

template <class... Values>
std::string phrase(const char* format, Values... values) {
  std::array<char, 160> text{};
  std::snprintf(text.data(), text.size(), format, values...);
  return text.data();
}

std::string particulars(const gpu_neighbour& other) {
  std::string text = "PID " + std::to_string(other.process.pid);
  if (other.sm_percent) text += phrase(", %u %% of the multiprocessors' time", *other.sm_percent);
  if (other.process.memory_bytes > 0)
    text += phrase(", %.0f MiB", static_cast<double>(other.process.memory_bytes >> 20));
  return text;
}

}  // namespace

gpu_watch::gpu_watch(std::unique_ptr<gpu_eyes> eyes, seconds_clock clock)
    : eyes_(std::move(eyes)), clock_(std::move(clock)) {}

void gpu_watch::begin() {
  busy_.clear();
  reasons_ = std::nullopt;
  memory_mhz_ = other_memory_mhz_ = other_power_limit_ = std::nullopt;
  first_ = eyes_->look();
  // What neighbours did before the samples disturbs none, but whoever is there and unknown does.
  for (gpu_neighbour& other : first_->neighbours.value.value_or(std::vector<gpu_neighbour>{}))
    if (!other.sm_percent) busy_[other.process.pid] = other;
  worst_ = first_->probe;
  looked_at_ = clock_();
}

void gpu_watch::between() {
  if (clock_() - looked_at_ >= gpu_look_period_s) look();
}

void gpu_watch::look() {
  const gpu_sight sight = eyes_->look();
  looked_at_ = clock_();
  for (const gpu_neighbour& other : sight.neighbours.value.value_or(std::vector<gpu_neighbour>{}))
    if (other.sm_percent != 0u) {
      gpu_neighbour& worst = busy_.try_emplace(other.process.pid, other).first->second;
      worst.sm_percent = std::max(worst.sm_percent, other.sm_percent);
      worst.process.memory_bytes = std::max(worst.process.memory_bytes, other.process.memory_bytes);
    }
  if (sight.clock_reasons.value) reasons_ = reasons_.value_or(0) | *sight.clock_reasons.value;
  // Before the first sample the memory's clock may have been that of an idle GPU.
  if (!memory_mhz_)
    memory_mhz_ = sight.memory_mhz.value;
  else if (sight.memory_mhz.value && sight.memory_mhz.value != memory_mhz_)
    other_memory_mhz_ = sight.memory_mhz.value;
  if (sight.power_limit_milliwatts.value &&
      sight.power_limit_milliwatts.value != first_->power_limit_milliwatts.value)
    other_power_limit_ = sight.power_limit_milliwatts.value;
  worst_.slowdown = std::max(worst_.slowdown, sight.probe.slowdown);
  worst_.late_s = std::max(worst_.late_s, sight.probe.late_s);
}

std::vector<std::string> gpu_watch::end() {
  look();
  std::vector<std::string> seen;
  seen.reserve(busy_.size());
  for (const auto& [pid, other] : busy_)
    seen.push_back((other.sm_percent ? "another process used the GPU: "
                                     : "another process is on the GPU, and NVML does not say "
                                       "whether it computed: ") +
                   particulars(other));
  if (worst_.slowdown > slow_probe)
    seen.push_back(
        phrase("something slowed the probe kernel: to %.2f times its cycles", worst_.slowdown));
  if (worst_.late_s > late_probe_s)
    seen.push_back(phrase("something delayed the probe kernel: by %.1f ms", worst_.late_s * 1e3));
  for (const std::string& reason : throttle_reasons(reasons_.value_or(0) & clock_held_from_outside))
    seen.push_back("the clock was held down: " + reason);
  if (other_memory_mhz_)
    seen.push_back(
        phrase("the memory clock changed: from %u to %u MHz", *memory_mhz_, *other_memory_mhz_));
  if (other_power_limit_ && first_->power_limit_milliwatts.value)
    seen.push_back(phrase("the power limit changed: from %.0f to %.0f W",
                          *first_->power_limit_milliwatts.value * 1e-3,
                          *other_power_limit_ * 1e-3));
  return seen;
}

std::optional<std::vector<std::string>> gpu_watch::clock_reasons() const {
  if (!reasons_) return std::nullopt;
  return throttle_reasons(*reasons_ & ~gpu_is_idle);  // between samples it is
}

}  // namespace codag::harness
