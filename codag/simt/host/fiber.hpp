// A fiber: a GPU thread with a stack of its own on the host. Boost.Context switches between them.
#pragma once

#include <boost/context/fiber.hpp>
#include <boost/context/preallocated.hpp>
#include <boost/context/protected_fixedsize_stack.hpp>

#include <cstddef>
#include <utility>

// AddressSanitizer's, which is there if the program is built with it, however this library was
// built.
// NOLINTBEGIN(readability-identifier-naming)
extern "C" {
[[gnu::weak]] void __asan_unpoison_memory_region(const volatile void* begin, std::size_t bytes);
[[gnu::weak]] void __sanitizer_start_switch_fiber(void** fake_stack, const void* bottom,
                                                  std::size_t bytes);
[[gnu::weak]] void __sanitizer_finish_switch_fiber(void* fake_stack, const void** bottom,
                                                   std::size_t* bytes);
}
// NOLINTEND(readability-identifier-naming)

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

/// Runs a body on a stack of its own. Control goes from fiber to fiber: a fiber that cannot go on
/// switches to another one, and a body returns the fiber that runs when it has ended. The body must
/// have ended when the fiber is destroyed. Every switch is announced to AddressSanitizer, which
/// would otherwise take one stack for the other.
class fiber {
 public:
  /// The host thread on its own stack.
  fiber() = default;
  /// `body()` returns a fiber&.
  template <class Body>
  fiber(const fiber_stack& stack, Body body)
      : bottom_(stack.bottom()), bytes_(stack.context().size) {
    // AddressSanitizer's shadow still marks the frames that the stack's last fiber never left: the
    // first ones, which end in a switch. The body has left its own.
    if (__asan_unpoison_memory_region != nullptr)
      __asan_unpoison_memory_region(static_cast<std::byte*>(stack.context().sp) - first_frames,
                                    first_frames);
    context_ = boost::context::fiber(
        std::allocator_arg,
        boost::context::preallocated(stack.context().sp, stack.context().size, stack.context()),
        borrowed_stack{}, [this, body = std::move(body)](boost::context::fiber&& from) mutable {
          arrived(nullptr, std::move(from));
          fiber& next = body();
          ended_ = true;
          leaving(nullptr, next);  // null frees the fake frames: the fiber never comes back
          return std::move(next.context_);
        });
  }
  fiber(const fiber&) = delete;
  fiber& operator=(const fiber&) = delete;

  /// Returns when another fiber switches to this one. Called by the fiber that runs.
  void switch_to(fiber& next) {
    if (&next == this) return;
    void* fake = nullptr;
    leaving(&fake, next);
    boost::context::fiber from = std::move(next.context_).resume();
    arrived(fake, std::move(from));
  }

  [[nodiscard]] bool ended() const { return ended_; }

 private:
  /// More than the frames of Boost.Context and of this class take.
  static constexpr std::size_t first_frames = 8 * 1024;
  struct borrowed_stack {  // the stack outlives the fiber and is used again
    static void deallocate(boost::context::stack_context&) {}
  };

  void leaving(void** fake, fiber& next) {
    next.previous_ = this;
    if (__sanitizer_start_switch_fiber != nullptr)
      __sanitizer_start_switch_fiber(fake, next.bottom_, next.bytes_);
  }
  void arrived(void* fake, boost::context::fiber&& from) {
    // This tells where the host thread's stack is.
    if (__sanitizer_finish_switch_fiber != nullptr)
      __sanitizer_finish_switch_fiber(fake, &previous_->bottom_, &previous_->bytes_);
    previous_->context_ = std::move(from);
  }

  const void* bottom_ = nullptr;
  std::size_t bytes_ = 0;
  boost::context::fiber context_;  // where it goes on; empty while it runs and after its end
  fiber* previous_ = nullptr;      // the fiber that switched to this one last
  bool ended_ = false;
};

}  // namespace codag::simt::host
