#include <algorithm>

#include "codag/codec/integer/element_io.hpp"
#include "codag/codec/integer/varint.hpp"
#include "codag/codec/integer/zigzag.hpp"
#include "codag/codec/rle_v1/rle_v1.hpp"

namespace codag::rle_v1 {
namespace {

class writer {
 public:
  writer(std::span<const std::byte> raw, element_type type, std::vector<std::byte>& out)
      : raw_(raw), type_(type), out_(out), count_(raw.size() / size_of(type)) {}

  std::uint64_t write() {
    std::size_t literals_begin = 0;
    std::size_t i = 0;
    while (i < count_) {
      const std::size_t run = run_length(i);
      if (run < min_run) {
        ++i;
        continue;
      }
      put_literals(literals_begin, i);
      put_run(i, run);
      i += run;
      literals_begin = i;
    }
    put_literals(literals_begin, count_);
    return symbols_;
  }

 private:
  [[nodiscard]] std::uint64_t value(std::size_t i) const {
    return integer::load_element(raw_.data() + i * size_of(type_), type_);
  }

  // Deltas are taken modulo 2^64, so that they exist for any two values.
  [[nodiscard]] std::int64_t delta(std::size_t i) const {
    return static_cast<std::int64_t>(value(i + 1) - value(i));
  }

  [[nodiscard]] std::size_t run_length(std::size_t begin) const {
    if (begin + min_run > count_) return 1;
    const std::int64_t step = delta(begin);
    if (step < min_delta || step > max_delta) return 1;
    const std::size_t end = std::min<std::size_t>(count_, begin + max_run);
    std::size_t last = begin + 1;
    while (last + 1 < end && delta(last) == step) ++last;
    return last + 1 - begin;
  }

  void put_byte(std::uint64_t b) { out_.push_back(static_cast<std::byte>(b)); }

  void put_varint(std::uint64_t v) {
    integer::append_varint(out_, is_signed(type_) ? integer::zigzag(v) : v);
  }

  void put_run(std::size_t begin, std::size_t length) {
    put_byte(length - min_run);
    put_byte(static_cast<std::uint64_t>(delta(begin)) & 0xff);
    put_varint(value(begin));
    ++symbols_;
  }

  void put_literals(std::size_t begin, std::size_t end) {
    for (; begin < end;) {
      const std::size_t length = std::min<std::size_t>(end - begin, max_literals);
      put_byte(0x100 - length);
      for (std::size_t i = begin; i < begin + length; ++i) put_varint(value(i));
      symbols_ += length;
      begin += length;
    }
  }

  std::span<const std::byte> raw_;
  element_type type_;
  std::vector<std::byte>& out_;
  std::size_t count_;
  std::uint64_t symbols_ = 0;
};

}  // namespace

std::uint64_t encode(std::span<const std::byte> raw, element_type type,
                     std::vector<std::byte>& out) {
  return writer(raw, type, out).write();
}

}  // namespace codag::rle_v1
