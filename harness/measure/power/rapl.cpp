#include "harness/measure/power/rapl.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <fstream>
#include <system_error>

namespace codag::harness {
namespace {

namespace fs = std::filesystem;

// More than a CPU package draws: the largest are specified for 500 W, and exceed it for moments.
constexpr double most_watts = 2000;

/// The first line of a file of sysfs. Throws rapl_absent if it cannot be read.
std::string line_of(const fs::path& file) {
  errno = 0;
  std::ifstream in(file);
  std::string line;
  if (in && std::getline(in, line)) return line;
  const std::string why = errno == 0 ? "it is empty" : std::generic_category().message(errno);
  throw rapl_absent(file.string() + ": cannot be read (" + why +
                    "); run as root, or let an administrator make it readable: chmod a+r");
}

std::uint64_t number_of(const fs::path& file) {
  const std::string line = line_of(file);
  const bool digits = !line.empty() && line.size() < 20 &&
                      std::ranges::all_of(line, [](char c) { return c >= '0' && c <= '9'; });
  if (!digits) throw rapl_absent(file.string() + ": is not a number");
  return std::stoull(line);
}

/// The folders in `folder` whose names begin with `prefix`, in order. Those of sysfs are links.
std::vector<fs::path> folders(const fs::path& folder, const std::string& prefix) {
  std::vector<fs::path> found;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder, none))
    if (entry.path().filename().string().starts_with(prefix) && entry.is_directory(none))
      found.push_back(entry.path());
  std::ranges::sort(found);
  return found;
}

}  // namespace

cpu_energy::cpu_energy(const fs::path& tree) {
  for (const fs::path& zone : folders(tree, "intel-rapl:")) {
    // A zone below another one is listed beside it, too: intel-rapl:0:1.
    const std::string name = zone.filename().string();
    if (std::ranges::count(name, ':') != 1 || !line_of(zone / "name").starts_with("package-"))
      continue;
    add_zone(zone);
    for (const fs::path& part : folders(zone, name + ":"))
      if (line_of(part / "name") == "dram") {
        add_zone(part);
        with_memory_ = true;
      }
  }
  if (counters_.empty())
    throw rapl_absent("no energy counter of a CPU is below " + tree.string() +
                      ": the CPU has none, the kernel module intel_rapl_msr is not loaded, or a "
                      "container or a virtual machine hides it");
}

void cpu_energy::add_zone(const fs::path& zone) {
  counters_.push_back({zone / "energy_uj", number_of(zone / "max_energy_range_uj")});
  counters_.back().last = number_of(counters_.back().file);
}

std::uint64_t cpu_energy::microjoules() {
  for (counter& c : counters_) {
    const std::uint64_t now = number_of(c.file);
    if (begun_) sum_ += now >= c.last ? now - c.last : c.range - c.last + now + 1;
    c.last = now;
  }
  begun_ = true;
  return sum_;
}

double cpu_energy::longest_pause_s() const {
  const auto smallest = std::ranges::min_element(counters_, {}, &counter::range);
  return static_cast<double>(smallest->range) * 1e-6 / most_watts / 2;
}

std::string cpu_energy::source() const {
  return with_memory_ ? "rapl_packages_and_memory" : "rapl_packages";
}

energy_keeper::energy_keeper(cpu_energy& cpu)
    : cpu_(cpu), keeper_([this](const std::stop_token& ends) { keep(ends); }) {}

void energy_keeper::keep(const std::stop_token& ends) {
  const std::chrono::duration<double> pause(cpu_.longest_pause_s());
  std::unique_lock held(reading_);
  while (!ended_.wait_for(held, ends, pause, [] { return false; }) && !ends.stop_requested() &&
         !failed_)
    try {
      cpu_.microjoules();
    } catch (...) {
      failed_ = std::current_exception();
    }
}

std::uint64_t energy_keeper::microjoules() {
  const std::lock_guard held(reading_);
  if (failed_) std::rethrow_exception(failed_);
  return cpu_.microjoules();
}

}  // namespace codag::harness
