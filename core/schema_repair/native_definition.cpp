#include "schema_repair/native_definition.hpp"

#include <array>
#include <string>
#include <string_view>
#include <utility>

#include <workbench/json_writer.hpp>

#include "json/lookup.hpp"
#include "schema_repair/native_draft.hpp"
#include "schema_repair/native_root.hpp"
#include "schema_repair/native_schemas.hpp"
#include "schema_repair/repair.hpp"

namespace workbench::schema_repair {
namespace {

void describe_tool(NativeDraft& draft) {
  const Json description = json::member(draft.definition, "description");
  if (description.kind() != JsonKind::string) return;
  if (json::characters(description).find_first_not_of(" \t\r\n") != std::string::npos) return;
  const std::string title = json::member_characters(draft.definition, "title");
  JsonWriter writer(draft.definition.text().size() + title.size());
  writer.object().raw_items(
      json::members_without(draft.definition, [](std::string_view key) { return key == "description"; }));
  writer.member("description", title.empty() ? json::member_characters(draft.definition, "name") : title).end();
  draft.definition = std::move(writer).json();
}

/// One for each part of the table of native_definition(), in an order in which none has to be repeated.
constexpr std::array kRules{&rewrite_root, &rewrite_schemas, &describe_tool};

NativeDraft draft_for(NativeReader reader, const Json& definition) {
  NativeDraft draft{definition, reader};
  for (const auto rule : kRules) rule(draft);
  return draft;
}

/// Whether the definition for models may differ. It does not for nearly all tools.
bool may_differ_for_models(const Json& definition) {
  return definition.text().find("\"pattern") != std::string_view::npos ||
         has_keywords_that_models_refuse(json::member(definition, "inputSchema"));
}

}  // namespace

NativeDefinition native_definition(const Json& definition) {
  if (definition.kind() != JsonKind::object || definition.text().size() > kMaxDefinitionBytes) {
    return {definition, definition, {}};
  }
  NativeDraft draft = draft_for(NativeReader::any_client, definition);
  NativeDefinition native{draft.definition, draft.definition, std::move(draft.own_names)};
  if (!may_differ_for_models(native.definition)) return native;
  NativeDraft for_models = draft_for(NativeReader::host_of_models, native.definition);
  native.for_models = std::move(for_models.definition);
  native.own_names.merge(for_models.own_names);
  return native;
}

}  // namespace workbench::schema_repair
