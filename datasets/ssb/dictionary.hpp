// The strings of the Star Schema Benchmark's columns and the codes that stand for them (O'Neil,
// O'Neil, Chen and Revilak, "Star Schema Benchmark", revision 3, 2009; its nations, regions,
// priorities and ship modes are those of TPC-H).
//
// Every code counts from 0. Regions, nations of one region, priorities and ship modes are in
// alphabetical order. A code of a hierarchy contains the code above it:
//
//     city = nation * 10 + digit        nation = region * 5 + place      (city / 10 is its nation)
//     brand = category * 40 + number - 1      category = manufacturer * 5 + digit - 1
//
// So the brands from MFGR#2221 to MFGR#2228 are the codes 260 to 267.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace codag::datasets::ssb {

inline constexpr std::array<std::string_view, 5> regions = {"AFRICA", "AMERICA", "ASIA", "EUROPE",
                                                            "MIDDLE EAST"};
inline constexpr std::array<std::string_view, 25> nations = {
    "ALGERIA",   "ETHIOPIA", "KENYA",     "MOROCCO", "MOZAMBIQUE",      //
    "ARGENTINA", "BRAZIL",   "CANADA",    "PERU",    "UNITED STATES",   //
    "CHINA",     "INDIA",    "INDONESIA", "JAPAN",   "VIETNAM",         //
    "FRANCE",    "GERMANY",  "ROMANIA",   "RUSSIA",  "UNITED KINGDOM",  //
    "EGYPT",     "IRAN",     "IRAQ",      "JORDAN",  "SAUDI ARABIA"};
inline constexpr std::array<std::string_view, 5> order_priorities = {
    "1-URGENT", "2-HIGH", "3-MEDIUM", "4-NOT SPECIFIED", "5-LOW"};
inline constexpr std::array<std::string_view, 7> ship_modes = {"AIR",     "FOB",  "MAIL", "RAIL",
                                                               "REG AIR", "SHIP", "TRUCK"};

inline constexpr std::int32_t nations_per_region = 5, cities_per_nation = 10;
inline constexpr std::int32_t categories_per_manufacturer = 5, brands_per_category = 40;
inline constexpr std::int32_t region_count = 5, nation_count = region_count * nations_per_region,
                              city_count = nation_count * cities_per_nation;
inline constexpr std::int32_t manufacturer_count = 5,
                              category_count = manufacturer_count * categories_per_manufacturer,
                              brand_count = category_count * brands_per_category;

/// The code of a string of one of the lists above, which must contain it.
template <std::size_t size>
constexpr std::int32_t code_of(const std::array<std::string_view, size>& list,
                               std::string_view text) {
  for (std::size_t i = 0; i < size; ++i)
    if (list[i] == text) return static_cast<std::int32_t>(i);
  throw "the list does not contain the string";
}

/// The code of the city that is the nation's `digit`-th, 0 to 9: "UNITED KI1" is digit 1 of UNITED
/// KINGDOM.
constexpr std::int32_t city_code(std::string_view nation, std::int32_t digit) {
  return code_of(nations, nation) * cities_per_nation + digit;
}

/// The code of MFGR#, `manufacturer` (1 to 5) and `digit` (1 to 5).
constexpr std::int32_t category_code(std::int32_t manufacturer, std::int32_t digit) {
  return (manufacturer - 1) * categories_per_manufacturer + digit - 1;
}

/// The code of the category's brand `number`, 1 to 40.
constexpr std::int32_t brand_code(std::int32_t category, std::int32_t number) {
  return category * brands_per_category + number - 1;
}

/// "UNITED KI1": the first 9 characters of the nation, filled up with spaces, and the digit.
std::string city_name(std::int32_t city);
/// "MFGR#2"
std::string manufacturer_name(std::int32_t manufacturer);
/// "MFGR#22"
std::string category_name(std::int32_t category);
/// "MFGR#2221"; the number has no leading zero: "MFGR#221".
std::string brand_name(std::int32_t brand);

}  // namespace codag::datasets::ssb
