// Conditions on values, for sinks.
#pragma once

#include "codag/annotate.hpp"

namespace codag {

/// Whether a value lies between two limits, both included. Element says how values are compared.
template <class Element>
struct between {
  Element least, most;
  template <class Value>
  CODAG_DEVICE bool operator()(Value value) const {
    const auto element = static_cast<Element>(value);
    return element >= least && element <= most;
  }
};

}  // namespace codag
