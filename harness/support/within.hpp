// An answer that is waited for only so long.
#pragma once

#include <chrono>
#include <future>
#include <optional>
#include <thread>
#include <utility>

namespace codag::harness {

/// What `ask` returns; std::nullopt if that takes longer. A driver that hangs never returns, so its
/// thread is left behind: `ask` must own what it uses. An exception of `ask` is thrown here.
template <class F>
auto within(std::chrono::duration<double> limit, F ask) -> std::optional<decltype(ask())> {
  std::packaged_task<decltype(ask())()> task(std::move(ask));
  auto answer = task.get_future();
  std::thread(std::move(task)).detach();
  if (answer.wait_for(limit) != std::future_status::ready) return std::nullopt;
  return answer.get();
}

}  // namespace codag::harness
