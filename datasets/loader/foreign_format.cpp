#include "datasets/loader/foreign_format.hpp"

#include <algorithm>
#include <string_view>

#include "datasets/loader/npy_header.hpp"

namespace codag::datasets {
namespace {

struct known_format {
  std::string_view magic, what, remedy;
};

constexpr std::string_view unpack = "decompress it";
constexpr known_format known_formats[] = {
    {npy_magic, "is a NumPy array (.npy)", "give the format npy"},
    {"PAR1", "is a Parquet file", "give the format parquet"},
    {"ORC", "is an ORC file", "give the format orc"},
    {"ARROW1", "is an Arrow file", "write it as a Parquet file"},
    {"PK\3\4", "is a zip archive (.zip, .npz)", "extract its files"},
    {"\x28\xb5\x2f\xfd", "is compressed with zstd", unpack},
    {"\xfd"
     "7zXZ",
     "is compressed with xz", unpack},
    {"BZh", "is compressed with bzip2", unpack},
    {"\x04\x22\x4d\x18", "is compressed with LZ4", unpack},
};

}  // namespace

std::string foreign_format(std::span<const std::byte> beginning, element_type type) {
  const std::string_view text(reinterpret_cast<const char*>(beginning.data()), beginning.size());
  const auto* found = std::ranges::find_if(
      known_formats, [&](const known_format& f) { return text.starts_with(f.magic); });
  if (found == std::end(known_formats)) return {};
  if (size_of(type) == 1 && found->magic != npy_magic) return {};
  return std::string(found->what) + ", not plain values; " + std::string(found->remedy);
}

}  // namespace codag::datasets
