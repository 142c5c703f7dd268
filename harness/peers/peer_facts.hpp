// The facts about a peer: what its library says about itself, as values that outlive the library.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codag/parameters.hpp"
#include "harness/support/backend.hpp"

namespace codag::harness {

/// One decoder of a peer (codag_peer_decoder in peers/codag_peer.h).
struct peer_decoder_facts {
  std::string codec;                                                   ///< "deflate"
  std::string variant;                                                 ///< "nvcomp/backend"
  std::uint32_t element_types = 0;                                     ///< bit 1 << element_type
  std::uint32_t container = 0;                                         ///< codag_peer_container
  std::uint32_t compressed_alignment = 1, uncompressed_alignment = 1;  ///< powers of two
  std::uint32_t compressed_padding = 0;
  bool compresses = false;  ///< the codec's chunks are made by the peer itself
  std::vector<parameter> parameters;
};

/// A peer's library.
struct peer_facts {
  std::string name;     ///< "nvCOMP"
  std::string version;  ///< "6.0.0"
  std::string licence;
  std::string note;  ///< a line that readers of its numbers need; may be empty
  bool on_gpu = false;
  std::filesystem::path library;  ///< the file
  std::string sha256;             ///< of the file
  std::vector<peer_decoder_facts> decoders;

  [[nodiscard]] backend runs_on() const { return on_gpu ? backend::cuda : backend::cpu; }
};

/// A text that stays valid until the process ends. Registry rows refer to names by string_view, and
/// a peer's names arrive while the program runs.
std::string_view kept(const std::string& text);
/// The same for the names of a parameter's choices.
std::span<const std::string_view> kept_list(const std::vector<std::string>& texts);

}  // namespace codag::harness
