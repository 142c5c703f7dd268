// Finding the libraries of peers.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/config/config.hpp"

namespace codag::harness {

/// All registered names (registry_names), with a finder of peers. `program` is the name that the
/// user typed for this program. A name without "/" and ".so" is that of an installed
/// peer, libcodag_peer_NAME.so in a folder of $CODAG_PEERS or in lib/codag/peers beside the
/// program's own folder. Everything else is a path, relative to the config's folder.
known_names names_with_peers(const std::string& program);

/// The folders of the installed peers.
std::vector<std::filesystem::path> peer_folders();

/// The names of the installed peers, sorted.
std::vector<std::string> installed_peers();

}  // namespace codag::harness
