// Loading a peer's shared library. Only the process that runs a peer does this.
#pragma once

#include <filesystem>

#include "harness/peers/peer_facts.hpp"
#include "peers/codag_peer.h"

namespace codag::harness {

/// A loaded library, which is never unloaded: its threads and exit handlers may still run.
struct loaded_peer {
  const codag_peer* functions;
  peer_facts facts;
};

/// Loads the library and checks what it declares. Throws datasets::bad_input, with the file, the
/// place and the remedy, if it cannot be loaded or declares something that the header forbids.
loaded_peer load_peer(const std::filesystem::path& library);

/// "damaged (3)", with the text that the peer has for a code; "code 3" without one.
std::string peer_code_text(const codag_peer& peer, int code);

}  // namespace codag::harness
