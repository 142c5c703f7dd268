// A report's cases as a grid: a row per dataset, codec and chunk size, a column per variant.
#pragma once

#include <algorithm>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "harness/plan/case.hpp"
#include "harness/report/case_reader.hpp"
#include "harness/screen/text_table.hpp"

namespace codag::harness {

/// The grid keeps pointers to the cases that it is made from. Rows without a dataset are left out,
/// and so are those about damaged chunks.
class case_grid {
 public:
  using json = nlohmann::json;

  explicit case_grid(const json& cases) {
    std::set<std::string> codecs, chunks;
    std::set<std::optional<work_kind>> kinds;
    for (const json& c : cases) {
      if (!belongs(c)) continue;
      codecs.insert(c["codec"]);
      chunks.insert(chunk_of(c));
      kinds.insert(kind_of(c));
    }
    if (kinds.contains(work_kind::encode))
      bytes_ = kinds.size() == 1 ? "input" : "uncompressed data";
    for (const json& c : cases) {
      if (!belongs(c)) continue;
      std::string row = c["dataset"]["name"];
      // What is the same in every row appears once, in common().
      if (codecs.size() > 1) row += " " + c["codec"].get<std::string>();
      if (chunks.size() > 1 && !chunk_of(c).empty()) row += " " + chunk_of(c);
      const std::string variant = c["variant"];
      if (!cells_.contains(row)) {
        rows_.push_back(row);
        rows_by_codec_[codecs.size() > 1 ? c["codec"].get<std::string>() : ""].push_back(row);
      }
      if (std::find(variants_.begin(), variants_.end(), variant) == variants_.end())
        variants_.push_back(variant);
      cells_[row][variant] = &c;
      if (backend_of(c) == backend::cpu) native_.insert(variant);
    }
    if (codecs.size() == 1) common_ = *codecs.begin();
    if (chunks.size() == 1 && !chunks.begin()->empty())
      common_ +=
          (common_.empty() ? "" : ", ") +
          (chunks.contains(chunk_name(0)) ? "chunks as in the file" : *chunks.begin() + " chunks");
  }

  [[nodiscard]] const std::vector<std::string>& rows() const { return rows_; }
  /// The rows of each codec, or all rows under "" if there is only one codec.
  [[nodiscard]] const std::map<std::string, std::vector<std::string>>& rows_by_codec() const {
    return rows_by_codec_;
  }
  [[nodiscard]] const std::vector<std::string>& variants() const { return variants_; }
  /// Whether a variant is native code on the CPU.
  [[nodiscard]] bool is_native(const std::string& variant) const {
    return native_.contains(variant);
  }
  /// The variants that have a case in one of these rows, in the order of variants().
  [[nodiscard]] std::vector<std::string> variants_in(const std::vector<std::string>& rows) const {
    std::vector<std::string> there;
    std::ranges::copy_if(variants_, std::back_inserter(there), [&](const std::string& variant) {
      return std::ranges::any_of(rows,
                                 [&](const auto& row) { return at(row, variant) != nullptr; });
    });
    return there;
  }
  /// The properties that all rows share: "rle_v1, 128KiB chunks"; may be empty.
  [[nodiscard]] const std::string& common() const { return common_; }

  /// What a throughput counts: the "output" of decoders, the "input" of encoders, or, if the report
  /// has both, "uncompressed data".
  [[nodiscard]] const std::string& bytes() const { return bytes_; }

  /// The case of a row and variant; null if there is none.
  [[nodiscard]] const json* at(const std::string& row, const std::string& variant) const {
    const auto& cells = cells_.at(row);
    const auto found = cells.find(variant);
    return found == cells.end() ? nullptr : found->second;
  }

  /// The row's compression ratio, from its first case that has one.
  [[nodiscard]] std::string ratio(const std::string& row) const {
    for (const auto& [variant, c] : cells_.at(row))
      if (!(*c)["ratio"].is_null()) return fixed((*c)["ratio"].get<double>(), 4);
    return "-";
  }

  /// A short name for a table's column: only the first part of "warp_per_chunk/all_threads/shared"
  /// if that is unique in this report.
  [[nodiscard]] std::string short_name(const std::string& variant) const {
    const std::string head = variant.substr(0, variant.find('/'));
    const auto same = std::count_if(variants_.begin(), variants_.end(), [&](const auto& other) {
      return other.substr(0, other.find('/')) == head;
    });
    return same > 1 ? variant : head;
  }

 private:
  static bool belongs(const json& c) {
    return !c["dataset"].is_null() && kind_of(c) != work_kind::damage;
  }
  /// Empty for an encoder that makes a single chunk of the column.
  static std::string chunk_of(const json& c) {
    if (kind_of(c) == work_kind::encode && c["chunks"] == 1) return "";
    return chunk_name(c["chunk_bytes"].get<std::uint64_t>());
  }

  std::vector<std::string> rows_, variants_;
  std::set<std::string> native_;
  std::map<std::string, std::vector<std::string>> rows_by_codec_;
  std::map<std::string, std::map<std::string, const json*>> cells_;
  std::string common_, bytes_ = "output";
};

}  // namespace codag::harness
