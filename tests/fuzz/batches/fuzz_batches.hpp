// Fuzzes the decoders of a codec, many chunks per launch.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codag/codec/codec.hpp"
#include "tests/fuzz/batches/finding.hpp"
#include "tests/fuzz/batches/launcher.hpp"
#include "tests/fuzz/batches/progress.hpp"

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
};

enum class where : std::uint8_t { gpu, host };

/// The variants of a codec that store its values and that this build has for that backend.
/// `variants`: only those whose name contains it.
std::vector<const harness::column_kernel*> fuzzed_kernels(const codec& codec, where backend,
                                                          std::string_view variants);

/// Every combination of a variant's parameters: each choice and each power of two; of other numbers
/// the least, the standard and the greatest one.
std::vector<parameter_values> swept_values(const harness::variant_facts& facts);

/// Tries batches from `number` on until the options' end. Each variant decodes each batch with the
/// next combination of its parameters. The next batch is made, and decoded by the reference
/// decoder, while a launch runs. A difference is made smaller, saved, and printed in a line.
void fuzz_batches(const codec& codec, std::span<const harness::column_kernel* const> kernels,
                  batch_launcher& launcher, const fuzz_options& options, std::uint64_t number,
                  progress& told);

/// The batch of that number as a finding, for one that a launch of kernels[which] does not survive.
/// `kernels` are all that are fuzzed: their types decide the batch's.
finding unfinished_batch(const codec& codec, std::span<const harness::column_kernel* const> kernels,
                         std::size_t which, const fuzz_options& options, std::uint64_t number,
                         std::string says);

/// What a finding's launch does, many times: how often it differs from the reference decoder.
struct replayed {
  unsigned times, wrong;
  std::string says;  ///< the first difference
};
replayed replay(const finding& f, batch_launcher& launcher, unsigned times);

}  // namespace codag::fuzz
