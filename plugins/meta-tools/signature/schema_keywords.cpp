#include "signature/schema_keywords.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "lean/characters.hpp"
#include "signature/typescript_text.hpp"

namespace meta_tools {

using workbench::Json;
using workbench::JsonAccess;
using workbench::JsonKind;
using workbench::JsonMember;

namespace {

bool is_object(const Json& value) {
  return value.kind() == JsonKind::object;
}
bool is_array(const Json& value) {
  return value.kind() == JsonKind::array;
}
bool is_string(const Json& value) {
  return value.kind() == JsonKind::string;
}
bool is_number(const Json& value) {
  return value.kind() == JsonKind::number;
}
bool is_name_or_names(const Json& value) {
  return is_string(value) || is_array(value);
}
bool is_schema(const Json& value) {
  return is_object(value) || value.kind() == JsonKind::boolean;
}
bool is_schema_or_schemas(const Json& value) {
  return is_schema(value) || is_array(value);
}
bool is_anything(const Json&) {
  return true;
}

/// A keyword that TypeScript can express.
struct KeywordForm {
  std::string_view keyword;
  Json SchemaKeywords::*field;
  bool (*fits)(const Json&);
};

constexpr std::array<KeywordForm, 16> kKeywordForms = {{
    {"type", &SchemaKeywords::type, is_name_or_names},
    {"$ref", &SchemaKeywords::reference, is_string},
    {"enum", &SchemaKeywords::enumeration, is_array},
    {"const", &SchemaKeywords::constant, is_anything},
    {"allOf", &SchemaKeywords::all_of, is_array},
    {"anyOf", &SchemaKeywords::any_of, is_array},
    {"oneOf", &SchemaKeywords::one_of, is_array},
    {"properties", &SchemaKeywords::properties, is_object},
    {"required", &SchemaKeywords::required, is_array},
    {"additionalProperties", &SchemaKeywords::additional_properties, is_schema},
    {"patternProperties", &SchemaKeywords::pattern_properties, is_object},
    {"items", &SchemaKeywords::items, is_schema_or_schemas},
    {"prefixItems", &SchemaKeywords::prefix_items, is_array},
    {"additionalItems", &SchemaKeywords::additional_items, is_schema},
    {"minItems", &SchemaKeywords::min_items, is_number},
    {"maxItems", &SchemaKeywords::max_items, is_number},
}};

/// Whether a keyword neither constrains a value nor explains it.
bool is_irrelevant(std::string_view keyword, const Json& value) {
  static constexpr std::array<std::string_view, 10> kSilent = {
      "$schema", "$id", "id", "$comment", "$anchor", "$dynamicAnchor", "$defs", "definitions", "$vocabulary", "title"};
  static constexpr std::array<std::string_view, 5> kFalseByDefault = {"deprecated", "readOnly", "writeOnly",
                                                                      "uniqueItems", "nullable"};
  const auto is_among = [keyword](const auto& known) {
    return std::find(known.begin(), known.end(), keyword) != known.end();
  };
  if (is_among(kSilent) || keyword.starts_with("x-")) return true;
  if (value.text() == "false") return is_among(kFalseByDefault);
  if (keyword == "default") return value.kind() == JsonKind::null;
  if (keyword == "propertyNames") return value.text() == R"({"type":"string"})";  // as all names are
  // The range in which numbers of JavaScript are exact, which zod writes for every integer.
  return (keyword == "minimum" && value.text() == "-9007199254740991") ||
         (keyword == "maximum" && value.text() == "9007199254740991");
}

bool is_plain(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return is_letter(c) || is_digit(c) || c == '-'; });
}

void read_member(SchemaKeywords& out, const JsonMember& member, const JsonAccess& json) {
  const std::string_view keyword = member.key;
  const Json& value = member.value;
  const auto form = std::find_if(kKeywordForms.begin(), kKeywordForms.end(),
                                 [keyword](const KeywordForm& f) { return f.keyword == keyword; });
  if (form != kKeywordForms.end() && form->fits(value) && (out.*form->field).is_absent()) {
    out.*form->field = value;
  } else if (keyword == "description" && is_string(value)) {
    out.description = json.characters(value).value();
  } else if (keyword == "title" && is_string(value)) {
    out.title = json.characters(value).value();
  } else if (keyword == "nullable" && value.text() == "true") {
    out.is_nullable = true;
  } else if (!is_irrelevant(keyword, value)) {
    out.notes.push_back(schema_note(keyword, value));
  }
}

}  // namespace

SchemaKeywords keywords_of(const Json& schema, const JsonAccess& json) {
  SchemaKeywords out;
  if (const auto members = json.members(schema)) {
    for (const JsonMember& member : *members) read_member(out, member, json);
  }
  return out;
}

std::vector<Json> elements_of(const Json& array, const JsonAccess& json) {
  auto elements = json.elements(array);
  return elements ? std::move(*elements) : std::vector<Json>();
}

std::string schema_note(std::string_view keyword, const Json& value) {
  std::string note(keyword);
  if (value.text() == "true") return note;
  if (keyword == "format" && value.kind() == JsonKind::string) {
    const std::string_view name = value.text().substr(1, value.text().size() - 2);
    if (is_plain(name)) return note.append(" ").append(name);
  }
  return note.append(" ").append(on_one_line(value.text()));
}

}  // namespace meta_tools
