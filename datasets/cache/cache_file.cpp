#include "datasets/cache/cache_file.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "datasets/digest.hpp"

namespace codag::datasets {
namespace {

constexpr std::string_view magic = "codagcol";
constexpr std::size_t digest_digits = 64;

struct numbers {
  std::uint32_t type;
  std::uint32_t chunk_bytes;
  std::uint64_t raw_bytes;
  std::uint64_t symbols;
  std::uint64_t chunks;
  std::uint64_t bytes;
};
static_assert(sizeof(numbers) == 40, "the file contains this struct, which has no padding");

void append(std::vector<std::byte>& out, const void* data, std::size_t size) {
  if (size == 0) return;
  const std::size_t at = out.size();
  out.resize(at + size);
  std::memcpy(out.data() + at, data, size);
}

// Takes bytes off the front. `ok` becomes false if there are too few.
struct taker {
  std::span<const std::byte> rest;
  bool ok = true;

  void take(void* to, std::uint64_t size) {
    ok = ok && size <= rest.size();
    if (!ok || size == 0) return;
    std::memcpy(to, rest.data(), size);
    rest = rest.subspan(size);
  }

  bool take_text(std::string_view expected) {
    std::string text(expected.size(), '\0');
    take(text.data(), text.size());
    return ok && text == expected;
  }
};

// Whether the chunks cover the column without gaps, as compress() lays them out.
bool is_consistent(const chunked_column& column) {
  std::uint64_t in = 0, out = 0;
  for (const chunk& c : column.chunks) {
    if (c.in_offset != in || c.out_offset != out) return false;
    if (c.out_bytes != std::min<std::uint64_t>(column.chunk_bytes, column.raw_bytes - out))
      return false;
    in += c.in_bytes;
    out += c.out_bytes;
  }
  return in == column.bytes.size() && out == column.raw_bytes;
}

}  // namespace

std::string cache_key::text() const {
  std::string line = "v";
  line += std::to_string(cache_format_version);
  line += ' ';
  line += raw_sha256;
  line += ' ';
  line += codec;
  line += ' ';
  line += to_string(type);
  line += ' ';
  line += std::to_string(chunk_bytes);
  if (!encoder.empty()) line += ' ' + encoder;
  return line;
}

std::vector<std::byte> write_cache_file(const cache_key& key, const chunked_column& column) {
  const std::string key_text = key.text();
  const std::uint64_t key_bytes = key_text.size();
  const numbers n = {static_cast<std::uint32_t>(column.type),
                     column.chunk_bytes,
                     column.raw_bytes,
                     column.symbols,
                     column.chunks.size(),
                     column.bytes.size()};
  std::vector<std::byte> file;
  file.reserve(magic.size() + sizeof key_bytes + key_bytes + sizeof n +
               column.chunks.size() * sizeof(chunk) + column.bytes.size() + digest_digits);
  append(file, magic.data(), magic.size());
  append(file, &key_bytes, sizeof key_bytes);
  append(file, key_text.data(), key_text.size());
  append(file, &n, sizeof n);
  append(file, column.chunks.data(), column.chunks.size() * sizeof(chunk));
  append(file, column.bytes.data(), column.bytes.size());
  const std::string digest = sha256(file);
  append(file, digest.data(), digest.size());
  return file;
}

std::optional<chunked_column> read_cache_file(const cache_key& key,
                                              std::span<const std::byte> file) {
  if (file.size() < digest_digits) return std::nullopt;
  const auto content = file.first(file.size() - digest_digits);
  taker digest{file.last(digest_digits)};
  if (!digest.take_text(sha256(content))) return std::nullopt;

  taker in{content};
  const std::string key_text = key.text();
  std::uint64_t key_bytes = 0;
  numbers n{};
  if (!in.take_text(magic)) return std::nullopt;
  in.take(&key_bytes, sizeof key_bytes);
  if (key_bytes != key_text.size() || !in.take_text(key_text)) return std::nullopt;
  in.take(&n, sizeof n);
  // The sizes are checked against the file before memory is allocated.
  if (!in.ok || n.type != static_cast<std::uint32_t>(key.type) ||
      n.chunk_bytes != key.chunk_bytes || n.chunks > in.rest.size() / sizeof(chunk) ||
      n.bytes != in.rest.size() - n.chunks * sizeof(chunk))
    return std::nullopt;

  chunked_column column;
  column.type = key.type;
  column.chunk_bytes = n.chunk_bytes;
  column.raw_bytes = n.raw_bytes;
  column.symbols = n.symbols;
  column.chunks.resize(n.chunks);
  column.bytes.resize(n.bytes);
  in.take(column.chunks.data(), n.chunks * sizeof(chunk));
  in.take(column.bytes.data(), n.bytes);
  if (!is_consistent(column)) return std::nullopt;
  return column;
}

}  // namespace codag::datasets
