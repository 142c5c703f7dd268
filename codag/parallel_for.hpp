// A loop that runs on all cores.
#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "codag/core_count.hpp"

namespace codag {

/// Calls body(i) for each i in [0, count) on `threads` threads (0: all cores), which take the i in
/// ascending order. The first exception stops the loop, and parallel_for throws it again.
template <class Body>
void parallel_for(std::size_t count, unsigned threads, Body&& body) {
  if (threads == 0) threads = core_count();
  if (count < threads) threads = static_cast<unsigned>(count);
  if (threads <= 1) {
    for (std::size_t i = 0; i < count; ++i) body(i);
    return;
  }
  std::atomic<std::size_t> next{0};
  std::exception_ptr error;
  std::mutex error_mutex;
  const auto work = [&] {
    // Relaxed: the counter only hands out indices. Joining the threads publishes what they wrote.
    for (std::size_t i; (i = next.fetch_add(1, std::memory_order_relaxed)) < count;) {
      try {
        body(i);
      } catch (...) {
        const std::lock_guard lock(error_mutex);
        if (!error) error = std::current_exception();
        next.store(count, std::memory_order_relaxed);
      }
    }
  };
  std::vector<std::thread> workers;
  workers.reserve(threads - 1);
  for (unsigned t = 1; t < threads; ++t) workers.emplace_back(work);
  work();
  for (auto& worker : workers) worker.join();
  if (error) std::rethrow_exception(error);
}

}  // namespace codag
