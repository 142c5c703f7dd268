// Kernels made from lambdas, run on the host backend.
#pragma once

#include <string>

#include "codag/simt/host/launch.hpp"

namespace codag::test {

struct no_storage {};

/// Calls body(thread, shared).
template <class Storage, class Body>
struct lambda_kernel {
  static constexpr const char* name = "test_kernel";
  static constexpr unsigned max_threads = 1024;
  using shared_storage = Storage;
  Body body;
  void operator()(const simt::host::thread& t, Storage& shared) const { body(t, shared); }
};

template <class Storage = no_storage, class Body>
simt::host::counts run(simt::launch_shape shape, Body body,
                       const simt::host::launch_options& options = {}) {
  return simt::host::launch(lambda_kernel<Storage, Body>{body}, shape, options);
}

/// The message of the misuse that the launch throws.
template <class Storage = no_storage, class Body>
std::string misuse_of(simt::launch_shape shape, Body body,
                      const simt::host::launch_options& options = {}) {
  try {
    run<Storage>(shape, body, options);
  } catch (const simt::host::misuse& m) {
    return m.what();
  }
  return "no misuse was found";
}

}  // namespace codag::test
