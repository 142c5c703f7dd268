// Fuzzes variants of a codec, many chunks per launch.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "tests/fuzz/batches/finding.hpp"
#include "tests/fuzz/batches/launcher.hpp"
#include "tests/fuzz/batches/progress.hpp"
#include "tests/fuzz/batches/tested.hpp"

namespace codag::fuzz {

struct fuzz_options {
  std::uint64_t executions = 0;  ///< chunks times variants; 0: `seconds` decides
  double seconds = 60;
  std::uint32_t chunks = 32768;  ///< per launch
  std::uint64_t seed = 1;
  std::string variants{};  ///< only variants that contain this text
  std::filesystem::path findings = "findings";
  std::uint64_t most_findings = 10;       ///< then it ends
  std::int64_t most_launch_seconds = 10;  ///< a launch that takes longer hangs
  std::int64_t minimising_seconds = 20;   ///< of a batch that hangs or ends the process
};

/// Tries batches from `number` on until the options' end. Each variant works on each batch with the
/// next combination of its parameters. Meanwhile the next batch is made, and the reference works on
/// it; as long as that takes, the variants try further combinations. A difference is made smaller,
/// saved, and printed in a line.
void fuzz_batches(const tested_variants& tested, batch_launcher& launcher,
                  const fuzz_options& options, std::uint64_t number, progress& told);

/// The batch of that number as a finding, for one that a launch of the variant does not survive.
finding unfinished_batch(const tested_variants& tested, std::size_t variant,
                         const fuzz_options& options, std::uint64_t number, std::uint64_t pass,
                         std::string says);

/// What a finding's launch does, many times: how often it differs from the reference.
struct replayed {
  unsigned times, wrong;
  std::string says;  ///< the first difference
};
/// `launcher` is the backend's. None if this build cannot launch it there.
std::optional<replayed> replay(const finding& f, where backend, batch_launcher& launcher,
                               unsigned times);

}  // namespace codag::fuzz
