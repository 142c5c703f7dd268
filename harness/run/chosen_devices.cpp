#include "harness/run/chosen_devices.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

#include "datasets/bad_input.hpp"
#include "datasets/shown_text.hpp"
#include "harness/support/report_name.hpp"

namespace codag::harness {
namespace {

namespace fs = std::filesystem;

/// "this process sees 0: NVIDIA H200, GPU-1...; 1: NVIDIA H200, GPU-2..."
std::string listed(const std::vector<gpu_device>& visible) {
  std::string list = "this process sees ";
  for (std::size_t i = 0; i < visible.size(); ++i)
    list +=
        (i == 0 ? "" : "; ") + std::to_string(i) + ": " + visible[i].name + ", " + visible[i].uuid;
  return list + " (CUDA_VISIBLE_DEVICES limits what it sees)";
}

/// Finds the devices of one `--devices`.
class choice {
 public:
  choice(const std::string& asked, const std::vector<gpu_device>& visible)
      : asked_(datasets::in_quotes(asked)), visible_(visible) {}

  /// The index of the device that the word names.
  [[nodiscard]] std::size_t find(const std::string& word) const {
    if (!word.empty() && word.find_first_not_of("0123456789") == std::string::npos)
      return at_index(word);
    // A UUID needs a digit at least, or "GPU-" would be a name for the only GPU.
    constexpr std::size_t shortest = 5;
    if ((word.starts_with("GPU-") || word.starts_with("MIG-")) && word.size() >= shortest)
      return with_uuid(word);
    fail(datasets::in_quotes(word) +
         " is neither an index nor a UUID; expected all, or a list like 0,1 or GPU-...,MIG-...");
  }
  [[noreturn]] void fail(const std::string& why) const {
    throw datasets::bad_input("--devices " + asked_ + ": " + why);
  }

 private:
  [[nodiscard]] std::size_t at_index(const std::string& word) const {
    std::size_t index = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), index);
    if (error != std::errc() || index >= visible_.size())
      fail("there is no device " + datasets::in_quotes(word) + "; " + listed(visible_));
    return index;
  }
  [[nodiscard]] std::size_t with_uuid(const std::string& word) const {
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < visible_.size(); ++i) {
      if (!visible_[i].uuid.starts_with(word)) continue;
      if (found)
        fail("several devices begin with " + datasets::in_quotes(word) + "; " + listed(visible_));
      found = i;
    }
    if (!found) fail("there is no device " + datasets::in_quotes(word) + "; " + listed(visible_));
    return *found;
  }

  std::string asked_;
  const std::vector<gpu_device>& visible_;
};

/// The parts of a list between its commas, with the empty ones.
std::vector<std::string> words_of(const std::string& list) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at <= list.size();) {
    const std::size_t end = std::min(list.find(',', at), list.size());
    words.push_back(list.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

}  // namespace

std::vector<chosen_device> choose_devices(const std::string& asked,
                                          const std::vector<gpu_device>& visible) {
  const choice choice(asked, visible);
  std::vector<chosen_device> chosen;
  if (asked == "all") {
    for (std::size_t i = 0; i < visible.size(); ++i) chosen.push_back({i, visible[i]});
    return chosen;
  }
  for (const std::string& word : words_of(asked)) {
    const std::size_t index = choice.find(word);
    if (std::ranges::find(chosen, index, &chosen_device::index) != chosen.end())
      choice.fail(datasets::in_quotes(word) + " names device " + std::to_string(index) +
                  " a second time; name each device once");
    chosen.push_back({index, visible[index]});
  }
  return chosen;
}

std::vector<fs::path> reports_of(const std::string& named,
                                 const std::vector<chosen_device>& devices) {
  const fs::path path = named;
  std::error_code unknown;
  const fs::file_status there = fs::status(path, unknown);
  if (named == "-" || !path.has_filename() || (fs::exists(there) && !fs::is_regular_file(there)))
    throw datasets::bad_input("--output " + datasets::in_quotes(named) +
                              ": with --devices, each device writes a file; give --output a "
                              "file's name");
  if (devices.size() == 1) return {path};
  std::vector<fs::path> reports;
  reports.reserve(devices.size());
  for (const chosen_device& one : devices) reports.push_back(labelled(path, one.label()));
  return reports;
}

}  // namespace codag::harness
