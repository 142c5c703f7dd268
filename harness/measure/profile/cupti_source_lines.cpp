#include "harness/measure/profile/cupti_source_lines.hpp"

#include <cupti_callbacks.h>
#include <cupti_pcsampling.h>

#include <cstdlib>
#include <filesystem>
#include <memory>

#include "harness/measure/profile/cupti_check.hpp"

namespace codag::harness {
namespace {

using c_string = std::unique_ptr<char, decltype(&std::free)>;

std::string relative_to(const std::filesystem::path& tree, const std::filesystem::path& file) {
  const std::filesystem::path whole = file.lexically_normal();
  const std::filesystem::path inside = whole.lexically_relative(tree.lexically_normal());
  return (inside.empty() || *inside.begin() == ".." ? whole : inside).string();
}

void CUPTIAPI keep_module(void* store, CUpti_CallbackDomain /*domain*/, CUpti_CallbackId /*id*/,
                          const void* data) {
  const auto* resource = static_cast<const CUpti_ResourceData*>(data);
  const auto* module = static_cast<const CUpti_ModuleResourceData*>(resource->resourceDescriptor);
  try {
    static_cast<cubin_store*>(store)->add(module->pCubin, module->cubinSize);
  } catch (const std::exception&) {
    // No exception may pass through CUPTI. The instructions of this module then have no source
    // lines.
  }
}

}  // namespace

std::uint64_t cubin_store::add(const void* cubin, std::size_t bytes) {
  CUpti_GetCubinCrcParams p{};
  p.size = CUpti_GetCubinCrcParamsSize;
  p.cubin = cubin;
  p.cubinSize = bytes;
  check_cupti(cuptiGetCubinCrc(&p), "cuptiGetCubinCrc");
  const auto* begin = static_cast<const char*>(cubin);
  const std::lock_guard lock(mutex_);
  cubins_.try_emplace(p.cubinCrc, begin, begin + bytes);
  return p.cubinCrc;
}

std::optional<source_place> cubin_store::place_of(const pc_record& record,
                                                  const std::string& source_tree) const {
  const std::lock_guard lock(mutex_);
  const auto cubin = cubins_.find(record.cubin_crc);
  if (cubin == cubins_.end()) return std::nullopt;
  CUpti_GetSassToSourceCorrelationParams p{};
  p.size = CUpti_GetSassToSourceCorrelationParamsSize;
  p.cubin = cubin->second.data();
  p.cubinSize = cubin->second.size();
  p.functionName = record.function.c_str();
  p.pcOffset = record.pc_offset;
  const CUptiResult result = cuptiGetSassToSourceCorrelation(&p);
  const c_string file(p.fileName, &std::free), folder(p.dirName, &std::free);
  if (result != CUPTI_SUCCESS || !file || p.lineNumber == 0) return std::nullopt;
  const std::filesystem::path path =
      folder ? std::filesystem::path(folder.get()) / file.get() : file.get();
  return source_place{relative_to(source_tree, path), p.lineNumber};
}

cubin_store& keep_loaded_cubins() {
  // The store is never destroyed, because modules may be loaded until the process ends.
  static cubin_store& store = *[] {
    auto kept = std::make_unique<cubin_store>();
    CUpti_SubscriberHandle subscriber = nullptr;
    check_cupti(cuptiSubscribe(&subscriber, keep_module, kept.get()), "cuptiSubscribe");
    check_cupti(cuptiEnableCallback(1, subscriber, CUPTI_CB_DOMAIN_RESOURCE,
                                    CUPTI_CBID_RESOURCE_MODULE_LOADED),
                "cuptiEnableCallback");
    return kept.release();
  }();
  return store;
}

}  // namespace codag::harness
