// The peers of a config: other implementations that run next to our own variants.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "harness/config/choices.hpp"
#include "harness/peers/peer_facts.hpp"

namespace codag::harness {

/// A decoder of a peer with chosen parameters.
struct peer_choice {
  std::string codec;     ///< the registered name, or a codec of the peer's own
  named_choice variant;  ///< "nvcomp/backend=cuda"
  /// Index into the facts' decoders; 0 if the peer is absent.
  std::size_t decoder = 0;
};

/// A peer of a config.
struct peer_spec {
  std::string library;         ///< as the config names it: "nvcomp", or a path
  std::filesystem::path file;  ///< of the library; empty if it is absent
  std::string absent;          ///< why its cases are skipped; empty if it can be used
  double timeout_s = 120;      ///< for preparing or measuring one case
  bool compress = false;       ///< whether compression into its own formats is a case, too
  bool one_call = false;       ///< whether one thread calls it with all chunks, and no core else
  peer_facts facts;            ///< empty if it is absent
  std::vector<peer_choice> choices;
};

/// Whether a config names a library by its path, and not an installed peer by its name.
inline bool is_peer_path(const std::string& library) {
  return library.find('/') != std::string::npos || library.ends_with(".so");
}

/// What is known of a peer's library.
struct peer_lookup {
  std::filesystem::path file;
  std::string absent;  ///< why there is no such library, with the remedy; empty if there is one
  peer_facts facts;
};

/// Finds and describes a library that a config names. The folder is that of the config. Throws
/// datasets::bad_input if the library exists but is not a peer.
using peer_finder =
    std::function<peer_lookup(const std::string& library, const std::filesystem::path& folder)>;

}  // namespace codag::harness
