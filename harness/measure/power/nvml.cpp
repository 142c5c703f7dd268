#include "harness/measure/power/nvml.hpp"

#include <dlfcn.h>

#include <array>

namespace codag::harness {
namespace {

// The part of NVML's C interface that is used here (NVML API Reference Guide, "Initialization and
// Cleanup", "Error reporting", "Device Queries" and "Multi Instance GPU Management"). The build
// does not need NVML's header: the binary interface of a function never changes under its name; a
// changed function gets a suffix (_v2).
struct nvml_device;                 // nvmlDevice_t is a pointer to a struct that is not published
using nvml_result = int;            // nvmlReturn_t
constexpr nvml_result success = 0;  // NVML_SUCCESS
constexpr unsigned mig_on = 1;      // NVML_DEVICE_MIG_ENABLE
constexpr unsigned version_buffer_bytes = 80;  // NVML_SYSTEM_NVML_VERSION_BUFFER_SIZE

using parameterless = nvml_result();
using error_text = const char*(nvml_result);
using find_by_bus_id = nvml_result(const char*, nvml_device**);
using read_number = nvml_result(nvml_device*, unsigned*);
using read_long_number = nvml_result(nvml_device*, unsigned long long*);
using read_system_text = nvml_result(char*, unsigned);
using read_two_numbers = nvml_result(nvml_device*, unsigned*, unsigned*);

/// A function of the library. `call` is null if the library has no function of that name.
template <class F>
struct function {
  const char* name;
  F* call;
};

class shared_library {
 public:
  explicit shared_library(const std::string& file)
      : handle_(dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL)) {
    if (handle_ != nullptr) return;
    const char* error = dlerror();
    throw nvml_absent("NVML was not found (" + std::string(error != nullptr ? error : file) +
                      "): it comes with the NVIDIA driver; a container needs the driver "
                      "capability \"utility\"");
  }
  ~shared_library() { dlclose(handle_); }
  shared_library(const shared_library&) = delete;
  shared_library& operator=(const shared_library&) = delete;

  template <class F>
  [[nodiscard]] function<F> find(const char* name) const {
    return {name, reinterpret_cast<F*>(dlsym(handle_, name))};
  }
  /// A function that every version of NVML has.
  template <class F>
  [[nodiscard]] function<F> require(const char* name) const {
    const function<F> found = find<F>(name);
    if (found.call == nullptr)
      throw nvml_absent(std::string("NVML has no ") + name + "; update the NVIDIA driver");
    return found;
  }

 private:
  void* handle_;
};

/// A session from NVML's initialization to its shutdown. NVML counts initializations, so sessions
/// may nest.
class nvml_session {
 public:
  explicit nvml_session(const std::string& file)
      : functions(file),
        error_(functions.require<error_text>("nvmlErrorString")),
        shutdown_(functions.require<parameterless>("nvmlShutdown")) {
    const auto init = functions.require<parameterless>("nvmlInit_v2");
    if (const nvml_result result = init.call(); result != success)
      throw nvml_absent(why(init.name, result) + "; check that nvidia-smi works");
  }
  ~nvml_session() { shutdown_.call(); }
  nvml_session(const nvml_session&) = delete;
  nvml_session& operator=(const nvml_session&) = delete;

  [[nodiscard]] std::string why(const char* function, nvml_result result) const {
    return std::string(function) + ": " + error_.call(result);
  }

  const shared_library functions;

 private:
  function<error_text> error_;
  function<parameterless> shutdown_;
};

class driver_gpu final : public nvml_gpu {
 public:
  driver_gpu(const std::string& pci_bus_id, const std::string& file)
      : nvml_(file),
        energy_(nvml_.functions.find<read_long_number>("nvmlDeviceGetTotalEnergyConsumption")),
        reasons_(nvml_.functions.find<read_long_number>("nvmlDeviceGetCurrentClocksEventReasons")),
        power_(nvml_.functions.find<read_number>("nvmlDeviceGetPowerUsage")),
        power_limit_(nvml_.functions.find<read_number>("nvmlDeviceGetEnforcedPowerLimit")),
        mig_(nvml_.functions.find<read_two_numbers>("nvmlDeviceGetMigMode")),
        version_(nvml_.functions.find<read_system_text>("nvmlSystemGetNVMLVersion")) {
    if (reasons_.call == nullptr)  // the function's name in drivers before 535
      reasons_ =
          nvml_.functions.find<read_long_number>("nvmlDeviceGetCurrentClocksThrottleReasons");
    const auto find = nvml_.functions.require<find_by_bus_id>("nvmlDeviceGetHandleByPciBusId_v2");
    if (const nvml_result result = find.call(pci_bus_id.c_str(), &device_); result != success)
      throw nvml_absent(nvml_.why(find.name, result) + " (GPU " + pci_bus_id +
                        "); check that nvidia-smi lists it");
  }

  [[nodiscard]] nvml_reading<std::uint64_t> total_energy_millijoules() const override {
    return widened(read<unsigned long long>(energy_));
  }
  [[nodiscard]] nvml_reading<std::uint64_t> clock_event_reasons() const override {
    return widened(read<unsigned long long>(reasons_));
  }
  [[nodiscard]] nvml_reading<unsigned> power_milliwatts() const override {
    return read<unsigned>(power_);
  }
  [[nodiscard]] nvml_reading<unsigned> power_limit_milliwatts() const override {
    return read<unsigned>(power_limit_);
  }
  [[nodiscard]] nvml_reading<bool> mig_enabled() const override {
    unsigned after_next_reset = 0;
    const auto now = read<unsigned>(mig_, &after_next_reset);
    if (!now.value) return {std::nullopt, now.absent};
    return {*now.value == mig_on, {}};
  }
  [[nodiscard]] nvml_reading<std::string> nvml_version() const override {
    if (version_.call == nullptr) return {std::nullopt, lacks(version_.name)};
    std::array<char, version_buffer_bytes> text{};
    if (const nvml_result result = version_.call(text.data(), text.size()); result != success)
      return {std::nullopt, nvml_.why(version_.name, result)};
    return {text.data(), {}};
  }

 private:
  static std::string lacks(const char* function) {
    return std::string(function) + ": the driver lacks this function; update the driver";
  }
  template <class T, class F, class... Rest>
  nvml_reading<T> read(const function<F>& f, Rest*... rest) const {
    if (f.call == nullptr) return {std::nullopt, lacks(f.name)};
    T value{};
    if (const nvml_result result = f.call(device_, &value, rest...); result != success)
      return {std::nullopt, nvml_.why(f.name, result)};
    return {value, {}};
  }
  static nvml_reading<std::uint64_t> widened(const nvml_reading<unsigned long long>& reading) {
    return {reading.value, reading.absent};
  }

  nvml_session nvml_;
  function<read_long_number> energy_, reasons_;
  function<read_number> power_, power_limit_;
  function<read_two_numbers> mig_;
  function<read_system_text> version_;
  nvml_device* device_ = nullptr;
};

}  // namespace

std::unique_ptr<nvml_gpu> open_nvml(const std::string& pci_bus_id, const std::string& library) {
  return std::make_unique<driver_gpu>(pci_bus_id, library);
}

}  // namespace codag::harness
