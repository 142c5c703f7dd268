// Threads that are started once and then wait for work.
#pragma once

namespace codag {

/// Calls work(object) on the calling thread and on `helpers` threads of the pool at the same time,
/// and returns when no thread is in work() any more. What the threads wrote is visible then. A
/// helper that has not begun when the caller's own work() returns does not call it, so work() must
/// return only when nothing is left to do. It must not throw.
///
/// The pool grows so that each helper has a thread of its own, also in nested calls and in calls
/// from several threads: none waits for a thread that is busy elsewhere. Threads stay until the
/// process ends, and block all signals but those of faults. A process that fork() made begins with
/// an empty pool. Throws std::system_error if a thread cannot be started; nothing has begun then.
void run_with_helpers(unsigned helpers, void (*work)(const void* object) noexcept,
                      const void* object);

}  // namespace codag
