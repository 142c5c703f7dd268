#include "datasets/ssb/dictionary.hpp"

namespace codag::datasets::ssb {

std::string city_name(std::int32_t city) {
  constexpr std::size_t prefix = 9;
  std::string name(
      nations.at(static_cast<std::size_t>(city / cities_per_nation)).substr(0, prefix));
  name.resize(prefix, ' ');
  return name + std::to_string(city % cities_per_nation);
}

std::string manufacturer_name(std::int32_t manufacturer) {
  return "MFGR#" + std::to_string(manufacturer + 1);
}

std::string category_name(std::int32_t category) {
  return manufacturer_name(category / categories_per_manufacturer) +
         std::to_string(category % categories_per_manufacturer + 1);
}

std::string brand_name(std::int32_t brand) {
  return category_name(brand / brands_per_category) +
         std::to_string(brand % brands_per_category + 1);
}

}  // namespace codag::datasets::ssb
