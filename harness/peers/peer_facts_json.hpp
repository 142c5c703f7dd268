// A peer's facts as JSON: the process that has loaded the library sends them to the one that plans
// the run, which never loads it.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "harness/peers/peer_facts.hpp"

namespace codag::harness {

nlohmann::json peer_facts_json(const peer_facts& facts);

/// The facts that peer_facts_json() wrote.
peer_facts peer_facts_of(const nlohmann::json& json);

}  // namespace codag::harness
