// Finds data races of a kernel on the host backend (docs/interpreter.md).
//
// It is there in a build with the option CODAG_RACES. Everywhere else it is a class without members
// whose functions do nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <source_location>
#include <span>

#include "codag/simt/host/launched_kernel.hpp"
#include "codag/simt/host/race/atomic_scope.hpp"

#ifdef CODAG_RACES
#include <atomic>
#include <memory>

#include "codag/simt/host/race/address_range.hpp"
#include "codag/simt/host/race/place.hpp"
#endif

namespace codag::simt::host::race {

#ifdef CODAG_RACES

inline constexpr bool watching = true;

/// The detector of one host thread, which runs one block after the other. The compiler announces
/// each access of a kernel to the functions in hooks.cpp, which bring it here while a lane is being
/// watched.
class detector {
 public:
  detector();
  ~detector();
  detector(const detector&) = delete;
  detector& operator=(const detector&) = delete;

  /// Begins the launch of one kernel, or of kernels that overlap: their blocks count as concurrent,
  /// like those of one grid.
  void begin_launch(std::span<const launched_kernel> kernels);
  /// `block` counts the blocks of all kernels. `shared` is the block's shared memory. It may lie
  /// where another block's lay.
  void begin_block(unsigned block, unsigned threads, const void* shared, std::size_t bytes);
  /// Throws data_race if there was one.
  void end_launch();

  /// Thread `index` runs next, on this stack, which is its own: local memory has no races.
  void select(unsigned index, const void* stack, std::size_t bytes);

  // Events of the whole warp or block, or of `count` threads of a warp.
  void sync_warp(unsigned warp);
  void sync_lanes(unsigned first, unsigned count);
  void sync_block();

  // Accesses of the selected thread.
  void access(const void* address, std::size_t bytes, bool writes, const place& where);
  /// An atomic access: a load, a store, or with both a read-modify-write.
  struct atomic_access {
    bool reads, writes;
    std::memory_order order;
    atomic_scope scope = atomic_scope::device;
  };
  void atomic(const void* address, std::size_t bytes, const atomic_access& what,
              const place& where);

  /// The scope and the place of the selected thread's next atomic accesses to that address.
  void announce_atomic(const void* address, atomic_scope scope, const std::source_location& where);
  /// As access(), where the caller knows its line.
  void access(const void* address, std::size_t bytes, bool writes,
              const std::source_location& where) {
    access(address, bytes, writes, place(where));
  }

  /// While it lives, the hooks bring the accesses of the selected thread.
  class watch {
   public:
    explicit watch(detector& d);
    ~watch();
    watch(const watch&) = delete;
    watch& operator=(const watch&) = delete;
  };
  /// While it lives, they do not: the interpreter works for a thread that may be watched.
  class pause {
   public:
    explicit pause(detector& d);
    ~pause();
    pause(const pause&) = delete;
    pause& operator=(const pause&) = delete;

   private:
    detector* watched_;
  };

  // What hooks.cpp asks at every access. Never a function of its own: the linker could take the
  // copy of a file that calls the hooks.

  /// The detector that watches a lane on this host thread; null if none does.
  [[gnu::always_inline]] static detector* active() { return active_now; }
  /// Whether the address is on the selected thread's stack.
  [[nodiscard, gnu::always_inline]] bool is_local(const void* address) const {
    return stack_.has(reinterpret_cast<std::uintptr_t>(address));
  }

 private:
  struct state;
  static constinit thread_local detector* active_now;
  std::unique_ptr<state> state_;
  address_range stack_;
};

#else

inline constexpr bool watching = false;

class detector {
 public:
  void begin_launch(std::span<const launched_kernel>) {}
  void begin_block(unsigned, unsigned, const void*, std::size_t) {}
  void end_launch() {}
  void select(unsigned, const void*, std::size_t) {}
  void sync_warp(unsigned) {}
  void sync_lanes(unsigned, unsigned) {}
  void sync_block() {}
  void access(const void*, std::size_t, bool, const std::source_location&) {}
  void announce_atomic(const void*, atomic_scope, const std::source_location&) {}

  struct watch {
    explicit watch(detector&) {}
    ~watch() {}  // not trivial: no warning of an unused variable
  };
  struct pause {
    explicit pause(detector&) {}
    ~pause() {}
  };
};

#endif

}  // namespace codag::simt::host::race
