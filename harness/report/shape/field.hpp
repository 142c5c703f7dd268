// What the table of a report's keys is written with (report_table.hpp).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace codag::harness::shape {

/// The types of values.
enum class base : std::uint8_t {
  any,
  nothing,  ///< null alone
  text,
  name,     ///< a string without control characters, which a terminal would obey
  number,   ///< from 0 to 1e30: far beyond what can be measured, and a quotient of two is finite
  real,     ///< from -1e30 to 1e30
  rate,     ///< from 1e-30 to 1e30
  count,    ///< a whole number from 0 to 2^53, which a double holds exactly
  amount,   ///< a whole number that may be larger: to the checker, a `number`
  setting,  ///< a number or a string
  truth,
  object,
  list
};

/// What a field may be, other than there with a value of its type. The schema describes what this
/// program writes. The checker also takes what other programs wrote, as far as it can be read.
enum flag : std::uint8_t {
  must = 0,
  null = 1,                 ///< null, where the value is unknown
  optional = 2,             ///< missing, where it does not apply
  null_read = 4,            ///< null, to the checker alone
  missing_read = 8,         ///< missing, to the checker alone
  unread = 16,              ///< the checker ignores the field, and everything in it
  described_elsewhere = 32  ///< in docs/report.md: by another list, or by a sentence
};

struct field;
struct fields_of_kind;

/// A type, and what the schema asks of a value of that type.
struct type {
  type(base which);  // NOLINT(google-explicit-constructor): a table is easier to read

  base is;
  std::vector<field> fields;  ///< of an object
  std::vector<field> each;    ///< none or one: of a list's elements, an object's other keys
  std::vector<fields_of_kind> by_kind;  ///< more fields of an object, by its field `kind`
  std::vector<std::string> choices;     ///< all strings that there are; of an object, all keys
  std::string pattern;                  ///< of a string; of an object, its keys'
  std::optional<int> least, most;       ///< of a number; of a list, its length's
  bool closed = false;                  ///< whether the object has no other keys
  std::string name;  ///< that of a list in docs/report.md and of a definition in the schema
};

struct field {
  std::string key;
  type what;
  unsigned flags = must;
  std::string says{};     ///< Markdown. A list joins keys without words with the key that follows
  std::string heading{};  ///< in docs/report.md, the fields from here on have this heading
  std::string refusal{};  ///< what the checker says of a value of another type, if not what it is
};

/// The last entry of a list of these is for all other kinds.
struct fields_of_kind {
  std::string kind;
  std::vector<field> fields;
};

/// An object with these keys.
type object_of(std::vector<field> fields);
/// An object with any keys, whose values have a type.
type map_of(type each, unsigned flags = must);
type list_of(type each, unsigned flags = must);
/// One of these strings. The checker takes every `name`.
type one_of(std::vector<std::string> choices);
type at_least(int least, type what);
type at_most(int most, type what);
/// A whole number.
type exactly(int number);
type with_pattern(std::string pattern, type what);
type closed(type what);
/// It gets a name, a list in docs/report.md and a definition in the schema.
type named(std::string name, type what);

/// The fields with more flags.
std::vector<field> with(unsigned flags, std::vector<field> fields);
std::vector<field> without(const std::vector<std::string>& keys, std::vector<field> fields);
/// The fields of another list, which describes them, and more. One of both is as in `more`.
std::vector<field> as_in(std::vector<field> other, const std::vector<field>& more);

}  // namespace codag::harness::shape
