#include "protocol/compat/elicitation.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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

/// The value and the title of each choice; absent: the choices are written in another form.
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

/// A requestedSchema of 2025-11-25 or later for a client of 2025-06-18.
Result<Json> with_older_choices(const Json& params) {
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

Json with_elicitation_id(const Json& params, std::uint64_t id) {
  const bool is_url = json::characters(json::member(params, "mode")) == "url";
  if (!is_url || !json::member(params, "elicitationId").is_absent()) return params;
  JsonWriter writer(params.text().size() + 64);
  writer.object().member("elicitationId", "mcp-workbench-" + std::to_string(id));
  writer.raw_items(json::members_without(params, [](std::string_view) { return false; })).end();
  return std::move(writer).json();
}

/// With `token` in place of the progress token (absent: without one) and, if `drops_elicitation_id`, without
/// `elicitationId`.
Json without_connection_members(const Json& params, bool drops_elicitation_id,
                                std::optional<std::uint64_t> token = std::nullopt) {
  const Json meta = json::member(params, "_meta");
  const bool has_token = !json::member(meta, "progressToken").is_absent();
  const bool drops_id = drops_elicitation_id && !json::member(params, "elicitationId").is_absent();
  if (!has_token && !drops_id) return params;
  const std::string rest = json::members_without(meta, [](std::string_view key) { return key == "progressToken"; });
  JsonWriter writer(params.text().size());
  writer.object();
  for (const JsonMember& member : json::members(params)) {
    if (drops_id && member.key == "elicitationId") continue;
    if (!has_token || member.key != "_meta") {
      writer.member(member.key, member.value);
    } else if (token || !rest.empty()) {
      writer.key(member.key).object();
      if (token) writer.member("progressToken", *token);
      writer.raw_items(rest).end();
    }
  }
  writer.end();
  return std::move(writer).json();
}

}  // namespace

Json params_for_modern_client(const InputRequest& input_request) {
  return without_connection_members(input_request.params, true);
}

Result<Json> params_for_legacy_client(const InputRequest& input_request, Revision revision, std::uint64_t id) {
  Json params = without_connection_members(input_request.params, false,
                                           input_request.progress != nullptr ? std::optional(id) : std::nullopt);
  if (input_request.method != "elicitation/create") return params;
  if (!has_titled_choices(revision)) {
    auto older = with_older_choices(params);
    if (!older) return older;
    params = *std::move(older);
  }
  return has_elicitation_ids(revision) ? with_elicitation_id(params, id) : params;
}

}  // namespace workbench::protocol
