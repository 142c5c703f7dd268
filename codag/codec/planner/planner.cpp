#include "codag/codec/planner/planner.hpp"

#include "codag/codec/smallest.hpp"

namespace codag::planner {

codec row() {
  return smallest::row<scheme_names>("planner");
}

}  // namespace codag::planner
