#include "datasets/gzip.hpp"

#include <zlib.h>

#include <limits>
#include <stdexcept>

namespace codag::datasets {
namespace {

constexpr int window_of_gzip = 15 + 16;  // zlib.h: the largest window, in gzip's wrapper

/// A stream of zlib with its input. `End` frees what the stream has.
template <int (*End)(z_streamp)>
class stream {
 public:
  explicit stream(std::string_view input) : rest_(input) {}
  ~stream() { End(&its_); }
  stream(const stream&) = delete;
  stream& operator=(const stream&) = delete;

  z_streamp get() { return &its_; }
  [[nodiscard]] bool has_input() const { return its_.avail_in > 0 || !rest_.empty(); }
  [[nodiscard]] bool is_at_last_input() const { return rest_.empty(); }

  /// Throws if an init function of zlib did not succeed.
  static void require(int result) {
    if (result != Z_OK) throw std::runtime_error("zlib has no memory for a stream");
  }
  /// Drops zeros at the front of the input, with which a file may be filled up.
  void skip_zeros() {
    while (has_input()) {
      feed();
      if (*its_.next_in != 0) return;
      ++its_.next_in;
      --its_.avail_in;
    }
  }
  /// Appends to `out` what one call of `step` makes. Returns its result.
  template <class Step>
  int append(std::string& out, const Step& step) {
    feed();
    its_.next_out = reinterpret_cast<Bytef*>(room_.data());
    its_.avail_out = static_cast<uInt>(room_.size());
    const int result = step();
    out.append(room_.data(), room_.size() - its_.avail_out);
    return result;
  }

 private:
  /// Gives the stream its next input, of which it counts no more than an uInt holds.
  void feed() {
    if (its_.avail_in > 0) return;
    const std::string_view now = rest_.substr(0, std::numeric_limits<uInt>::max());
    // zlib reads through a pointer that is not const.
    its_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(now.data()));
    its_.avail_in = static_cast<uInt>(now.size());
    rest_.remove_prefix(now.size());
  }

  z_stream its_{};
  std::string_view rest_;
  std::string room_ = std::string(1u << 18, '\0');
};

}  // namespace

bool is_gzip(std::string_view bytes) {
  return bytes.starts_with("\x1f\x8b");
}

std::optional<std::string> gunzip(std::string_view packed, std::uint64_t max_bytes) {
  stream<inflateEnd> in(packed);
  in.require(inflateInit2(in.get(), window_of_gzip));
  std::string text;
  while (text.size() <= max_bytes) {
    const int result = in.append(text, [&] { return ::inflate(in.get(), Z_NO_FLUSH); });
    if (result == Z_OK) continue;
    if (result != Z_STREAM_END) return std::nullopt;
    in.skip_zeros();
    if (!in.has_input()) return text;
    if (inflateReset(in.get()) != Z_OK) return std::nullopt;  // another member follows
  }
  return text;
}

std::string gzip(std::string_view text) {
  stream<deflateEnd> out(text);
  constexpr int memory = 9;
  out.require(deflateInit2(out.get(), Z_DEFAULT_COMPRESSION, Z_DEFLATED, window_of_gzip, memory,
                           Z_DEFAULT_STRATEGY));
  std::string packed;
  int result = Z_OK;
  while (result == Z_OK)
    result = out.append(packed, [&] {
      return ::deflate(out.get(), out.is_at_last_input() ? Z_FINISH : Z_NO_FLUSH);
    });
  if (result != Z_STREAM_END) throw std::runtime_error("zlib could not pack a text");
  return packed;
}

}  // namespace codag::datasets
