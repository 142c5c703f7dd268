// A library with NVML's names and binary interface, and one GPU. FAKE_NVML in the environment says
// in which way it is odd, and FAKE_NVML_PROCESSES what uses it: "PID:MIB:PERCENT,...".
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

int sessions = 0;
int gpu = 0, instance = 0;

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

/// One line of FAKE_NVML_PROCESSES.
struct user {
  unsigned pid, mib, percent;
};
std::vector<user> users() {
  const char* set = std::getenv("FAKE_NVML_PROCESSES");
  std::istringstream in(set == nullptr ? "" : set);
  std::vector<user> all;
  user one{};
  for (char colon = 0; in >> one.pid >> colon >> one.mib >> colon >> one.percent; in >> colon)
    all.push_back(one);
  return all;
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
  if (is("hangs")) sleep(3600);
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
int nvmlDeviceGetHandleByUUID(const char* uuid, void** device) {
  if (std::string_view(uuid) != "GPU-1") return 6;
  *device = &gpu;
  return 0;
}
int nvmlDeviceGetHandleByIndex_v2(unsigned index, void** device) {
  *device = &gpu;
  return index == 0 ? 0 : 2;
}
int nvmlDeviceGetCount_v2(unsigned* count) {
  *count = is("no GPU") ? 0 : 1;
  return 0;
}
int nvmlDeviceGetName(void* device, char* name, unsigned bytes) {
  const char* its = device == &instance ? "Fake GPU, 80GB MIG 1g.18gb" : "Fake GPU, 80GB";
  return std::snprintf(name, bytes, "%s", its) < static_cast<int>(bytes) ? 0 : 7;
}
int nvmlDeviceGetUUID(void* device, char* uuid, unsigned bytes) {
  const char* its = device == &instance ? "MIG-1" : "GPU-1";
  return std::snprintf(uuid, bytes, "%s", its) < static_cast<int>(bytes) ? 0 : 7;
}
int nvmlSystemGetDriverVersion(char* version, unsigned bytes) {
  return std::snprintf(version, bytes, "580.159.04") < static_cast<int>(bytes) ? 0 : 7;
}
int nvmlDeviceGetPciInfo_v3(void* device, void* to) {
  struct {
    std::array<char, 16> short_bus_id;
    std::array<unsigned, 5> numbers;
    std::array<char, 32> bus_id;
  } pci{{"0000:65:00.0"}, {}, {"00000000:65:00.0"}};
  static_assert(sizeof(pci) == 68);
  std::copy_n(reinterpret_cast<const char*>(&pci), sizeof(pci), static_cast<char*>(to));
  return check(device);
}
// The clocks of graphics, SM, memory and video.
int nvmlDeviceGetClockInfo(void* device, unsigned clock, unsigned* mhz) {
  return answer(device, std::array{300u, 345u, 3201u, 400u}.at(clock), mhz);
}
int nvmlDeviceGetMaxClockInfo(void* device, unsigned clock, unsigned* mhz) {
  return answer(device, std::array{1900u, 1980u, 3201u, 1500u}.at(clock), mhz);
}
int nvmlDeviceGetApplicationsClock(void* device, unsigned clock, unsigned* mhz) {
  return answer(device, std::array{1200u, 1200u, 3201u, 1200u}.at(clock), mhz);
}
int nvmlDeviceGetPowerManagementLimit(void* device, unsigned* milliwatts) {
  return answer(device, 500'000, milliwatts);
}
int nvmlDeviceGetPowerManagementDefaultLimit(void* device, unsigned* milliwatts) {
  return answer(device, 700'000, milliwatts);
}
int nvmlDeviceGetEccMode(void* device, unsigned* current, unsigned* pending) {
  *pending = 0;
  return answer(device, 1, current);
}
int nvmlDeviceGetPersistenceMode(void* device, unsigned* on) {
  return answer(device, 0, on);
}
int nvmlDeviceGetMemoryInfo(void* device, unsigned long long* total_free_used) {
  const unsigned long long mib = 1 << 20;
  total_free_used[0] = 1000 * mib;
  total_free_used[1] = 900 * mib;
  total_free_used[2] = 100 * mib;
  return check(device);
}
int nvmlDeviceGetTemperature(void* device, unsigned /*sensor*/, unsigned* celsius) {
  if (is("no thermometer")) return 3;
  return answer(device, 31, celsius);
}
// The number of entries that fit is told, and the number that there are is answered.
int nvmlDeviceGetComputeRunningProcesses_v3(void* device, unsigned* count, void* to) {
  struct entry {
    unsigned pid;
    unsigned long long bytes;
    unsigned gpu_instance, compute_instance;
  };
  const std::vector<user> all = users();
  const unsigned fit = *count;
  *count = static_cast<unsigned>(all.size());
  if (fit < all.size()) return 7;
  for (std::size_t i = 0; i < all.size(); ++i)
    static_cast<entry*>(to)[i] = {
        all[i].pid, all[i].mib == 0 ? ~0ull : static_cast<unsigned long long>(all[i].mib) << 20, 0,
        0};
  return check(device);
}
// The first of the processes also draws.
int nvmlDeviceGetGraphicsRunningProcesses_v3(void* device, unsigned* count, void* to) {
  const std::vector<user> all = users();
  const unsigned fit = *count, drawing = all.empty() ? 0 : 1;
  if (fit < drawing) {
    *count = drawing;
    return 7;
  }
  if (drawing == 0) {
    *count = 0;
    return check(device);
  }
  *count = static_cast<unsigned>(all.size());
  const int result = nvmlDeviceGetComputeRunningProcesses_v3(device, count, to);
  *count = drawing;
  return result;
}
// Each process was seen once, at second 1000, in percent of the time since the sample before.
int nvmlDeviceGetProcessUtilization(void* device, void* to, unsigned* count,
                                    unsigned long long since) {
  struct entry {
    unsigned pid;
    unsigned long long microseconds;
    unsigned sm, memory, encoder, decoder;
  };
  constexpr unsigned long long then = 1'000'000'000;
  if (is("no utilisation")) return 3;
  const std::vector<user> all = users();
  if (all.empty() || since >= then) return 6;
  const unsigned fit = *count;
  *count = static_cast<unsigned>(all.size());
  if (to == nullptr || fit < all.size()) return 7;
  for (std::size_t i = 0; i < all.size(); ++i)
    static_cast<entry*>(to)[i] = {all[i].pid, then, all[i].percent, 0, 0, 0};
  return check(device);
}
int nvmlDeviceGetMaxMigDeviceCount(void* device, unsigned* count) {
  return answer(device, is("MIG") ? 7 : 0, count);
}
int nvmlDeviceGetMigDeviceHandleByIndex(void* /*device*/, unsigned index, void** to) {
  if (index != 2) return 6;
  *to = &instance;
  return 0;
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
