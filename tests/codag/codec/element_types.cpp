// The element types that each codec declares, and how a column finds its decoder among them.
#include "codag/element_types.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "codag/codec/deflate/deflate.hpp"
#include "codag/codec/rle_v1/rle_v1.hpp"
#include "codag/codec/rle_v2/rle_v2.hpp"
#include "codag/encode/vle/variants.hpp"

namespace codag {
namespace {

template <class Types>
constexpr bool supports_every_element_type() {
  for (std::size_t i = 0; i < element_type_names.size(); ++i)
    if (!supports(Types{}, static_cast<element_type>(i))) return false;
  return true;
}
static_assert(supports_every_element_type<rle_v1::element_types>());
static_assert(supports_every_element_type<rle_v2::element_types>());
static_assert(supports_every_element_type<deflate::element_types>());

static_assert(supports_every_element_type<vle::cuvle::element_types>());
static_assert(supports_every_element_type<vle::vle_lookback::element_types>());

using few = type_list<std::uint32_t, std::int16_t>;
static_assert(supports(few{}, element_type::uint32) && supports(few{}, element_type::int16));
static_assert(supports(few{}, element_type::float32), "the unsigned integer of its bits");
static_assert(!supports(few{}, element_type::int32) && !supports(few{}, element_type::uint16));
static_assert(!supports(few{}, element_type::uint64) && !supports(few{}, element_type::float64));

// An unsigned integer of these lists also stands for signed ones, and all but integers_as have
// types for floats.
using stored = elements_as<std::int16_t, std::uint32_t>;
static_assert(supports(stored{}, element_type::int16) && !supports(stored{}, element_type::uint16));
static_assert(supports(stored{}, element_type::int32) && supports(stored{}, element_type::uint32));
static_assert(supports(stored{}, element_type::float32) && !supports(stored{}, element_type::int8));
using added = integers_as<std::int32_t, std::uint32_t>;
static_assert(supports(added{}, element_type::int32) && supports(added{}, element_type::uint32));
static_assert(!supports(added{}, element_type::float32) && !supports(added{}, element_type::int64));
using extended = every_element_within<std::uint16_t, std::uint32_t>;
static_assert(supports(extended{}, element_type::int8) &&
              supports(extended{}, element_type::float32));
static_assert(!supports(extended{}, element_type::int64));

/// The size of the decoder's type, negative if it is signed.
template <class Types>
int decoder_for(element_type type) {
  return with_element(Types{}, type, []<class T>() {
    return std::is_signed_v<T> ? -static_cast<int>(sizeof(T)) : static_cast<int>(sizeof(T));
  });
}

TEST(element_types, a_column_finds_the_decoder_of_its_width_and_sign) {
  const std::vector<int> expected = {-1, 1, -2, 2, -4, 4, -8, 8, 4, 8};  // as the names are listed
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const auto type = static_cast<element_type>(i);
    EXPECT_EQ(decoder_for<rle_v1::element_types>(type), expected[i]) << to_string(type);
    EXPECT_EQ(decoder_for<deflate::element_types>(type), 1) << to_string(type);
  }
}

TEST(element_types, a_column_is_seen_as_the_first_type_that_stands_for_it) {
  EXPECT_EQ(decoder_for<extended>(element_type::int8), 2);
  EXPECT_EQ(decoder_for<extended>(element_type::int16), 2);
  EXPECT_EQ(decoder_for<extended>(element_type::int32), 4);
  EXPECT_EQ(decoder_for<added>(element_type::int32), -4);
  EXPECT_EQ(decoder_for<added>(element_type::uint32), 4);
  EXPECT_EQ(decoder_for<stored>(element_type::int32), 4);
  EXPECT_THROW(decoder_for<added>(element_type::float32), std::invalid_argument);
}

TEST(element_types, a_column_that_no_decoder_is_for_is_refused) {
  EXPECT_EQ(decoder_for<few>(element_type::int16), -2);
  EXPECT_THROW(decoder_for<few>(element_type::int32), std::invalid_argument);
}

}  // namespace
}  // namespace codag
