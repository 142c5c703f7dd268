#include <algorithm>
#include <limits>

#include "codag/codec/deflate/deflate.hpp"
#include "codag/codec/deflate/stream_reader.hpp"

namespace codag::deflate {
namespace {

/// A Sink that writes a chunk.
class chunk_writer {
 public:
  explicit chunk_writer(std::span<std::byte> out) : out_(out) {}

  [[nodiscard]] std::uint64_t room() const { return out_.size() - position_; }
  [[nodiscard]] std::uint64_t written() const { return position_; }
  void put_literals(std::span<const std::byte> bytes) {
    std::ranges::copy(bytes, out_.begin() + static_cast<std::ptrdiff_t>(position_));
    position_ += bytes.size();
  }
  void put_match(unsigned length, unsigned distance) {
    // Byte by byte, because a match may copy what it has just written (section 3.2.3).
    for (; length > 0; --length, ++position_) out_[position_] = out_[position_ - distance];
  }

 private:
  std::span<std::byte> out_;
  std::size_t position_ = 0;
};

/// A Sink that only counts.
class symbol_counter {
 public:
  explicit symbol_counter(symbol_count& count) : count_(count) {}

  [[nodiscard]] static std::uint64_t room() { return std::numeric_limits<std::uint64_t>::max(); }
  [[nodiscard]] std::uint64_t written() const { return count_.output_bytes; }
  void put_literals(std::span<const std::byte> bytes) {
    count_.literals += bytes.size();
    count_.output_bytes += bytes.size();
  }
  void put_match(unsigned length, unsigned /*distance*/) {
    ++count_.matches;
    count_.output_bytes += length;
  }

 private:
  symbol_count& count_;
};

}  // namespace

status decode(std::span<const std::byte> in, element_type /*type*/, std::span<std::byte> out) {
  chunk_writer writer(out);
  stream_reader reader(in, writer);
  if (const status s = reader.read(); s != status::ok) return s;
  if (writer.room() > 0) return status::truncated_input;
  return reader.bytes_taken() == in.size() ? status::ok : status::trailing_input;
}

status count_symbols(std::span<const std::byte> in, symbol_count& count) {
  count = {};
  symbol_counter counter(count);
  stream_reader reader(in, counter);
  const status s = reader.read();
  count.stream_bytes = reader.bytes_taken();
  return s;
}

}  // namespace codag::deflate
