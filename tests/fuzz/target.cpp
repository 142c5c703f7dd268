#include "tests/fuzz/target.hpp"

#include <cstdlib>
#include <iostream>

namespace codag::fuzz {
namespace {

std::vector<target>& targets() {
  static std::vector<target> all;
  return all;
}

}  // namespace

bool add_target(target t) {
  targets().push_back(std::move(t));
  return true;
}

const target& find_target(std::string_view name) {
  for (const target& t : targets())
    if (t.name == name) return t;
  std::cerr << "there is no target '" << name << "' in this program; it has";
  for (const target& t : targets()) std::cerr << ' ' << t.name;
  std::cerr << '\n';
  std::exit(2);
}

}  // namespace codag::fuzz
