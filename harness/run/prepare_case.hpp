// Making the workload of a case.
#pragma once

#include <functional>
#include <memory>

#include "harness/config/config.hpp"
#include "harness/measure/workload.hpp"
#include "harness/report/case_result.hpp"
#include "harness/run/column_store.hpp"

namespace codag::harness {

/// The workload of `result.what`, ready to run. The properties of its column are stored in
/// `result`. `columns` must outlive the workload and must not be used for another dataset
/// meanwhile. Throws cannot_run if this machine cannot run the case, and datasets::bad_input for an
/// invalid file. A case of a peer loads the peer into this process; `before_peer` is called before
/// any of its functions is.
std::unique_ptr<workload> prepare_case(column_store& columns, const config& config,
                                       case_result& result,
                                       const std::function<void()>& before_peer = {});

}  // namespace codag::harness
