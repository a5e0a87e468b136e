#include "signature/schema_types.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

#include "lean/redundancy.hpp"
#include "signature/typescript_text.hpp"

namespace meta_tools {

using workbench::Json;
using workbench::JsonKind;

using Binding = SchemaType::Binding;

namespace {

SchemaType plain(std::string text) {
  return {std::move(text), {}, {}, Binding::tight};
}

SchemaType too_deep() {
  return plain("unknown /* see the JSON definition */");
}

std::string in_parentheses_if(bool is_needed, const std::string& text) {
  return is_needed ? "(" + text + ")" : text;
}

/// A union or intersection of the types, each once.
SchemaType joined(const std::vector<SchemaType>& types, Binding binding) {
  if (types.size() == 1) return {types.front().with_comment(), {}, {}, types.front().binding};
  const bool is_union = binding == Binding::alternatives;
  SchemaType out;
  std::set<std::string> texts;
  for (const SchemaType& type : types) {
    std::string text = type.with_comment();
    if (!is_union) text = in_parentheses_if(type.binding == Binding::alternatives, text);
    if (!texts.insert(text).second) continue;
    out.text.append(out.text.empty() ? "" : is_union ? " | " : " & ").append(text);
  }
  out.binding = texts.size() == 1 ? types.front().binding : binding;
  return out;
}

std::string joined_notes(const std::vector<std::string>& notes) {
  std::string out;
  for (const std::string& note : notes) out.append(out.empty() ? "" : ", ").append(note);
  return out;
}

/// Whether a literal has one of the types that a schema lists.
bool is_of_type(const Json& literal, const std::vector<std::string>& types) {
  const auto has = [&types](std::string_view type) {
    return std::find(types.begin(), types.end(), type) != types.end();
  };
  switch (literal.kind()) {
    case JsonKind::object: return has("object");
    case JsonKind::array: return has("array");
    case JsonKind::string: return has("string");
    case JsonKind::boolean: return has("boolean");
    case JsonKind::null: return has("null");
    case JsonKind::number:
      return has("number") || (has("integer") && literal.text().find_first_of(".eE") == std::string_view::npos);
    case JsonKind::absent: break;
  }
  return false;
}

}  // namespace

std::string SchemaType::with_comment() const {
  std::string comment = description;
  if (!notes.empty()) comment.append(comment.empty() ? "" : "; ").append(notes);
  return text + inline_comment(comment);
}

SchemaType SchemaTypes::type_at(const Json& schema, std::string_view name, Place place) {
  if (schema.text() == "true" || schema.is_absent()) return plain("unknown");
  if (schema.text() == "false") return plain("never");
  if (schema.kind() != JsonKind::object) return {"unknown", {}, "schema " + on_one_line(schema.text()), Binding::tight};
  if (place.depth == kMaxDepth) return too_deep();

  SchemaKeywords keywords = keywords_of(schema, json_);
  SchemaType type = type_of_keywords(keywords, place);
  type.description = std::move(keywords.description.empty() ? keywords.title : keywords.description);
  if (!has_descriptions_ || repeats_name(type.description, name)) type.description.clear();
  type.notes = joined_notes(keywords.notes);
  return type;
}

SchemaType SchemaTypes::type_of_keywords(SchemaKeywords& keywords, Place place) {
  std::vector<SchemaType> parts;
  if (!keywords.reference.is_absent()) parts.push_back(referenced(keywords));
  append_typed(parts, keywords, place);
  if (!keywords.all_of.is_absent()) {
    for (SchemaType& type : types_in(keywords.all_of, place)) parts.push_back(std::move(type));
  }
  for (const Json* const schemas : {&keywords.any_of, &keywords.one_of}) {
    if (!schemas->is_absent()) parts.push_back(joined(types_in(*schemas, place), Binding::alternatives));
  }
  if (parts.empty()) parts.push_back(plain("unknown"));
  SchemaType type = joined(parts, Binding::intersection);
  const bool has_null =
      type.text == "null" || (type.binding == Binding::alternatives && type.text.ends_with(" | null"));
  return keywords.is_nullable && !has_null ? joined({type, plain("null")}, Binding::alternatives) : type;
}

/// The types in `type` that JSON Schema defines; unknown ones become notes.
std::vector<std::string> SchemaTypes::known_types(SchemaKeywords& keywords) const {
  static constexpr std::array<std::string_view, 7> kKnown = {"string", "number", "integer", "boolean",
                                                             "object", "array",  "null"};
  std::vector<std::string> types;
  const std::vector<Json> names =
      keywords.type.kind() == JsonKind::array ? elements_of(keywords.type, json_) : std::vector<Json>{keywords.type};
  for (const Json& name : names) {
    const auto characters = json_.characters(name);
    if (characters && std::find(kKnown.begin(), kKnown.end(), *characters) != kKnown.end()) {
      types.push_back(*characters);
    } else if (!name.is_absent()) {
      keywords.notes.push_back(schema_note("type", name));
    }
  }
  return types;
}

/// Appends the types of `enum`, `const` and `type`, and the types of objects and arrays without `type`.
void SchemaTypes::append_typed(std::vector<SchemaType>& parts, SchemaKeywords& keywords, Place place) {
  std::vector<std::string> types = known_types(keywords);
  std::vector<Json> values;
  if (!keywords.constant.is_absent()) {
    values.push_back(keywords.constant);
    parts.push_back(plain(on_one_line(keywords.constant.text())));
  }
  if (!keywords.enumeration.is_absent()) {
    for (Json& value : elements_of(keywords.enumeration, json_)) values.push_back(std::move(value));
    parts.push_back(literals(keywords.enumeration));
  }
  const bool is_implied = !values.empty() && std::all_of(values.begin(), values.end(), [&types](const Json& value) {
    return is_of_type(value, types);
  });
  if (is_implied) return;
  if (types.empty()) {
    const auto has = [](std::initializer_list<const Json*> some) {
      return std::any_of(some.begin(), some.end(), [](const Json* value) { return !value->is_absent(); });
    };
    if (has({&keywords.properties, &keywords.required, &keywords.additional_properties,
             &keywords.pattern_properties})) {
      types.emplace_back("object");
    }
    if (has({&keywords.items, &keywords.prefix_items, &keywords.min_items, &keywords.max_items}))
      types.emplace_back("array");
    if (types.empty()) return;
  }
  std::vector<SchemaType> alternatives;
  for (const std::string& type : types) alternatives.push_back(named_type(type, keywords, place));
  parts.push_back(joined(alternatives, Binding::alternatives));
}

SchemaType SchemaTypes::named_type(std::string_view type, SchemaKeywords& keywords, Place place) {
  if (type == "string" || type == "number" || type == "boolean" || type == "null") return plain(std::string(type));
  if (type == "array") return structures_.array(keywords, place);
  if (type == "object") return structures_.object(keywords, place);
  if (type == "integer") {
    keywords.notes.insert(keywords.notes.begin(), "integer");
    return plain("number");
  }
  return plain("unknown");
}

SchemaType SchemaTypes::referenced(SchemaKeywords& keywords) {
  const auto reference = json_.characters(keywords.reference);
  if (const std::optional<std::string> name = references_.name_of(*reference, root_, root_name_)) return plain(*name);
  keywords.notes.push_back(schema_note("$ref", keywords.reference));
  if (references_.types().size() == SchemaReferences::kMaxTypes) return too_deep();
  return plain("unknown");
}

SchemaType SchemaTypes::literals(const Json& values) const {
  std::vector<SchemaType> types;
  for (const Json& value : elements_of(values, json_)) types.push_back(plain(on_one_line(value.text())));
  return types.empty() ? plain("never") : joined(types, Binding::alternatives);
}

std::vector<SchemaType> SchemaTypes::types_in(const Json& schemas, Place place) {
  std::vector<SchemaType> types;
  for (const Json& schema : elements_of(schemas, json_)) types.push_back(type_at(schema, {}, place.below()));
  if (types.empty()) types.push_back(plain("unknown"));
  return types;
}

}  // namespace meta_tools
