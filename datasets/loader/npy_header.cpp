#include "datasets/loader/npy_header.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <set>

namespace codag::datasets {
namespace {

/// Walks over the literals of Python that a header has. Each function returns whether it found what
/// it takes.
class literal_reader {
 public:
  explicit literal_reader(std::string_view text) : rest_(text) {}

  bool take(std::string_view token) {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(" \n"), rest_.size()));
    if (!rest_.starts_with(token)) return false;
    rest_.remove_prefix(token.size());
    return true;
  }

  bool take_string(std::string& to) {
    const char quote = take("'") ? '\'' : '"';
    if (quote == '"' && !take("\"")) return false;
    const std::size_t end = rest_.find(quote);
    if (end == std::string_view::npos) return false;
    to = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    return true;
  }

  /// A list of fields, whose inside does not matter.
  bool take_list(std::string& to) {
    if (!take("[")) return false;
    std::size_t end = 0;
    int open = 1;
    for (; end < rest_.size() && open > 0; ++end)
      open += rest_[end] == '[' ? 1 : rest_[end] == ']' ? -1 : 0;
    if (open > 0) return false;
    rest_.remove_prefix(end);
    to = "[...]";
    return true;
  }

  bool take_truth(bool& to) {
    to = take("True");
    return to || take("False");
  }

  bool take_tuple(std::vector<std::uint64_t>& to) {
    if (!take("(")) return false;
    while (!take(")")) {
      std::uint64_t number = 0;
      take("");
      const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), number);
      if (error != std::errc{}) return false;
      rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
      take("L");  // Python 2 wrote long numbers so
      to.push_back(number);
      if (!take(",")) return take(")");
    }
    return true;
  }

  bool at_end() {
    take("");
    return rest_.empty();
  }

 private:
  std::string_view rest_;
};

bool take_entry(literal_reader& in, npy_header& to, std::set<std::string>& keys) {
  std::string key;
  if (!in.take_string(key) || !in.take(":") || !keys.insert(key).second) return false;
  if (key == "descr") return in.take_string(to.descr) || in.take_list(to.descr);
  if (key == "fortran_order") return in.take_truth(to.fortran_order);
  return key == "shape" && in.take_tuple(to.shape);
}

struct npy_type {
  std::string_view name;  // without the order of bytes
  element_type type;
};

constexpr npy_type npy_types[] = {
    {"b1", element_type::uint8},   {"i1", element_type::int8},    {"u1", element_type::uint8},
    {"i2", element_type::int16},   {"u2", element_type::uint16},  {"i4", element_type::int32},
    {"u4", element_type::uint32},  {"i8", element_type::int64},   {"u8", element_type::uint64},
    {"f4", element_type::float32}, {"f8", element_type::float64}, {"M8", element_type::int64},
    {"m8", element_type::int64},
};

}  // namespace

std::optional<element_type> npy_header::type() const {
  if (descr.empty() || std::string_view("<>|=").find(descr.front()) == std::string_view::npos)
    return {};
  // The unit of a date follows its name: "M8[ns]".
  const std::string_view name = std::string_view(descr).substr(1, descr.find('[') - 1);
  const auto* found = std::ranges::find(npy_types, name, &npy_type::name);
  if (found == std::end(npy_types)) return {};
  return found->type;
}

std::optional<npy_header> read_npy_header(std::string_view text) {
  literal_reader in(text);
  npy_header header;
  std::set<std::string> keys;
  if (!in.take("{")) return {};
  while (!in.take("}")) {
    if (!take_entry(in, header, keys)) return {};
    if (in.take(",")) continue;
    if (!in.take("}")) return {};
    break;
  }
  if (keys.size() != 3 || !in.at_end()) return {};
  return header;
}

}  // namespace codag::datasets
