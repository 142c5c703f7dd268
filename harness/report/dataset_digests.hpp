// One digest per dataset: what the rows of a report say of their datasets' values.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>

namespace codag::harness {

/// The SHA-256 of each dataset's values, at each size, as rows named it. Rows with different values
/// of one dataset do not belong into one report: its file was changed between them.
class dataset_digests {
 public:
  /// How the row's dataset differs from the same dataset in an earlier row: "dataset words: the
  /// values' SHA-256 is 1f2e..., and was 0a1b... for CASE"; empty if it does not differ or has no
  /// digest. Remembers the digest of a dataset that is new.
  std::string difference(const nlohmann::json& row);

 private:
  struct digest {
    std::string sha256, of_case;
  };
  std::map<std::pair<std::string, std::uint64_t>, digest> digests_;  // by dataset and asked bytes
};

}  // namespace codag::harness
