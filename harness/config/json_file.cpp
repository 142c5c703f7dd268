#include "harness/config/json_file.hpp"

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "datasets/bad_input.hpp"
#include "datasets/gzip.hpp"
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
  if (datasets::is_gzip(text)) {
    auto unpacked = datasets::gunzip(text, max_bytes);
    if (!unpacked)
      throw bad_input(file.string() + ": is a damaged or unfinished gzip file; " + remedy);
    text = std::move(*unpacked);
  }
  if (text.size() > max_bytes)
    throw bad_input(file.string() + ": has more than " + std::to_string(max_bytes) + " bytes; " +
                    remedy);
  return text;
}

/// Refuses what the parser alone would accept: deep nesting, and a second value under one key, of
/// which it would keep the last. It reads the text before the parser does. As the parser's callback
/// it would cost quadratic time: with a callback, the parser walks over a whole list after each
/// object in it.
class strictness final : public nlohmann::json_sax<json> {
 public:
  explicit strictness(const std::filesystem::path& file) : file_(file.string()) {}

  bool start_object(std::size_t /*elements*/) override {
    keys_.emplace_back();
    return enter();
  }
  bool end_object() override {
    keys_.pop_back();
    return leave();
  }
  bool start_array(std::size_t /*elements*/) override { return enter(); }
  bool end_array() override { return leave(); }
  bool key(string_t& name) override {
    if (!keys_.back().insert(name).second)
      throw bad_input(file_ + ": the key " + shown(name) +
                      " appears twice in one object; keep one");
    return true;
  }
  bool null() override { return true; }
  bool boolean(bool /*value*/) override { return true; }
  bool number_integer(number_integer_t /*value*/) override { return true; }
  bool number_unsigned(number_unsigned_t /*value*/) override { return true; }
  bool number_float(number_float_t /*value*/, const string_t& /*text*/) override { return true; }
  bool string(string_t& /*value*/) override { return true; }
  bool binary(binary_t& /*value*/) override { return true; }
  /// The parser finds the same error afterwards, and throws it.
  bool parse_error(std::size_t /*position*/, const std::string& /*last_token*/,
                   const json::exception& /*error*/) override {
    return false;
  }

 private:
  bool enter() {
    if (depth_++ >= max_json_depth)
      throw bad_input(file_ + ": is nested deeper than " + std::to_string(max_json_depth) +
                      " levels; give a file that codag or a person wrote");
    return true;
  }
  bool leave() {
    --depth_;
    return true;
  }

  std::string file_;
  int depth_ = 0;
  std::vector<std::set<std::string>> keys_;  // of the objects that are open
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
    json::sax_parse(text, &strict);
    return json::parse(text);
  } catch (const json::exception& e) {  // a syntax error, or a number out of range
    throw bad_input(file.string() + ": not valid JSON: " + reason_of(e.what()));
  }
}

json json_of(const std::string& text) {
  return json::parse(text, nullptr, /*allow_exceptions=*/false);
}

}  // namespace codag::harness
