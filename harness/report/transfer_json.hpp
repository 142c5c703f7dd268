// The JSON of a case's "transfer".
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "harness/measure/transfer/transfer_facts.hpp"

namespace codag::harness {

/// A key per run, and what the runs have in common. Every null has its reason under "absent".
nlohmann::json transfer_json(const transfer_facts& facts);

}  // namespace codag::harness
