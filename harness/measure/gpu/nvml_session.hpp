// The driver's NVML, its functions by name, and its errors in words. Nothing that codag calls
// changes a setting.
#pragma once

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

namespace codag::harness {

/// Thrown if NVML is absent or does not know the GPU. what() gives the reason and the remedy.
struct nvml_absent : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A value, or the reason why NVML does not provide it: "nvmlDeviceGetPowerUsage: Not Supported".
template <class T>
struct nvml_reading {
  std::optional<T> value;
  std::string absent;  ///< empty if there is a value
};

/// The driver's NVML. It is loaded at run time, because the program must start on a machine without
/// a driver.
inline constexpr const char* nvml_library = "libnvidia-ml.so.1";

/// A GPU or a MIG instance. nvmlDevice_t is a pointer to a struct that is not published.
struct nvml_device;

/// NVML's codes (nvmlReturn_t) that are told apart here. `nvml_lacking` is ours: the library has no
/// function of that name.
enum nvml_code : int {
  nvml_lacking = -1,
  nvml_success = 0,
  nvml_not_found = 6,
  nvml_insufficient_size = 7,
};

/// A session from NVML's initialization to its shutdown. NVML counts initializations, so sessions
/// may nest.
///
/// The build does not need NVML's header: the binary interface of a function never changes under
/// its name; a changed function gets a suffix (_v2). The arguments of a call must therefore have
/// exactly the types of the NVML API Reference Guide, with `unsigned` for an enumeration.
class nvml_session {
 public:
  /// Throws nvml_absent.
  explicit nvml_session(const std::string& library = nvml_library);
  ~nvml_session();
  nvml_session(const nvml_session&) = delete;
  nvml_session& operator=(const nvml_session&) = delete;

  [[nodiscard]] bool has(const char* name) const { return find(name) != nullptr; }

  template <class... Arguments>
  [[nodiscard]] int call(const char* name, Arguments... arguments) const {
    void* function = find(name);
    if (function == nullptr) return nvml_lacking;
    return reinterpret_cast<int (*)(Arguments...)>(function)(arguments...);
  }

  /// "NAME: Not Supported"
  [[nodiscard]] std::string why(const char* name, int code) const;

  /// The value that a function writes to its last argument.
  template <class T, class... Arguments>
  [[nodiscard]] nvml_reading<T> read(const char* name, Arguments... arguments) const {
    T value{};
    const int code = call(name, arguments..., &value);
    if (code != nvml_success) return {std::nullopt, why(name, code)};
    return {value, {}};
  }

  /// The text that a function writes to a buffer of `bytes`, its last two arguments.
  template <class... Arguments>
  [[nodiscard]] nvml_reading<std::string> read_text(const char* name, unsigned bytes,
                                                    Arguments... arguments) const {
    std::string text(bytes, '\0');
    const int code = call(name, arguments..., text.data(), bytes);
    if (code != nvml_success) return {std::nullopt, why(name, code)};
    text.resize(text.find('\0'));
    return {std::move(text), {}};
  }

  /// The first of two values, the present one, that a function writes to its last two arguments.
  template <class T>
  [[nodiscard]] nvml_reading<T> read_present(const char* name, nvml_device* device) const {
    T after_next_reset{}, now{};
    const int code = call(name, device, &now, &after_next_reset);
    if (code != nvml_success) return {std::nullopt, why(name, code)};
    return {now, {}};
  }

  /// The device that a function finds. Throws nvml_absent; `asked` says what was looked for.
  template <class Argument>
  [[nodiscard]] nvml_device* find_device(const char* name, Argument argument,
                                         const std::string& asked) const {
    nvml_device* device = nullptr;
    if (const int code = call(name, argument, &device); code != nvml_success)
      throw nvml_absent(why(name, code) + " (" + asked + "); check that nvidia-smi lists it");
    return device;
  }

 private:
  [[nodiscard]] void* find(const char* name) const;
  void require(const char* name) const;

  struct closing {
    void operator()(void* library) const;
  };
  std::unique_ptr<void, closing> library_;
};

}  // namespace codag::harness
