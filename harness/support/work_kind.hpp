// The kinds of work: what a case does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace codag::harness {

enum class work_kind : std::uint8_t {
  decode,          ///< a chunked column to its values
  tile,            ///< a chunked column to values in registers, passed to a sink
  encode,          ///< values to a chunked column
  query,           ///< columns to an aggregate
  damage,          ///< what a peer does with damaged chunks
  traffic,         ///< memory traffic alone
  microbenchmark,  ///< instructions alone
};

/// The name in a report.
constexpr std::string_view to_string(work_kind k) {
  constexpr std::string_view names[] = {"decode", "tile",    "encode",        "query",
                                        "damage", "traffic", "microbenchmark"};
  return names[static_cast<std::size_t>(k)];
}

/// The kind of work with this name; std::nullopt if there is none.
constexpr std::optional<work_kind> parse_work_kind(std::string_view name) {
  using enum work_kind;
  for (const work_kind k : {decode, tile, encode, query, damage, traffic, microbenchmark})
    if (to_string(k) == name) return k;
  return std::nullopt;
}

}  // namespace codag::harness
