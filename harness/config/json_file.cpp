#include "harness/config/json_file.hpp"

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>
#include <vector>

#include "datasets/bad_input.hpp"
#include "datasets/input_file.hpp"
#include "datasets/shown_text.hpp"
#include "harness/config/placed_json.hpp"

namespace codag::harness {
namespace {

using datasets::bad_input;
using nlohmann::json;

std::string read_text(const std::filesystem::path& file, std::uint64_t max_bytes,
                      const std::string& remedy) {
  constexpr std::size_t step_bytes = 1u << 16;
  datasets::require_input_file(file, remedy);
  std::ifstream in(file, std::ios::binary);
  std::string text;
  // Not by the file's size, which may change.
  while (in && text.size() <= max_bytes) {
    const std::size_t had = text.size();
    text.resize(had + step_bytes);
    in.read(text.data() + had, step_bytes);
    text.resize(had + static_cast<std::size_t>(in.gcount()));
  }
  if (text.size() > max_bytes)
    throw bad_input(file.string() + ": has more than " + std::to_string(max_bytes) + " bytes; " +
                    remedy);
  return text;
}

/// Refuses what the parser alone would accept: deep nesting, and a second value under one key, of
/// which it would keep the last.
class strictness {
 public:
  explicit strictness(const std::filesystem::path& file) : file_(file.string()) {}

  bool operator()(int depth, json::parse_event_t event, json& parsed) {
    const bool begins =
        event == json::parse_event_t::object_start || event == json::parse_event_t::array_start;
    if (begins && depth >= max_json_depth)
      throw bad_input(file_ + ": is nested deeper than " + std::to_string(max_json_depth) +
                      " levels; give a file that codag or a person wrote");
    if (event == json::parse_event_t::object_start) keys_.emplace_back();
    if (event == json::parse_event_t::object_end) keys_.pop_back();
    if (event == json::parse_event_t::key && !keys_.back().insert(parsed).second)
      throw bad_input(file_ + ": the key " + shown(parsed) +
                      " appears twice in one object; keep one");
    return true;
  }

 private:
  std::string file_;
  std::vector<std::set<std::string>> keys_;
};

/// The place and the reason in a parser's message, "[...] parse error at line 3, column 7: ...",
/// without the text at that place, which may be long.
std::string reason_of(std::string_view message) {
  std::size_t place = message.find("at line");
  if (place == std::string_view::npos) place = message.find(' ') + 1;
  message.remove_prefix(place);
  message = message.substr(0, message.find("; last read: "));
  return datasets::one_line(datasets::beginning_of(std::string(message)));
}

}  // namespace

json read_json_file(const std::filesystem::path& file, std::uint64_t max_bytes,
                    const std::string& remedy) {
  const std::string text = read_text(file, max_bytes, remedy);
  try {
    strictness strict(file);
    return json::parse(text, [&](int depth, json::parse_event_t event, json& parsed) {
      return strict(depth, event, parsed);
    });
  } catch (const json::exception& e) {  // a syntax error, or a number out of range
    throw bad_input(file.string() + ": not valid JSON: " + reason_of(e.what()));
  }
}

}  // namespace codag::harness
