// The functions that code compiled with -fsanitize=thread calls at each access to memory. They
// stand in for ThreadSanitizer's runtime, which knows host threads and not a kernel's lanes: the
// program is compiled with the instrumentation and linked without that runtime. The names and
// signatures are the compilers' interface (LLVM, compiler-rt/lib/tsan/rtl/tsan_interface.h and
// tsan_interface_atomic.h; GCC uses the same).
//
// This file itself is compiled without the instrumentation.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "codag/simt/host/race/detector.hpp"

namespace {

using codag::simt::host::race::detector;
using codag::simt::host::race::place;

void plain(const void* address, std::size_t bytes, bool writes, const void* caller) {
  detector* const d = detector::active();
  if (d == nullptr || d->is_local(address)) return;  // most accesses, so it is found out first
  const detector::pause paused(*d);
  d->access(address, bytes, writes, place(caller));
}

void atomic(const volatile void* address, std::size_t bytes, bool reads, bool writes, int order,
            const void* caller) {
  detector* const d = detector::active();
  if (d == nullptr) return;
  const detector::pause paused(*d);
  d->atomic(const_cast<const void*>(address), bytes,
            {reads, writes, static_cast<std::memory_order>(order)}, place(caller));
}

}  // namespace

#define CODAG_CALLER __builtin_return_address(0)

// NOLINTBEGIN(readability-identifier-naming): the interface's names
extern "C" {

void __tsan_init() {}
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}
void __tsan_vptr_update(void** p, void*) {
  plain(p, sizeof *p, true, CODAG_CALLER);
}
void __tsan_vptr_read(void** p) {
  plain(p, sizeof *p, false, CODAG_CALLER);
}
void __tsan_read_range(void* p, std::size_t n) {
  plain(p, n, false, CODAG_CALLER);
}
void __tsan_write_range(void* p, std::size_t n) {
  plain(p, n, true, CODAG_CALLER);
}

#define CODAG_PLAIN(n)                               \
  void __tsan_read##n(void* p) {                     \
    plain(p, n, false, CODAG_CALLER);                \
  }                                                  \
  void __tsan_write##n(void* p) {                    \
    plain(p, n, true, CODAG_CALLER);                 \
  }                                                  \
  void __tsan_unaligned_read##n(void* p) {           \
    plain(p, n, false, CODAG_CALLER);                \
  }                                                  \
  void __tsan_unaligned_write##n(void* p) {          \
    plain(p, n, true, CODAG_CALLER);                 \
  }                                                  \
  void __tsan_volatile_read##n(void* p) {            \
    plain(p, n, false, CODAG_CALLER);                \
  }                                                  \
  void __tsan_volatile_write##n(void* p) {           \
    plain(p, n, true, CODAG_CALLER);                 \
  }                                                  \
  void __tsan_unaligned_volatile_read##n(void* p) {  \
    plain(p, n, false, CODAG_CALLER);                \
  }                                                  \
  void __tsan_unaligned_volatile_write##n(void* p) { \
    plain(p, n, true, CODAG_CALLER);                 \
  }
CODAG_PLAIN(1)
CODAG_PLAIN(2)
CODAG_PLAIN(4)
CODAG_PLAIN(8)
CODAG_PLAIN(16)

// memcpy, memmove and memset are calls into the C library, which the compiler does not instrument:
// the linker sends them here (--wrap).
void* __real_memcpy(void* to, const void* from, std::size_t n);
void* __real_memmove(void* to, const void* from, std::size_t n);
void* __real_memset(void* to, int value, std::size_t n);

void* __wrap_memcpy(void* to, const void* from, std::size_t n) {
  plain(from, n, false, CODAG_CALLER);
  plain(to, n, true, CODAG_CALLER);
  return __real_memcpy(to, from, n);
}
void* __wrap_memmove(void* to, const void* from, std::size_t n) {
  plain(from, n, false, CODAG_CALLER);
  plain(to, n, true, CODAG_CALLER);
  return __real_memmove(to, from, n);
}
void* __wrap_memset(void* to, int value, std::size_t n) {
  plain(to, n, true, CODAG_CALLER);
  return __real_memset(to, value, n);
}

// The strongest order is right for every order that the code asked for; the detector is told that.
#define CODAG_READ_MODIFY_WRITE(bits, name, builtin)                                   \
  std::uint##bits##_t __tsan_atomic##bits##_##name(volatile std::uint##bits##_t* p,    \
                                                   std::uint##bits##_t v, int order) { \
    atomic(p, (bits) / 8, true, true, order, CODAG_CALLER);                            \
    return builtin(p, v, __ATOMIC_SEQ_CST);                                            \
  }
#define CODAG_COMPARE_EXCHANGE(bits, strength, weak)                                           \
  int __tsan_atomic##bits##_compare_exchange_##strength(                                       \
      volatile std::uint##bits##_t* p, std::uint##bits##_t* expected, std::uint##bits##_t v,   \
      int order, int order_of_failure) {                                                       \
    const bool done =                                                                          \
        __atomic_compare_exchange_n(p, expected, v, weak, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
    atomic(p, (bits) / 8, true, done, done ? order : order_of_failure, CODAG_CALLER);          \
    return done;                                                                               \
  }
#define CODAG_ATOMIC(bits)                                                                 \
  std::uint##bits##_t __tsan_atomic##bits##_load(const volatile std::uint##bits##_t* p,    \
                                                 int order) {                              \
    atomic(p, (bits) / 8, true, false, order, CODAG_CALLER);                               \
    return __atomic_load_n(p, __ATOMIC_SEQ_CST);                                           \
  }                                                                                        \
  void __tsan_atomic##bits##_store(volatile std::uint##bits##_t* p, std::uint##bits##_t v, \
                                   int order) {                                            \
    atomic(p, (bits) / 8, false, true, order, CODAG_CALLER);                               \
    __atomic_store_n(p, v, __ATOMIC_SEQ_CST);                                              \
  }                                                                                        \
  CODAG_READ_MODIFY_WRITE(bits, exchange, __atomic_exchange_n)                             \
  CODAG_READ_MODIFY_WRITE(bits, fetch_add, __atomic_fetch_add)                             \
  CODAG_READ_MODIFY_WRITE(bits, fetch_sub, __atomic_fetch_sub)                             \
  CODAG_READ_MODIFY_WRITE(bits, fetch_and, __atomic_fetch_and)                             \
  CODAG_READ_MODIFY_WRITE(bits, fetch_or, __atomic_fetch_or)                               \
  CODAG_READ_MODIFY_WRITE(bits, fetch_xor, __atomic_fetch_xor)                             \
  CODAG_READ_MODIFY_WRITE(bits, fetch_nand, __atomic_fetch_nand)                           \
  CODAG_COMPARE_EXCHANGE(bits, strong, false)                                              \
  CODAG_COMPARE_EXCHANGE(bits, weak, true)
CODAG_ATOMIC(8)
CODAG_ATOMIC(16)
CODAG_ATOMIC(32)
CODAG_ATOMIC(64)

// A kernel has no fences (simt.hpp), so the detector need not know of them.
void __tsan_atomic_thread_fence(int) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
void __tsan_atomic_signal_fence(int) {
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

}  // extern "C"
// NOLINTEND(readability-identifier-naming)
