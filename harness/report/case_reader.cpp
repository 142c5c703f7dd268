#include "harness/report/case_reader.hpp"

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace codag::harness {
namespace {

/// The key's value; empty if the row has no such text.
std::string_view text_at(const nlohmann::json& row, const char* key) {
  const auto at = row.find(key);
  if (at == row.end() || !at->is_string()) return {};
  return at->get_ref<const std::string&>();
}

}  // namespace

std::optional<work_kind> kind_of(const nlohmann::json& row) {
  return parse_work_kind(text_at(row, "kind"));
}

std::optional<backend> backend_of(const nlohmann::json& row) {
  return parse_backend(text_at(row, "backend"));
}

}  // namespace codag::harness
