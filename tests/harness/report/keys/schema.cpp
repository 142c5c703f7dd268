#include "tests/harness/report/keys/schema.hpp"

#include <regex>

#include "harness/report/report_file.hpp"

namespace codag::harness::shape {
namespace {

using json = nlohmann::ordered_json;

/// The JSON Schema of a basic type.
json schema_of_base(base type) {
  switch (type) {
    case base::any:
      return json::object();
    case base::nothing:
      return {{"type", "null"}};
    case base::text:
    case base::name:
      return {{"type", "string"}};
    case base::number:
      return {{"type", "number"}, {"minimum", 0}};
    case base::real:
      return {{"type", "number"}};
    case base::rate:
      return {{"type", "number"}, {"exclusiveMinimum", 0}};
    case base::count:
    case base::amount:
      return {{"type", "integer"}, {"minimum", 0}};
    case base::setting:
      return {{"type", {"number", "string"}}};
    case base::truth:
      return {{"type", "boolean"}};
    case base::object:
      return {{"type", "object"}};
    case base::list:
      return {{"type", "array"}};
  }
  return {};
}

/// Makes the schema of a type, and the definitions of those with a name.
class writer {
 public:
  json schema_of_field(const field& f) {
    json schema = f.what.name.empty() ? schema_of_type(f.what) : reference_to(f.what);
    if ((f.flags & null) != 0) {
      if (schema.contains("type") && !schema.contains("enum"))
        schema["type"] = {schema["type"], "null"};
      else
        schema = {{"oneOf", {{{"type", "null"}}, schema}}};
    }
    if (!f.says.empty()) {
      json described = {{"description", without_links(f.says)}};
      described.update(schema);
      return described;
    }
    return schema;
  }

  json schema_of_type(const type& t) {
    json schema = schema_of_base(t.is);
    if (t.is == base::object)
      add_object(schema, t);
    else if (t.is == base::list)
      add_list(schema, t);
    else
      add_scalar(schema, t);
    return schema;
  }

  [[nodiscard]] const json& definitions() const { return definitions_; }

 private:
  static std::string without_links(const std::string& markdown) {
    return std::regex_replace(markdown, std::regex(R"(\[([^\]]*)\]\([^)]*\))"), "$1");
  }

  json reference_to(const type& t) {
    if (!definitions_.contains(t.name)) {
      definitions_[t.name] = nullptr;  // its place
      json schema = schema_of_type(t);
      definitions_[t.name] = std::move(schema);
    }
    return {{"$ref", "#/definitions/" + t.name}};
  }

  static void add_scalar(json& schema, const type& t) {
    if (t.choices.size() == 1)
      schema = {{"const", t.choices[0]}};
    else if (!t.choices.empty())
      schema = {{"enum", t.choices}};
    if (!t.pattern.empty()) schema["pattern"] = t.pattern;
    if (t.least && t.least == t.most) {
      schema = {{"const", *t.least}};
      return;
    }
    if (t.least) schema["minimum"] = *t.least;
    if (t.most) schema["maximum"] = *t.most;
  }

  void add_list(json& schema, const type& t) {
    if (t.least) schema["minItems"] = *t.least;
    if (t.most) schema["maxItems"] = *t.most;
    if (!t.each.empty()) schema["items"] = schema_of_field(t.each[0]);
  }

  void add_object(json& schema, const type& t) {
    add_fields(schema, t.fields);
    if (!t.choices.empty()) schema["propertyNames"] = {{"enum", t.choices}};
    if (!t.pattern.empty()) schema["propertyNames"] = {{"pattern", t.pattern}};
    if (!t.each.empty()) schema["additionalProperties"] = schema_of_field(t.each[0]);
    if (t.closed) schema["additionalProperties"] = false;
    json* rest = &schema;
    for (const fields_of_kind& one : t.by_kind) {
      json its = json::object();
      add_fields(its, one.fields);
      if (one.kind.empty()) {
        *rest = its;
        break;
      }
      rest->update({{"if", {{"properties", {{"kind", {{"const", one.kind}}}}}}},
                    {"then", its},
                    {"else", json::object()}});
      rest = &(*rest)["else"];
    }
  }

  void add_fields(json& schema, const std::vector<field>& fields) {
    if (fields.empty()) return;
    json required = json::array(), properties = json::object();
    for (const field& f : fields) {
      if ((f.flags & optional) == 0) required.push_back(f.key);
      properties[f.key] = schema_of_field(f);
    }
    if (!required.empty()) schema["required"] = std::move(required);
    schema["properties"] = std::move(properties);
  }

  json definitions_ = json::object();
};

}  // namespace

json schema_of(const type& report) {
  json schema = {{"$schema", "http://json-schema.org/draft-07/schema#"},
                 {"title", "codag report, schema version " + std::to_string(report_schema_version)},
                 {"$comment", "report_keys wrote this file from harness/report/shape/"}};
  writer all;
  schema.update(all.schema_of_type(report));
  schema["definitions"] = all.definitions();
  return schema;
}

}  // namespace codag::harness::shape
