// What fuzz_batches tries: the decoders of a codec, or its encoders.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codag/codec/codec.hpp"
#include "harness/kernels/variant_facts.hpp"
#include "tests/fuzz/batches/launcher.hpp"

namespace codag::fuzz {

/// What a variant made of a batch.
struct verdict {
  std::string wrong{};           ///< the first difference; empty if there is none
  std::uint64_t executions = 0;  ///< chunks that a kernel worked on
  /// Who decoded each chunk: "warp", "block", "rest". Empty if the variant does not tell.
  std::vector<std::string_view> done_by{};
};

/// Variants that do the same work. They must do what the reference does.
class tested_variants {
 public:
  virtual ~tested_variants() = default;

  /// "deflate", "vle encoders".
  [[nodiscard]] virtual std::string name() const = 0;
  [[nodiscard]] std::span<const harness::variant_facts* const> variants() const {
    return variants_;
  }

  /// A batch of `chunks` chunks or fewer. It is the same whenever it is made from the same numbers.
  /// Its type is one of those that the variants support, in turn.
  [[nodiscard]] virtual batch make(std::uint64_t seed, std::uint64_t number,
                                   std::uint32_t chunks) const = 0;
  /// What the reference makes of the batch.
  [[nodiscard]] virtual batch_output expected(const batch& b) const = 0;
  /// How often each kind of symbol, block or token occurs in some of the chunks that are ok.
  [[nodiscard]] virtual std::map<std::string, std::uint64_t> kinds_in(
      const batch& b, const batch_output& expected) const = 0;
  /// The combinations of a variant's parameters that are tried.
  [[nodiscard]] std::size_t combinations(std::size_t variant) const {
    return swept_[variant].size();
  }
  /// The one for a batch in that pass. Batches of each type in turn have the same one, so that
  /// every type meets every combination.
  [[nodiscard]] const parameter_values& values(std::size_t variant, std::uint64_t number,
                                               std::uint64_t pass) const;
  /// Whether the variant can work on the batch with these values.
  [[nodiscard]] virtual bool takes(std::size_t variant, const parameter_values& values,
                                   const batch& b) const = 0;
  /// Throws std::runtime_error with one line if a launch fails.
  [[nodiscard]] virtual verdict judge(std::size_t variant, const parameter_values& values,
                                      const batch& b, const batch_output& expected,
                                      batch_launcher& launcher) const = 0;

  [[nodiscard]] const codag::codec& codec() const { return codec_; }

 protected:
  explicit tested_variants(const codag::codec& codec) : codec_(codec) {}
  /// The last step of a constructor.
  void set_variants(std::vector<const harness::variant_facts*> variants);
  [[nodiscard]] element_type type_of_batch(std::uint64_t number) const {
    return types_[number % types_.size()];
  }

 private:
  const codag::codec& codec_;
  std::vector<const harness::variant_facts*> variants_;
  std::vector<std::vector<parameter_values>> swept_;
  std::vector<element_type> types_;
};

/// The rows of a codec whose names contain `part`, and that this build has for the backend.
template <class Row>
std::vector<const Row*> rows_of(std::span<const Row> rows, std::string_view codec, where backend,
                                std::string_view part) {
  std::vector<const Row*> chosen;
  for (const Row& row : rows)
    if (row.facts.codec == codec && has_kernel(backend, row) &&
        row.facts.variant.find(part) != std::string_view::npos)
      chosen.push_back(&row);
  return chosen;
}

/// The variants of a codec whose names contain `part`, and that this build has for the backend.
/// Null if there is none.
///
/// Decoders: every kernel, with any sink, and the libraries on the CPU, which the reference decoder
/// must agree with; these are there whatever `part` is. Encoders: every kernel.
std::unique_ptr<tested_variants> tested_decoders(const codec& codec, where backend,
                                                 std::string_view part);
std::unique_ptr<tested_variants> tested_encoders(const codec& codec, where backend,
                                                 std::string_view part);

}  // namespace codag::fuzz
