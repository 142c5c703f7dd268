// What a page says of a report as a whole. `codag` is the report's value under that key.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace codag::harness {

/// Parts of a sentence: how the `cases` ended, the verdicts of the `claims`, what a reader must
/// know
/// (`note`), and the `run`: its machine, time, revision and size. Claims and note may be empty.
nlohmann::ordered_json summary_of(const nlohmann::json& codag);

/// The verdicts of the report on one of its lists "claims" and "targets", each with `paper` (what
/// is expected as text), `interval` (that of `measured` as text; empty without one), and the spread
/// `low` to `high` of the numbers that `measured` sums up; both are null if the report's rows do
/// not tell.
nlohmann::ordered_json claims_data(const nlohmann::json& codag, const std::string& list);

/// What the report records of the machine, the build and the run: the `main` facts, and all of them
/// in `groups` with a `name` and `facts`. A fact has a `name` and a `value`, or the reason
/// `absent`.
nlohmann::ordered_json machine_data(const nlohmann::json& codag);

}  // namespace codag::harness
