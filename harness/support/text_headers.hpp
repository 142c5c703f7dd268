// What every file that processes text includes first: the large headers, which are compiled once
// for all of them (codag_processes_text in cmake/targets.cmake). A file includes what it uses all
// the same: scripts/lint compiles without this one.
#pragma once

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <ranges>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <vector>

// Compiled once, in json_instances.cpp.
extern template class nlohmann::basic_json<>;
