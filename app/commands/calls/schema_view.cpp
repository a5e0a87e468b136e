#include "commands/calls/schema_view.hpp"

#include <algorithm>
#include <array>

#include "json/lookup.hpp"

namespace workbench::app {
namespace {

/// Maximum nesting of references and alternatives; deeper ones are circular, or not meant for arguments.
constexpr std::size_t kMaxReferenceDepth = 16;
/// Alternatives of one schema that are looked at.
constexpr std::size_t kMaxParts = 64;
/// "array of array of ...".
constexpr std::size_t kMaxNestedTypes = 3;

void add_unique(std::vector<std::string>& texts, std::string text) {
  if (std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(std::move(text));
}

std::string_view type_of(const Json& value) {
  switch (value.kind()) {
    case JsonKind::object: return "object";
    case JsonKind::array: return "array";
    case JsonKind::string: return "string";
    case JsonKind::number: return "number";
    case JsonKind::boolean: return "boolean";
    case JsonKind::null: return "null";
    case JsonKind::absent: break;
  }
  return {};
}

std::string unescaped_token(std::string token) {
  for (const auto& [written, meant] : {std::pair{"~1", "/"}, std::pair{"~0", "~"}}) {
    for (std::size_t at = token.find(written); at != std::string::npos; at = token.find(written, at + 1)) {
      token.replace(at, 2, meant);
    }
  }
  return token;
}

/// The value at a JSON pointer after `#` (RFC 6901); absent: there is none.
Json at_pointer(Json node, std::string_view pointer) {
  while (!pointer.empty() && !node.is_absent()) {
    pointer.remove_prefix(1);
    const std::size_t end = std::min(pointer.find('/'), pointer.size());
    node = json::member(node, unescaped_token(std::string(pointer.substr(0, end))));
    pointer.remove_prefix(end);
  }
  return node;
}

bool has_alternatives(const Json& part) {
  return !json::member(part, "anyOf").is_absent() || !json::member(part, "oneOf").is_absent() ||
         !json::member(part, "allOf").is_absent();
}

/// Whether it admits values that are not listed, beside null.
bool is_free_alternative(const Json& part) {
  const Json type = json::member(part, "type");
  return !has_alternatives(part) && !type.is_absent() && json::characters(type) != "null";
}

}  // namespace

SchemaView::SchemaView(const Json& node, const Json& root) : root_(root) {
  node_ = resolved(node);
}

Json SchemaView::resolved(Json node) const {
  for (std::size_t depth = 0; depth < kMaxReferenceDepth; ++depth) {
    const std::string reference = json::characters(json::member(node, "$ref"));
    if (!reference.starts_with('#')) break;
    const Json target = at_pointer(root_, std::string_view(reference).substr(1));
    if (target.is_absent()) break;
    node = target;
  }
  return node;
}

void SchemaView::add_parts(const Json& node, std::vector<Json>& parts, std::size_t depth) const {
  if (parts.size() == kMaxParts) return;
  parts.push_back(node);
  if (depth == kMaxReferenceDepth) return;
  for (const char* keyword : {"allOf", "anyOf", "oneOf"}) {
    for (const Json& part : json::elements(json::member(node, keyword))) add_parts(resolved(part), parts, depth + 1);
  }
}

std::vector<Json> SchemaView::parts() const {
  std::vector<Json> parts;
  add_parts(node_, parts, 0);
  return parts;
}

Json SchemaView::first(std::string_view name) const {
  for (const Json& part : parts()) {
    if (Json found = json::member(part, name); !found.is_absent()) return found;
  }
  return {};
}

std::vector<std::string> SchemaView::types() const {
  std::vector<std::string> types;
  for (const Json& part : parts()) {
    const Json type = json::member(part, "type");
    if (type.kind() == JsonKind::string) add_unique(types, json::characters(type));
    for (const Json& one : json::elements(type)) add_unique(types, json::characters(one));
  }
  if (!types.empty()) return types;
  for (const Json& value : allowed_values()) add_unique(types, std::string(type_of(value)));
  if (types.empty() && !first("properties").is_absent()) types.emplace_back("object");
  if (types.empty() && !first("items").is_absent()) types.emplace_back("array");
  return types;
}

bool SchemaView::allows(std::string_view type) const {
  const std::vector<std::string> all = types();
  return all.empty() || std::find(all.begin(), all.end(), type) != all.end();
}

std::string SchemaView::type_text(std::size_t depth) const {
  std::string text;
  for (const std::string& type : types()) {
    if (!text.empty()) text += " or ";
    text += type;
    const auto element = items();
    if (type != "array" || !element || element->types().empty() || depth == kMaxNestedTypes) continue;
    text += " of " + element->type_text(depth + 1);
  }
  return text.empty() ? "any" : text;
}

std::vector<SchemaView::Property> SchemaView::properties() const {
  std::vector<std::string> required;
  const std::vector<Json> all = parts();
  for (const Json& part : all) {
    for (const Json& name : json::elements(json::member(part, "required"))) {
      required.push_back(json::characters(name));
    }
  }
  std::vector<Property> properties;
  for (const Json& part : all) {
    for (const JsonMember& member : json::members(json::member(part, "properties"))) {
      const bool is_known = std::any_of(properties.begin(), properties.end(),
                                        [&](const Property& known) { return known.name == member.key; });
      if (is_known) continue;
      const bool is_required = std::find(required.begin(), required.end(), member.key) != required.end();
      properties.push_back({member.key, SchemaView(member.value, root_), is_required});
    }
  }
  return properties;
}

std::optional<SchemaView> SchemaView::property(std::string_view name) const {
  for (Property& one : properties()) {
    if (one.name == name) return std::move(one.schema);
  }
  return std::nullopt;
}

bool SchemaView::invites_others() const {
  const Json additional = first("additionalProperties");
  if (!additional.is_absent()) return additional.text() != "false";
  return !first("patternProperties").is_absent() || properties().empty();
}

std::optional<SchemaView> SchemaView::items() const {
  const Json items = first("items");
  if (items.kind() != JsonKind::object) return std::nullopt;
  return SchemaView(items, root_);
}

std::vector<Json> SchemaView::allowed_values() const {
  std::vector<Json> values;
  for (const Json& part : parts()) {
    const std::size_t before = values.size();
    for (const Json& value : json::elements(json::member(part, "enum"))) values.push_back(value);
    if (const Json value = json::member(part, "const"); !value.is_absent()) values.push_back(value);
    if (values.size() == before && is_free_alternative(part)) return {};
  }
  return values;
}

std::vector<std::string> SchemaView::value_titles() const {
  std::vector<std::string> titles;
  for (const Json& name : json::elements(first("enumNames"))) titles.push_back(json::characters(name));
  if (!titles.empty()) return titles;
  for (const Json& part : parts()) {
    if (!json::member(part, "const").is_absent()) titles.push_back(json::characters(json::member(part, "title")));
  }
  return titles;
}

Json SchemaView::default_value() const {
  return first("default");
}

std::string SchemaView::description() const {
  return json::characters(first("description"));
}

}  // namespace workbench::app
