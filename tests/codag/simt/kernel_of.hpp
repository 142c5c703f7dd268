// Kernels out of lambdas, for tests of the host backend.
#pragma once

#include <string>

#include "codag/simt/host/launch.hpp"

namespace codag::simt::host {

struct no_storage {};

/// A kernel out of a lambda (thread, shared).
template <class Storage, class Body>
struct kernel_of {
  static constexpr const char* name = "test_kernel";
  static constexpr unsigned max_threads = 1024;
  using shared_storage = Storage;
  Body body;
  void operator()(const thread& t, Storage& shared) const { body(t, shared); }
};

template <class Storage = no_storage, class Body>
counts run(launch_shape shape, Body body, const launch_options& options = {}) {
  return launch(kernel_of<Storage, Body>{body}, shape, options);
}

/// What the host backend says of a kernel that it refuses.
template <class Storage = no_storage, class Body>
std::string misuse_of(launch_shape shape, Body body, const launch_options& options = {}) {
  try {
    run<Storage>(shape, body, options);
  } catch (const misuse& m) {
    return m.what();
  }
  return "no misuse was found";
}

}  // namespace codag::simt::host
