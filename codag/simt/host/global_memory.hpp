// Memory that stands for a GPU's global memory on the host backend.
#pragma once

#include <cstddef>
#include <new>
#include <span>
#include <vector>

namespace codag::simt::host {

/// What cudaMalloc aligns to. Sector counts depend on where a buffer begins: with this they are the
/// same in every run and on every machine.
inline constexpr std::size_t allocation_alignment = 256;

template <class T>
struct global_allocator {
  using value_type = T;
  global_allocator() = default;
  template <class U>
  global_allocator(const global_allocator<U>&) {}
  T* allocate(std::size_t n) {
    return static_cast<T*>(::operator new(n * sizeof(T), std::align_val_t{allocation_alignment}));
  }
  void deallocate(T* p, std::size_t) {
    ::operator delete(p, std::align_val_t{allocation_alignment});
  }
  friend bool operator==(const global_allocator&, const global_allocator&) { return true; }
};

/// A buffer of exactly its size, so that AddressSanitizer sees an access behind it.
template <class T>
using global_vector = std::vector<T, global_allocator<T>>;

/// A copy of `values` in such a buffer.
template <class T>
global_vector<T> to_global(std::span<const T> values) {
  return {values.begin(), values.end()};
}

}  // namespace codag::simt::host
