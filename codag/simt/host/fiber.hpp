// A fiber: a GPU thread with a stack of its own on the host. Boost.Context switches between them.
#pragma once

#include <boost/context/fiber.hpp>
#include <boost/context/preallocated.hpp>
#include <boost/context/protected_fixedsize_stack.hpp>

#include <cstddef>
#include <utility>

#include "codag/simt/host/address_sanitizer.hpp"

namespace codag::simt::host {

/// A stack with a guard page below it, so that an overflow faults instead of corrupting a
/// neighbour.
class fiber_stack {
 public:
#ifdef CODAG_ASAN
  static constexpr std::size_t bytes = 256 * 1024;  // red zones make every frame larger
#else
  static constexpr std::size_t bytes = 64 * 1024;
#endif
  fiber_stack() : context_(allocator_type(bytes).allocate()) {}
  ~fiber_stack() {
    if (context_.sp != nullptr) allocator_type(bytes).deallocate(context_);
  }
  fiber_stack(fiber_stack&& other) noexcept : context_(std::exchange(other.context_, {})) {}
  fiber_stack(const fiber_stack&) = delete;
  fiber_stack& operator=(const fiber_stack&) = delete;
  fiber_stack& operator=(fiber_stack&&) = delete;

  [[nodiscard]] const boost::context::stack_context& context() const { return context_; }
  [[nodiscard]] const void* bottom() const {
    return static_cast<const std::byte*>(context_.sp) - context_.size;
  }

 private:
  using allocator_type = boost::context::protected_fixedsize_stack;
  boost::context::stack_context context_;
};

/// Runs a body on the fiber's stack between resume() and suspend(). The body must have ended when
/// the fiber is destroyed. Every switch is announced to AddressSanitizer, which would otherwise
/// take one stack for the other.
class fiber {
 public:
  template <class Body>
  fiber(const fiber_stack& stack, Body body) : stack_(stack) {
#ifdef CODAG_ASAN
    // AddressSanitizer's shadow still marks the frames that the stack's last fiber never left: the
    // first ones, which end in a switch. The body has left its own.
    __asan_unpoison_memory_region(static_cast<std::byte*>(stack.context().sp) - first_frames,
                                  first_frames);
#endif
    context_ = boost::context::fiber(
        std::allocator_arg,
        boost::context::preallocated(stack.context().sp, stack.context().size, stack.context()),
        borrowed_stack{}, [this, body = std::move(body)](boost::context::fiber&& caller) mutable {
          arrived(nullptr);
          caller_ = std::move(caller);
          body();
          ended_ = true;
          leaving(nullptr);  // null frees the fake frames: the fiber never comes back
          return std::move(caller_);
        });
  }
  fiber(const fiber&) = delete;
  fiber& operator=(const fiber&) = delete;

  /// Runs the body until it suspends or ends. Called from outside.
  void resume() {
#ifdef CODAG_ASAN
    void* fake = nullptr;
    __sanitizer_start_switch_fiber(&fake, stack_.bottom(), stack_.context().size);
#endif
    context_ = std::move(context_).resume();
#ifdef CODAG_ASAN
    __sanitizer_finish_switch_fiber(fake, nullptr, nullptr);
#endif
  }

  /// Returns to the resumer. Called by the body.
  void suspend() {
    void* fake = nullptr;
    leaving(&fake);
    caller_ = std::move(caller_).resume();
    arrived(fake);
  }

  [[nodiscard]] bool ended() const { return ended_; }

 private:
#ifdef CODAG_ASAN
  /// More than the frames of Boost.Context and of this class take.
  static constexpr std::size_t first_frames = 8 * 1024;
#endif
  struct borrowed_stack {  // the stack outlives the fiber and is used again
    static void deallocate(boost::context::stack_context&) {}
  };

  void arrived([[maybe_unused]] void* fake) {
#ifdef CODAG_ASAN
    __sanitizer_finish_switch_fiber(fake, &caller_bottom_, &caller_bytes_);
#endif
  }
  void leaving([[maybe_unused]] void** fake) {
#ifdef CODAG_ASAN
    __sanitizer_start_switch_fiber(fake, caller_bottom_, caller_bytes_);
#endif
  }

  [[maybe_unused]] const fiber_stack& stack_;  // only AddressSanitizer is told of it
  boost::context::fiber context_;
  boost::context::fiber caller_;
  bool ended_ = false;
#ifdef CODAG_ASAN
  const void* caller_bottom_ = nullptr;
  std::size_t caller_bytes_ = 0;
#endif
};

}  // namespace codag::simt::host
