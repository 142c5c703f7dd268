// Columns of text: blocks that end with a line.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <utility>

#include "codag/element_type.hpp"
#include "datasets/generator/generator.hpp"

namespace codag::datasets {

/// Writes the texts that `make(r, block)` gives, each generator_block_bytes long.
template <class Make>
block_writer write_text(Make make) {
  return [make = std::move(make)](random& r, std::uint64_t block, std::span<std::byte> out) {
    const std::string text = make(r, block);
    std::memcpy(out.data(), text.data(), out.size());
  };
}

}  // namespace codag::datasets
