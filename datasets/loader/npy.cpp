#include "datasets/loader/npy.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "datasets/digest.hpp"
#include "datasets/loader/file_reader.hpp"
#include "datasets/loader/npy_header.hpp"
#include "datasets/shown_text.hpp"

namespace codag::datasets {
namespace {

class array_reader {
 public:
  explicit array_reader(const npy_options& options) : options_(options), file_(options.path) {
    read_header();
    choose_type();
    choose_values();
  }

  [[nodiscard]] element_type type() const { return type_; }

  std::vector<std::byte> read() {
    skip(first_ * width_);
    std::vector<std::byte> values;
    const std::uint64_t wanted = std::min(count_, options_.max_bytes / width_);
    if (stride_ == 1) {
      values = file_.read_up_to(wanted * width_);
    } else {
      std::array<std::byte, 8> value;
      for (std::uint64_t i = 0; i < wanted; ++i) {
        if (i > 0) skip((stride_ - 1) * width_);
        if (file_.read(std::span(value).first(width_)) < width_) break;
        values.insert(values.end(), value.begin(), value.begin() + width_);
      }
    }
    if (values.size() < wanted * width_) fail_at_end();
    std::byte more;
    if (!options_.column && wanted == count_ && file_.read({&more, 1}) > 0)
      fail("continues after its array; give a file of one array");
    if (header_.big_endian())
      for (std::size_t i = 0; i < values.size(); i += width_)
        std::reverse(values.data() + i, values.data() + i + width_);
    return values;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw bad_input(options_.path.string() + ": " + what);
  }
  [[noreturn]] void fail_at_end() const {
    fail("ends before its array (" + shape() + " of " + in_quotes(header_.descr) +
         ") is complete; fetch the file again");
  }

  /// "2 x 3".
  [[nodiscard]] std::string shape() const {
    std::string text;
    for (const std::uint64_t size : header_.shape)
      text += (text.empty() ? "" : " x ") + std::to_string(size);
    return text.empty() ? "one value" : text;
  }

  /// The magic bytes, two bytes of version, the header's size in 2 or 4 bytes, and the header.
  void read_header() {
    constexpr std::uint64_t most = 1u << 20;
    constexpr const char* damaged = "its header is damaged; write the array again with numpy.save";
    const auto begin = file_.read_up_to(npy_magic.size() + 2);
    const std::string_view text(reinterpret_cast<const char*>(begin.data()), begin.size());
    if (!text.starts_with(npy_magic))
      fail("is not a NumPy array (.npy); give the right format, or an array that numpy.save wrote");
    const bool known = begin.size() == npy_magic.size() + 2 && text[6] >= 1 && text[6] <= 3;
    if (!known) fail(damaged);
    const auto size = file_.read_up_to(text[6] == 1 ? 2 : 4);
    std::uint64_t bytes = 0;
    for (std::size_t i = size.size(); i-- > 0;)
      bytes = bytes << 8 | std::to_integer<std::uint64_t>(size[i]);
    const auto header = file_.read_up_to(std::min(bytes, most));
    const auto read =
        read_npy_header({reinterpret_cast<const char*>(header.data()), header.size()});
    if (!read || header.size() != bytes) fail(damaged);
    header_ = *read;
  }

  void choose_type() {
    const std::optional<element_type> own = header_.type();
    if (!own)
      fail("its elements are " + in_quotes(header_.descr) +
           ", which codag does not read; convert them with numpy's astype to integers of at most 8 "
           "bytes, float32 or float64");
    type_ = *own;
    width_ = size_of(type_);
    if (options_.type && *options_.type != type_)
      fail("is an array of " + std::string(to_string(type_)) + ", not " +
           std::string(to_string(*options_.type)) + "; leave out the type");
    if (options_.max_bytes < width_)
      fail("a size of " + std::to_string(options_.max_bytes) + " bytes holds no " +
           std::string(to_string(type_)) + "; give at least " + std::to_string(width_));
  }

  /// Which of the array's values: the first one, how many, and how far they are from each other.
  void choose_values() {
    std::uint64_t elements = 1, bytes = 0;
    for (const std::uint64_t size : header_.shape)
      if (__builtin_mul_overflow(elements, size, &elements)) fail_at_end();
    if (__builtin_mul_overflow(elements, width_, &bytes)) fail_at_end();
    const std::size_t dimensions = header_.shape.size();
    if (dimensions > 2)
      fail("has " + std::to_string(dimensions) + " dimensions (" + shape() +
           "); write it as one column with numpy's reshape(-1)");
    if (dimensions < 2) {
      if (options_.column) fail("has no columns (" + shape() + "); leave out the column");
      count_ = elements;
      return;
    }
    if (elements == 0) return;
    const std::uint64_t rows = header_.shape[0], columns = header_.shape[1];
    const std::string choose = "choose one by its number, from 0 to " + std::to_string(columns - 1);
    if (!options_.column) fail("has columns (" + shape() + "); " + choose);
    if (*options_.column >= columns)
      fail("has no column " + std::to_string(*options_.column) + " (" + shape() + "); " + choose);
    count_ = rows;
    first_ = *options_.column * (header_.fortran_order ? rows : 1);
    stride_ = header_.fortran_order ? 1 : columns;
  }

  void skip(std::uint64_t bytes) {
    std::array<std::byte, 4096> skipped;
    while (bytes > 0) {
      const auto step = static_cast<std::size_t>(std::min<std::uint64_t>(bytes, skipped.size()));
      if (file_.read(std::span(skipped).first(step)) < step) fail_at_end();
      bytes -= step;
    }
  }

  const npy_options& options_;
  file_reader file_;
  npy_header header_;
  element_type type_{};
  std::size_t width_ = 1;
  std::uint64_t first_ = 0, count_ = 0, stride_ = 1;  // in elements
};

}  // namespace

dataset load_npy(const npy_options& options) {
  array_reader array(options);
  dataset result;
  result.name = options.name.empty() ? options.path.filename().string() : options.name;
  result.type = array.type();
  result.source = options.path.string();
  result.bytes = array.read();
  if (result.bytes.empty())
    throw bad_input(result.source + ": holds no values; give a file with at least one");
  result.sha256 = sha256(result.bytes);
  return result;
}

}  // namespace codag::datasets
