// The member functions of nlohmann::json, compiled once for every file that has text_headers.hpp.
#include <nlohmann/json.hpp>

template class nlohmann::basic_json<>;
