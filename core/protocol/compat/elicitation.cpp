#include "protocol/compat/elicitation.hpp"

#include <optional>
#include <string_view>
#include <utility>

#include <workbench/json_writer.hpp>

#include "json/lookup.hpp"

namespace workbench::protocol {
namespace {

/// `object` with another value for one member.
Json with_member(const Json& object, std::string_view name, const Json& value) {
  JsonWriter writer(object.text().size() + value.text().size());
  writer.object();
  for (const JsonMember& member : json::members(object)) {
    writer.member(member.key, member.key == name ? value : member.value);
  }
  writer.end();
  return std::move(writer).json();
}

/// The value and the title of each choice; absent: the choices have another form.
std::optional<std::pair<Json, Json>> values_and_titles(const Json& choices) {
  JsonWriter values;
  JsonWriter titles;
  values.array();
  titles.array();
  for (const Json& choice : json::elements(choices)) {
    const Json value = json::member(choice, "const");
    const Json title = json::member(choice, "title");
    if (value.is_absent()) return std::nullopt;
    values.value(value);
    titles.value(title.is_absent() ? value : title);
  }
  values.end();
  titles.end();
  return std::pair(std::move(values).json(), std::move(titles).json());
}

/// One property of a form.
Result<Json> older_property(const JsonMember& property) {
  if (json::characters(json::member(property.value, "type")) == "array") {
    return Error{ErrorKind::invalid_argument,
                 "'" + property.key + "' is a choice of several, which clients of 2025-06-18 do not have"};
  }
  const Json choices = json::member(property.value, "oneOf");
  const auto titled = choices.kind() == JsonKind::array ? values_and_titles(choices) : std::nullopt;
  if (!titled) return property.value;
  JsonWriter older;
  older.object().raw_items(json::members_without(property.value, [](std::string_view key) { return key == "oneOf"; }));
  older.member("enum", titled->first).member("enumNames", titled->second).end();
  return std::move(older).json();
}

}  // namespace

Json params_for_client(const InputRequest& input_request, Revision revision) {
  const Json& params = input_request.params;
  const Json meta = json::member(params, "_meta");
  const bool has_token = !json::member(meta, "progressToken").is_absent();
  const bool has_id = is_modern(revision) && !json::member(params, "elicitationId").is_absent();
  if (!has_token && !has_id) return params;
  const std::string rest = json::members_without(meta, [](std::string_view key) { return key == "progressToken"; });
  JsonWriter writer(params.text().size());
  writer.object();
  for (const JsonMember& member : json::members(params)) {
    if (has_id && member.key == "elicitationId") continue;
    if (!has_token || member.key != "_meta") {
      writer.member(member.key, member.value);
    } else if (!rest.empty()) {
      writer.key(member.key).object().raw_items(rest).end();
    }
  }
  writer.end();
  return std::move(writer).json();
}

Result<Json> older_form(const Json& params) {
  const Json schema = json::member(params, "requestedSchema");
  const std::vector<JsonMember> properties = json::members(json::member(schema, "properties"));
  if (properties.empty()) return params;
  JsonWriter older;
  older.object();
  for (const JsonMember& property : properties) {
    const auto value = older_property(property);
    if (!value) return value.error();
    older.member(property.key, *value);
  }
  older.end();
  return with_member(params, "requestedSchema", with_member(schema, "properties", std::move(older).json()));
}

}  // namespace workbench::protocol
