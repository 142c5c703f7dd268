// From a case of the plan to its workload.
#pragma once

#include <memory>

#include "harness/config/config.hpp"
#include "harness/measure/workload.hpp"
#include "harness/report/case_result.hpp"
#include "harness/run/column_store.hpp"

namespace codag::harness {

/// The workload of `result.what`, made ready to run; what is known of its column goes into
/// `result`. `columns` outlives the workload and is asked for no other dataset meanwhile. Throws
/// cannot_run if this machine lacks what the case needs, datasets::bad_input for a bad file.
std::unique_ptr<workload> prepare_case(column_store& columns, const config& config,
                                       case_result& result);

}  // namespace codag::harness
