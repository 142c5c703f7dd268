#include "datasets/generator/generator.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <vector>

#include "codag/parallel_for.hpp"
#include "datasets/digest.hpp"
#include "datasets/generator/columns.hpp"
#include "datasets/manifest.hpp"

namespace codag::datasets {
namespace {

using piece_writer = void (*)(random&, std::uint64_t piece, std::span<std::byte> out);

// A whole piece is generated even where `out` is shorter: so no length changes any value.
template <class T, void (*fill)(random&, std::uint64_t, std::span<T>)>
void write_piece(random& r, std::uint64_t piece, std::span<std::byte> out) {
  std::vector<T> values(generator_piece_bytes / sizeof(T));
  fill(r, piece, values);
  std::memcpy(out.data(), values.data(), out.size());
}

struct generator {
  std::string_view name;
  piece_writer write;
};

constexpr std::array generators = {
    generator{"MC0", write_piece<std::uint64_t, fill_mc0>},
    generator{"MC3", write_piece<float, fill_mc3>},
    generator{"TPC", write_piece<std::int8_t, fill_tpc>},
    generator{"TPT", write_piece<std::int8_t, fill_tpt>},
    generator{"CD2", write_piece<std::uint32_t, fill_cd2>},
    generator{"TC2", write_piece<std::uint64_t, fill_tc2>},
    generator{"HRG", write_piece<std::uint8_t, fill_hrg>},
};

std::uint64_t piece_seed(std::string_view name, std::uint64_t seed, std::uint64_t piece) {
  std::uint64_t state = random::mix(seed + 1);
  for (const char c : name) state = random::mix(state + static_cast<unsigned char>(c));
  return random::mix(state + piece);
}

}  // namespace

dataset generate(std::string_view name, std::uint64_t bytes, std::uint64_t seed, unsigned threads) {
  const manifest_entry& entry = manifest_column(name);
  const auto row = std::ranges::find(generators, name, &generator::name);
  dataset result;
  result.name = name;
  result.type = entry.type;
  result.source = "generated";
  result.seed = seed;
  result.bytes.resize(bytes - bytes % size_of(entry.type));
  const std::span<std::byte> all = result.bytes;
  const std::size_t pieces = (all.size() + generator_piece_bytes - 1) / generator_piece_bytes;
  parallel_for(pieces, threads, [&](std::size_t piece) {
    random r(piece_seed(name, seed, piece));
    const std::size_t begin = piece * generator_piece_bytes;
    row->write(r, piece, all.subspan(begin, std::min(generator_piece_bytes, all.size() - begin)));
  });
  result.sha256 = sha256(all);
  return result;
}

}  // namespace codag::datasets
