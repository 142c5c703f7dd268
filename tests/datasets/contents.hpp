// What a dataset holds, as a test wants to compare it.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "codag/element_type.hpp"
#include "datasets/dataset.hpp"

namespace codag::datasets {

inline constexpr std::uint64_t mebibyte = 1 << 20;

/// The value of a generator's parameter "type".
constexpr std::uint64_t index_of(element_type type) {
  return static_cast<std::uint64_t>(type);
}
inline constexpr auto u8 = index_of(element_type::uint8), i16 = index_of(element_type::int16),
                      u16 = index_of(element_type::uint16), u32 = index_of(element_type::uint32),
                      i64 = index_of(element_type::int64), u64 = index_of(element_type::uint64);

template <class T>
std::vector<T> values_of(const dataset& data) {
  std::vector<T> values(data.bytes.size() / sizeof(T));
  std::memcpy(values.data(), data.bytes.data(), data.bytes.size());
  return values;
}

inline std::string text_of(const dataset& data) {
  return {reinterpret_cast<const char*>(data.bytes.data()), data.bytes.size()};
}

}  // namespace codag::datasets
