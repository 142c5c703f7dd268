// The error that a user's input causes.
#pragma once

#include <stdexcept>

namespace codag::datasets {

/// Bad input. The message is one line that names the file, the place and the remedy. `codag` prints
/// it after "codag: " and exits with 2.
struct bad_input : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace codag::datasets
