#include "harness/report/shape/field.hpp"

#include <algorithm>
#include <utility>

namespace codag::harness::shape {

type::type(base which) : is(which) {}

type object_of(std::vector<field> fields) {
  type all = base::object;
  all.fields = std::move(fields);
  return all;
}

type map_of(type each, unsigned flags) {
  type all = base::object;
  all.each.push_back({"", std::move(each), flags});
  return all;
}

type list_of(type each, unsigned flags) {
  type all = base::list;
  all.each.push_back({"", std::move(each), flags});
  return all;
}

type one_of(std::vector<std::string> choices) {
  type all = base::name;
  all.choices = std::move(choices);
  return all;
}

type at_least(int least, type what) {
  what.least = least;
  return what;
}

type at_most(int most, type what) {
  what.most = most;
  return what;
}

type exactly(int number) {
  return at_least(number, at_most(number, base::amount));
}

type with_pattern(std::string pattern, type what) {
  what.pattern = std::move(pattern);
  return what;
}

type closed(type what) {
  what.closed = true;
  return what;
}

type named(std::string name, type what) {
  what.name = std::move(name);
  return what;
}

std::vector<field> with(unsigned flags, std::vector<field> fields) {
  for (field& f : fields) f.flags |= flags;
  return fields;
}

std::vector<field> without(const std::vector<std::string>& keys, std::vector<field> fields) {
  std::erase_if(fields, [&](const field& f) { return std::ranges::count(keys, f.key) > 0; });
  return fields;
}

std::vector<field> as_in(std::vector<field> other, const std::vector<field>& more) {
  std::vector<field> all = with(described_elsewhere, std::move(other));
  for (const field& f : more) {
    const auto same = std::ranges::find(all, f.key, &field::key);
    if (same == all.end()) {
      all.push_back(f);
      continue;
    }
    same->what = f.what;
    same->flags = f.flags | described_elsewhere;
  }
  return all;
}

}  // namespace codag::harness::shape
