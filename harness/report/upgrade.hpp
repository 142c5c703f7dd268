// Conversion of reports with earlier schema versions.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace codag::harness {

/// Converts a report from schema version 1 to version 2. A case's parts and parameters, which were
/// keys of the row, become separate objects, and each case gets a kind. The roof shares are
/// dropped, because version 1 compared a case with a copy of its output's size. Then variants that
/// have been renamed since get the names that they have now. Any other JSON stays unchanged.
void upgrade_report(nlohmann::json& report);

}  // namespace codag::harness
