// A case whose compressed column lies in pinned host memory.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "harness/measure/workload.hpp"

namespace codag::harness {

/// What a run does. Whole runs end with the column's values, single stages repeat a part of them,
/// and the last three measure the bandwidth between pinned host memory and the GPU.
enum class transfer_run : std::uint8_t {
  none,      ///< decodes in one launch; nothing is copied
  in,        ///< copies the chunks to the GPU and decodes them, piece by piece
  in_out,    ///< the same, and copies the values back to the host
  copy_in,   ///< the copies of `in` alone
  decode,    ///< the launches of `in` alone
  copy_out,  ///< the copies back of `in_out` alone
  link_in,   ///< copies the uncompressed column to the GPU, in one copy
  link_out,  ///< the same in the other direction
  link_both  ///< copies half of it to the GPU and the other half back, at the same time
};
inline constexpr std::array all_transfer_runs = {
    transfer_run::none,    transfer_run::in,       transfer_run::in_out,
    transfer_run::copy_in, transfer_run::decode,   transfer_run::copy_out,
    transfer_run::link_in, transfer_run::link_out, transfer_run::link_both};

constexpr std::string_view to_string(transfer_run run) {
  constexpr std::array<std::string_view, all_transfer_runs.size()> names = {
      "none", "in", "in_out", "copy_in", "decode", "copy_out", "link_in", "link_out", "link_both"};
  return names.at(static_cast<std::size_t>(run));
}

/// Whether a run moves values of the column to where they are wanted, so that bytes of output per
/// second mean something. The other runs only copy.
constexpr bool decodes(transfer_run run) {
  return run == transfer_run::none || run == transfer_run::in || run == transfer_run::in_out ||
         run == transfer_run::decode;
}

/// Whether a run begins with nothing of the column on the GPU and ends with all of its values, so
/// that they can be verified.
constexpr bool makes_values(transfer_run run) {
  return run == transfer_run::in || run == transfer_run::in_out;
}

/// Bytes that cross the link, in each direction.
struct copied_bytes {
  std::uint64_t in = 0, out = 0;
  [[nodiscard]] std::uint64_t both() const { return in + out; }
};

/// How a column is divided, and its sizes in bytes.
struct transfer_sizes {
  std::uint64_t piece_bytes = 0;  ///< as chosen: of output, at most
  std::uint64_t pieces = 0;
  unsigned streams = 0;
  std::uint64_t in = 0;   ///< the compressed chunks, and their table
  std::uint64_t out = 0;  ///< the values

  [[nodiscard]] copied_bytes copied_by(transfer_run run) const {
    switch (run) {
      case transfer_run::in:
      case transfer_run::copy_in:
        return {in, 0};
      case transfer_run::in_out:
        return {in, out};
      case transfer_run::copy_out:
      case transfer_run::link_out:
        return {0, out};
      case transfer_run::link_in:
        return {out, 0};
      case transfer_run::link_both:
        return {out / 2, out - out / 2};
      case transfer_run::none:
      case transfer_run::decode:
        break;
    }
    return {};
  }
};

/// A workload whose runs are chosen. poison() and outcome() are for those that makes_values()
/// names: no byte of the column is left on the GPU.
class transfer_workload : public workload {
 public:
  /// The run that poison(), launch() and run() are about from now on.
  virtual void choose(transfer_run run) = 0;
  [[nodiscard]] virtual transfer_sizes sizes() const = 0;
  /// Why there are no values to copy back; empty if there are.
  [[nodiscard]] virtual std::string why_no_values() const { return {}; }
};

}  // namespace codag::harness
