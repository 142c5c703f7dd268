// The column of a case, with its properties for the report.
#pragma once

#include "codag/codec/codec.hpp"
#include "harness/report/case_result.hpp"
#include "harness/run/column_store.hpp"

namespace codag::harness {

/// The codec with the case's encoder parameters.
codec codec_of(const column_work& c);

/// Stores the properties of the case's uncompressed column in the result.
const datasets::dataset& loaded_values(column_store& columns, case_result& result);

/// Stores the properties of the compressed column in the result.
void describe_column(const chunked_column& column, case_result& result);

/// The column compressed by `codec`. Its properties are stored in the result.
const chunked_column& loaded_column(column_store& columns, const column_work& c, const codec& codec,
                                    case_result& result);

}  // namespace codag::harness
