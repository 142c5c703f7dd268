// The keys of a report. This table makes the check of a report that is read (report_shape.hpp), its
// schema (results/report.schema.json) and the lists of keys in docs/report.md. A new key is a line
// here, and the code that writes it. Then `report_keys` writes the two files:
// `cmake --build --preset tests --target report_keys && build/tests/bin/report_keys`.
#pragma once

#include "harness/report/shape/field.hpp"

namespace codag::harness::shape {

/// The whole report.
const type& report();

/// Its parts, each in a file of its own. report() has them all.
type provenance();
type case_row();
type launch();
type times();
type energy();
type transfer();
type latency();
type stalls();
type metrics();
type claims();
type targets();

}  // namespace codag::harness::shape
