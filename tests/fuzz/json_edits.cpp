#include "tests/fuzz/json_edits.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>

#include "harness/config/json_file.hpp"

namespace codag::fuzz {
namespace {

using nlohmann::json;

constexpr unsigned most_edits = 8;
constexpr unsigned bytes_per_edit = 6;

enum class edit : std::uint8_t { replace, number, text, remove, duplicate, copy, rename };
constexpr unsigned edits = 7;

/// Values of every type, with those that are easily mistaken for a good one.
const std::vector<json>& values() {
  static const std::vector<json> all = [] {
    json nested = json::array();
    for (unsigned depth = 0; depth < 200; ++depth) nested = json::array({std::move(nested)});
    return std::vector<json>{nullptr,
                             true,
                             false,
                             0,
                             1,
                             -1,
                             0.5,
                             1e300,
                             -1e300,
                             5e-324,
                             1e19,
                             18446744073709551615u,
                             4294967296,
                             1024,
                             "",
                             "ok",
                             "a/b",
                             "\x1b[31m",
                             "\xc2\x9b",
                             "a\nb",
                             std::string("a\0b", 3),
                             "64KiB",
                             "host",
                             "cuda",
                             "cpu",
                             "traffic",
                             "microbenchmark",
                             "decode",
                             "skipped",
                             std::string(10'000, 'x'),
                             json::array(),
                             json::object(),
                             json::array({nullptr}),
                             json::array({"time", "stalls", "metrics"}),
                             json::object({{"samples", 1}}),
                             std::move(nested)};
  }();
  return all;
}

/// A value of the document, and where it is in its parent.
struct node {
  json* value;
  json* parent = nullptr;
  const std::string* key = nullptr;  // in an object
  std::size_t index = 0;             // in an array
};

void add_nodes(const node& from, std::vector<node>& all) {
  all.push_back(from);
  json& value = *from.value;
  if (value.is_object())
    for (auto& [key, child] : value.get_ref<json::object_t&>())
      add_nodes({&child, &value, &key}, all);
  if (value.is_array())
    for (std::size_t i = 0; i < value.size(); ++i) add_nodes({&value[i], &value, nullptr, i}, all);
}

void remove(const node& at) {
  if (at.parent == nullptr) return;
  if (at.parent->is_object())
    at.parent->erase(std::string(*at.key));
  else
    at.parent->erase(at.index);
}

/// Adds a second copy beside the value: in a list, or under another key.
void duplicate(const node& at, unsigned argument) {
  if (at.parent == nullptr) return;
  json copy = *at.value;
  if (at.parent->is_array())
    at.parent->push_back(std::move(copy));
  else
    (*at.parent)[*at.key + std::to_string(argument % 3)] = std::move(copy);
}

void rename(const node& at, std::string key) {  // a copy, because the key may be removed with `at`
  if (at.parent == nullptr || !at.parent->is_object()) return;
  json value = std::move(*at.value);
  at.parent->erase(std::string(*at.key));
  (*at.parent)[std::move(key)] = std::move(value);
}

/// A number from 16 bits: small integers of both signs, and powers of two.
json number_from(unsigned argument) {
  const int small = static_cast<int>(argument & 0x3fff) - 0x2000;
  if (argument >> 14 == 0) return small;
  if (argument >> 14 == 1) return small / 64.0;
  return std::ldexp(argument >> 14 == 2 ? 1.0 : -1.0, small / 8);
}

void apply(edit kind, unsigned where, unsigned argument, json& document) {
  std::vector<node> nodes;
  add_nodes({&document}, nodes);
  const node& at = nodes[where % nodes.size()];
  const json& value = values()[argument % values().size()];
  switch (kind) {
    case edit::replace:
      *at.value = value;
      break;
    case edit::number:
      *at.value = number_from(argument);
      break;
    case edit::text:
      *at.value =
          std::string{static_cast<char>('!' + argument % 94), static_cast<char>(argument >> 9)};
      break;
    case edit::remove:
      remove(at);
      break;
    case edit::duplicate:
      duplicate(at, argument);
      break;
    case edit::copy: {
      json copied = *nodes[argument % nodes.size()].value;
      *at.value = std::move(copied);
      break;
    }
    case edit::rename: {
      const std::string* other = nodes[argument % nodes.size()].key;
      rename(at, value.is_string() ? value.get<std::string>() : other == nullptr ? "" : *other);
      break;
    }
  }
}

std::string text_of(const json& document) {
  return document.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace

std::string json_text(input in, const std::vector<json>& documents) {
  const unsigned chosen = in.take_8();
  if (chosen == 0) {
    const auto rest = in.rest();
    return {reinterpret_cast<const char*>(rest.data()), rest.size()};
  }
  json document = documents[(chosen - 1) % documents.size()];
  for (unsigned i = 0; i < most_edits && in.rest().size() >= bytes_per_edit; ++i) {
    const auto kind = static_cast<edit>(in.take_8() % edits);
    const unsigned high = in.take_8();  // rarely needed, but a document may have many values
    const unsigned where = high << 16 | in.take_16();
    apply(kind, where, in.take_16(), document);
  }
  return text_of(document);
}

std::vector<bytes> json_seeds(const std::vector<json>& documents) {
  std::mt19937_64 random(1);
  std::vector<bytes> seeds;
  for (std::size_t i = 0; i < documents.size(); ++i) {
    const std::string text = text_of(documents[i]);
    const auto raw = std::as_bytes(std::span(text));
    bytes as_text(1 + raw.size());
    std::ranges::copy(raw, as_text.begin() + 1);
    seeds.push_back(std::move(as_text));
    seeds.push_back({static_cast<std::byte>(i + 1)});
    for (unsigned kind = 0; kind < edits; ++kind) {
      bytes edited = {static_cast<std::byte>(i + 1), static_cast<std::byte>(kind), std::byte{0}};
      while (edited.size() < 1 + bytes_per_edit) edited.push_back(static_cast<std::byte>(random()));
      seeds.push_back(std::move(edited));
    }
  }
  return seeds;
}

json repository_json(const std::string& path) {
  constexpr std::uint64_t enough = 64 << 20;
  return harness::read_json_file(std::string(CODAG_SOURCE_DIR "/") + path, enough, "");
}

}  // namespace codag::fuzz
