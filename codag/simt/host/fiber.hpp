// A fiber: a GPU thread with a stack of its own on the host. Boost.Context switches between them.
#pragma once

#include <boost/context/fiber.hpp>
#include <boost/context/preallocated.hpp>
#include <boost/context/protected_fixedsize_stack.hpp>

#include <cstddef>
#include <utility>

// AddressSanitizer's, which is there if the program is built with it, however this library was
// built.
// NOLINTBEGIN(readability-identifier-naming,bugprone-reserved-identifier)
extern "C" {
[[gnu::weak]] void __asan_unpoison_memory_region(const volatile void* begin, std::size_t bytes);
[[gnu::weak]] void __sanitizer_start_switch_fiber(void** fake_stack, const void* bottom,
                                                  std::size_t bytes);
[[gnu::weak]] void __sanitizer_finish_switch_fiber(void* fake_stack, const void** bottom,
                                                   std::size_t* bytes);
}
// NOLINTEND(readability-identifier-naming,bugprone-reserved-identifier)

namespace codag::simt::host {

/// A stack with a guard page below it, so that an overflow faults instead of corrupting a
/// neighbour.
class fiber_stack {
 public:
  fiber_stack() : context_(allocator_type(bytes()).allocate()) {}
  ~fiber_stack() {
    if (context_.sp != nullptr) allocator_type(bytes()).deallocate(context_);
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
  static std::size_t bytes() {
    // AddressSanitizer's red zones make every frame larger.
    return (__asan_unpoison_memory_region != nullptr ? 256 : 64) * std::size_t{1024};
  }
  boost::context::stack_context context_;
};

/// Runs a body on the fiber's stack between resume() and suspend(). The body must have ended when
/// the fiber is destroyed. Every switch is announced to AddressSanitizer, which would otherwise
/// take one stack for the other.
class fiber {
 public:
  template <class Body>
  fiber(const fiber_stack& stack, Body body) : stack_(stack) {
    // AddressSanitizer's shadow still marks the frames that the stack's last fiber never left: the
    // first ones, which end in a switch. The body has left its own.
    if (__asan_unpoison_memory_region != nullptr)
      __asan_unpoison_memory_region(static_cast<std::byte*>(stack.context().sp) - first_frames,
                                    first_frames);
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
    void* fake = nullptr;
    if (__sanitizer_start_switch_fiber != nullptr)
      __sanitizer_start_switch_fiber(&fake, stack_.bottom(), stack_.context().size);
    context_ = std::move(context_).resume();
    if (__sanitizer_finish_switch_fiber != nullptr)
      __sanitizer_finish_switch_fiber(fake, nullptr, nullptr);
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
  /// More than the frames of Boost.Context and of this class take.
  static constexpr std::size_t first_frames = 8 * 1024;
  struct borrowed_stack {  // the stack outlives the fiber and is used again
    static void deallocate(boost::context::stack_context&) {}
  };

  void arrived(void* fake) {
    if (__sanitizer_finish_switch_fiber != nullptr)
      __sanitizer_finish_switch_fiber(fake, &caller_bottom_, &caller_bytes_);
  }
  void leaving(void** fake) {
    if (__sanitizer_start_switch_fiber != nullptr)
      __sanitizer_start_switch_fiber(fake, caller_bottom_, caller_bytes_);
  }

  const fiber_stack& stack_;
  boost::context::fiber context_;
  boost::context::fiber caller_;
  bool ended_ = false;
  const void* caller_bottom_ = nullptr;
  std::size_t caller_bytes_ = 0;
};

}  // namespace codag::simt::host
