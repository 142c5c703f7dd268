#include "harness/peers/peer_facts.hpp"

#include <deque>
#include <mutex>
#include <set>

namespace codag::harness {

std::string_view kept(const std::string& text) {
  static std::mutex mutex;
  static std::set<std::string, std::less<>> texts;
  const std::scoped_lock lock(mutex);
  return *texts.insert(text).first;
}

std::span<const std::string_view> kept_list(const std::vector<std::string>& texts) {
  static std::mutex mutex;
  static std::deque<std::vector<std::string_view>> lists;
  const std::scoped_lock lock(mutex);
  std::vector<std::string_view>& list = lists.emplace_back();
  for (const std::string& text : texts) list.push_back(kept(text));
  return list;
}

}  // namespace codag::harness
