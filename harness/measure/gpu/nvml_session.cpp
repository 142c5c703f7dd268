#include "harness/measure/gpu/nvml_session.hpp"

#include <dlfcn.h>

namespace codag::harness {

void nvml_session::closing::operator()(void* library) const {
  dlclose(library);
}

nvml_session::nvml_session(const std::string& library)
    : library_(dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL)) {
  if (!library_) {
    const char* error = dlerror();
    throw nvml_absent("NVML was not found (" + std::string(error != nullptr ? error : library) +
                      "): it comes with the NVIDIA driver; a container needs the driver "
                      "capability \"utility\"");
  }
  for (const char* name : {"nvmlErrorString", "nvmlShutdown", "nvmlInit_v2"}) require(name);
  if (const int code = call("nvmlInit_v2"); code != nvml_success)
    throw nvml_absent(why("nvmlInit_v2", code) + "; check that nvidia-smi works");
}

nvml_session::~nvml_session() {
  static_cast<void>(call("nvmlShutdown"));
}

std::string nvml_session::why(const char* name, int code) const {
  if (code == nvml_lacking)
    return std::string(name) + ": the driver lacks this function; update the driver";
  const auto words = reinterpret_cast<const char* (*)(int)>(find("nvmlErrorString"));
  return std::string(name) + ": " + words(code);
}

void* nvml_session::find(const char* name) const {
  return dlsym(library_.get(), name);
}

void nvml_session::require(const char* name) const {
  if (!has(name))
    throw nvml_absent(std::string("NVML has no ") + name + "; update the NVIDIA driver");
}

}  // namespace codag::harness
