// Columns of text: pieces that end with a line.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <utility>

#include "codag/element_type.hpp"
#include "datasets/generator/generator.hpp"

namespace codag::datasets {

/// Writes the texts that `make(r, piece)` gives, each generator_piece_bytes long.
template <class Make>
piece_writer write_text(Make make) {
  return [make = std::move(make)](random& r, std::uint64_t piece, std::span<std::byte> out) {
    const std::string text = make(r, piece);
    std::memcpy(out.data(), text.data(), out.size());
  };
}

}  // namespace codag::datasets
