// Whether AddressSanitizer is compiled in (CODAG_ASAN), and what it knows.
#pragma once

#if defined(__SANITIZE_ADDRESS__)
#define CODAG_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define CODAG_ASAN 1
#endif
#endif
#ifdef CODAG_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

namespace codag::simt::host {

/// Whether `p` points to allocated memory, as far as is known: without AddressSanitizer, always.
inline bool may_be_memory([[maybe_unused]] const void* p) {
#ifdef CODAG_ASAN
  return __asan_address_is_poisoned(p) == 0;
#else
  return true;
#endif
}

}  // namespace codag::simt::host
