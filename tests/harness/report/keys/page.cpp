#include "tests/harness/report/keys/page.hpp"

#include <map>
#include <set>
#include <sstream>
#include <stdexcept>

namespace codag::harness::shape {
namespace {

/// The lines of the lists are no longer.
constexpr std::size_t widest = 178;

bool is_listed(const field& f) {
  return (f.flags & described_elsewhere) == 0;
}

/// The fields of an object or of a list's objects, unless they have a list of their own.
const std::vector<field>& fields_within(const type& t) {
  static const std::vector<field> none;
  if (!t.name.empty()) return none;
  return t.each.empty() || !t.fields.empty() ? t.fields : fields_within(t.each[0].what);
}

/// "`key`, `key` (its words)" for the fields within a type.
std::string listed_within(const type& t);

/// What is said of a field: its words, and the fields in it.
std::string words_of(const field& f) {
  const std::string within = listed_within(f.what);
  return f.says + (f.says.empty() || within.empty() ? "" : ": ") + within;
}

std::string listed_within(const type& t) {
  std::string all;
  for (const field& f : fields_within(t)) {
    if (!is_listed(f)) continue;
    const std::string words = words_of(f);
    all += (all.empty() ? "`" : ", `") + f.key + "`" + (words.empty() ? "" : " (" + words + ")");
  }
  return all;
}

/// The text in lines that are not too wide. All but the first are indented as in a list.
std::string wrapped(const std::string& text) {
  std::istringstream in(text);
  std::string all, line;
  for (std::string word; in >> word;) {
    if (!line.empty() && line.size() + 1 + word.size() > widest) {
      all += line + "\n";
      line = " ";
    }
    line += (line.empty() ? "" : " ") + word;
  }
  return all + line + "\n";
}

std::string list_of_keys(const std::vector<field>& fields) {
  std::string all, keys;
  for (const field& f : fields) {
    if (!is_listed(f)) continue;
    if (!f.heading.empty()) all += (all.empty() ? "**" : "\n**") + f.heading + "**\n\n";
    keys += (keys.empty() ? "`" : ", `") + f.key + "`";
    const std::string words = words_of(f);
    if (words.empty()) continue;
    all += wrapped("- " + keys + ": " + words + ".");
    keys.clear();
  }
  return keys.empty() ? all : all + wrapped("- " + keys + ".");
}

/// The lists of a type and of all in it, by name, and the keys that the page describes elsewhere.
void collect(const type& t, std::map<std::string, std::string>& lists,
             std::set<std::string>& elsewhere) {
  if (!t.name.empty())
    if (const std::string list = list_of_keys(t.fields); !list.empty()) lists[t.name] = list;
  for (const field& f : t.fields) {
    if (!is_listed(f)) elsewhere.insert(f.key);
    collect(f.what, lists, elsewhere);
  }
  for (const field& f : t.each) collect(f.what, lists, elsewhere);
}

}  // namespace

std::string page_with_keys(const type& report, const std::string& page) {
  std::map<std::string, std::string> lists;
  std::set<std::string> elsewhere, missing;
  collect(report, lists, elsewhere);
  for (const auto& [name, list] : lists) missing.insert(name);
  const std::string begin = "<!-- keys: ", close = " -->\n", end = "<!-- end -->";
  std::string all;
  std::size_t done = 0;
  for (std::size_t at = page.find(begin); at != std::string::npos; at = page.find(begin, done)) {
    const std::size_t name_at = at + begin.size(), name_end = page.find(close, name_at);
    const std::size_t end_at = page.find(end, name_at);
    if (name_end == std::string::npos || end_at == std::string::npos || end_at < name_end)
      throw std::runtime_error("a list of keys has no end: add a line " + end);
    const std::string name = page.substr(name_at, name_end - name_at);
    if (missing.erase(name) == 0)
      throw std::runtime_error("the list " + name + " is not in the table, or twice in the page");
    all += page.substr(done, name_end + close.size() - done) + lists[name];
    done = end_at;
  }
  all += page.substr(done);
  for (const std::string& name : missing)
    throw std::runtime_error("there is no list " + name + ": add " + begin + name + " --> and " +
                             end);
  for (const std::string& key : elsewhere)
    if (all.find("`" + key + "`") == std::string::npos)
      throw std::runtime_error("the key `" + key + "` is described nowhere");
  return all;
}

}  // namespace codag::harness::shape
