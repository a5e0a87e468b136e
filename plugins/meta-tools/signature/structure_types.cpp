#include "signature/structure_types.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "signature/typescript_text.hpp"

namespace meta_tools {

using workbench::Json;
using workbench::JsonKind;
using workbench::JsonMember;

using Binding = SchemaType::Binding;

namespace {

constexpr std::size_t kMaxLine = 72;

std::string declaration(const std::string& name, bool is_optional, const std::string& type) {
  return name + (is_optional ? "?: " : ": ") + type;
}

void add_bound(SchemaKeywords& keywords, std::string_view keyword, const Json& bound) {
  if (!bound.is_absent()) keywords.notes.push_back(schema_note(keyword, bound));
}

}  // namespace

SchemaType StructureTypes::array(SchemaKeywords& keywords, Place place) const {
  if (!keywords.prefix_items.is_absent()) return tuple(keywords.prefix_items, keywords.items, keywords, place);
  if (keywords.items.kind() == JsonKind::array) {  // before 2020-12
    return tuple(keywords.items, keywords.additional_items, keywords, place);
  }
  add_bound(keywords, "minItems", keywords.min_items);
  add_bound(keywords, "maxItems", keywords.max_items);
  const SchemaType item = type_at_(keywords.items, {}, place.below());
  const bool is_compound = item.binding != Binding::tight;
  return {(is_compound ? "(" + item.with_comment() + ")" : item.with_comment()) + "[]", {}, {}, Binding::tight};
}

SchemaType StructureTypes::tuple(const Json& first, const Json& rest, SchemaKeywords& keywords, Place place) const {
  std::string text;
  std::size_t count = 0;
  for (const Json& schema : elements_of(first, json_)) {
    text.append(count++ == 0 ? "" : ", ").append(type_at_(schema, {}, place.below()).with_comment());
  }
  // JSON Schema allows further items by default; authors of tuples do not mean that.
  if (!rest.is_absent() && rest.text() != "false") {
    const SchemaType item = type_at_(rest, {}, place.below());
    const bool is_compound = item.binding != Binding::tight;
    text.append(count == 0 ? "..." : ", ...")
        .append(is_compound ? "(" + item.with_comment() + ")" : item.with_comment());
    text.append("[]");
  }
  const std::string all = std::to_string(count);
  if (keywords.min_items.text() != all) add_bound(keywords, "minItems", keywords.min_items);
  if (keywords.max_items.text() != all) add_bound(keywords, "maxItems", keywords.max_items);
  return {"[" + text + "]", {}, {}, Binding::tight};
}

SchemaType StructureTypes::object(const SchemaKeywords& keywords, Place place) const {
  std::vector<Property> properties = properties_in(keywords, place);
  append_index_signatures(properties, keywords, place);
  if (properties.empty()) {
    const bool is_closed = keywords.additional_properties.text() == "false";
    return {is_closed ? "Record<string, never>" : "object", {}, {}, Binding::tight};
  }

  std::string line = "{ ";
  bool fits = true;
  for (const Property& property : properties) {
    line.append(line.size() == 2 ? "" : "; ").append(property.declaration);
    fits = fits && property.description.empty() && property.notes.empty();
  }
  line.append(" }");
  if (fits && line.size() <= kMaxLine && line.find('\n') == std::string::npos) return {line, {}, {}, Binding::tight};

  const std::size_t inner = place.indent + 2;
  std::string text = "{\n";
  for (const Property& property : properties) {
    text.append(doc_comment(property.description, inner)).append(inner, ' ').append(property.declaration).append(";");
    if (!property.notes.empty()) text.append(" // ").append(property.notes);
    text.append("\n");
  }
  return {text.append(place.indent, ' ').append("}"), {}, {}, Binding::tight};
}

std::vector<StructureTypes::Property> StructureTypes::properties_in(const SchemaKeywords& keywords, Place place) const {
  std::vector<Property> out;
  const std::set<std::string> required = required_names(keywords);
  std::set<std::string> undescribed = required;
  if (const auto members = json_.members(keywords.properties)) {
    for (const JsonMember& member : *members) {
      SchemaType type = type_at_(member.value, member.key, place.further_in());
      out.push_back({declaration(written_name(member.key, json_), !required.contains(member.key), type.text),
                     std::move(type.description), std::move(type.notes)});
      undescribed.erase(member.key);
    }
  }
  // These are described in another part of an intersection, or not at all.
  for (const std::string& name : undescribed) {
    out.push_back({declaration(written_name(name, json_), false, "unknown"), {}, {}});
  }
  return out;
}

std::set<std::string> StructureTypes::required_names(const SchemaKeywords& keywords) const {
  std::set<std::string> names;
  for (const Json& name : elements_of(keywords.required, json_)) {
    if (auto characters = json_.characters(name)) names.insert(std::move(*characters));
  }
  return names;
}

void StructureTypes::append_index_signatures(std::vector<Property>& out, const SchemaKeywords& keywords,
                                             Place place) const {
  const auto append = [&](const Json& schema, std::string note) {
    SchemaType type = type_at_(schema, {}, place.further_in());
    if (!type.notes.empty()) note.append(note.empty() ? "" : ", ").append(type.notes);
    out.push_back({"[key: string]: " + type.text + inline_comment(note), std::move(type.description), {}});
  };
  if (const auto patterns = json_.members(keywords.pattern_properties)) {
    for (const JsonMember& pattern : *patterns) append(pattern.value, "key matches " + json_.quoted(pattern.key));
  }
  const Json& additional = keywords.additional_properties;
  if (!additional.is_absent() && additional.text() != "false") append(additional, {});
}

}  // namespace meta_tools
