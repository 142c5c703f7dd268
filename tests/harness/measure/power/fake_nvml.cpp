// A library with NVML's names and binary interface, and one GPU. FAKE_NVML in the environment says
// in which way it is odd.
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace {

int sessions = 0;
int gpu = 0;

bool is(std::string_view oddity) {
  const char* set = std::getenv("FAKE_NVML");
  return set != nullptr && set == oddity;
}

/// What each query of a device answers first: NVML's codes 0, 1, 2 and 3.
int check(const void* device) {
  if (sessions == 0) return 1;
  if (device != &gpu) return 2;
  return is("old GPU") ? 3 : 0;
}

int answer(const void* device, unsigned value, unsigned* to) {
  const int result = check(device);
  if (result == 0) *to = value;
  return result;
}

}  // namespace

extern "C" {

int fake_nvml_sessions() {
  return sessions;
}
int nvmlInit_v2() {
  if (is("no driver")) return 9;
  ++sessions;
  return 0;
}
int nvmlShutdown() {
  --sessions;
  return 0;
}
const char* nvmlErrorString(int code) {
  switch (code) {
    case 3:
      return "Not Supported";
    case 6:
      return "Not Found";
    case 9:
      return "Driver Not Loaded";
    case 13:
      return "Function Not Found";
    default:
      return "Unknown Error";
  }
}
int nvmlDeviceGetHandleByPciBusId_v2(const char* id, void** device) {
  if (std::string_view(id) != "0000:65:00.0") return 6;
  *device = &gpu;
  return 0;
}
int nvmlDeviceGetTotalEnergyConsumption(void* device, unsigned long long* millijoules) {
  const int result = check(device);
  if (result == 0) *millijoules = 0x1'0000'0001;  // more than 32 bits
  return result;
}
// By its older name alone, as drivers before 535 have it.
int nvmlDeviceGetCurrentClocksThrottleReasons(void* device, unsigned long long* bits) {
  const int result = check(device);
  if (result == 0) *bits = 0x84;
  return result;
}
int nvmlDeviceGetPowerUsage(void* device, unsigned* milliwatts) {
  return answer(device, 512'345, milliwatts);
}
int nvmlDeviceGetEnforcedPowerLimit(void* device, unsigned* milliwatts) {
  return answer(device, 700'000, milliwatts);
}
int nvmlDeviceGetMigMode(void* device, unsigned* current, unsigned* pending) {
  *pending = is("MIG") ? 0 : 1;
  return answer(device, is("MIG") ? 1 : 0, current);
}
int nvmlSystemGetNVMLVersion(char* version, unsigned bytes) {
  if (sessions == 0) return 1;
  if (is("old GPU")) return 13;
  return std::snprintf(version, bytes, "13.580.1") < static_cast<int>(bytes) ? 0 : 7;
}

}  // extern "C"
