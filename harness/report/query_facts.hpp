// What a report says about a query and its data.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace codag::harness {

struct query_facts {
  /// A column of the fact table that the query reads.
  struct column {
    std::string name;   ///< "lo_orderdate"
    std::string codec;  ///< that compressed it: the one that gpu_star or planner chose
    std::uint64_t compressed_bytes = 0;
  };
  std::string name;             ///< "q1.1"
  std::uint64_t rows = 0;       ///< of the fact table
  std::uint32_t groups = 0;     ///< with those that have no rows
  std::vector<column> columns;  ///< in the order in which the query reads them
};

}  // namespace codag::harness
