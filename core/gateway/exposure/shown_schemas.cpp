#include "gateway/exposure/shown_schemas.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <string>
#include <utility>

#include "json/lookup.hpp"
#include "json/reader.hpp"
#include "protocol/listing.hpp"

namespace workbench::gateway {
namespace {

std::size_t fingerprint_of_both(std::string_view one, std::string_view other) {
  const std::hash<std::string_view> hash_of{};
  return hash_of(one) * 31 + hash_of(other);
}

Json output_schema_of(const Json& definition) {
  return json::member(definition, "outputSchema");
}

}  // namespace

void ShownSchemas::record(const ClientInfo& client, const Json& list) {
  Fingerprints shown;
  const bool may_have_some = list.text().find("\"outputSchema\"") != std::string_view::npos;
  for (json::ElementReader tool(may_have_some ? list.text() : "[]"); tool.next();) {
    constexpr std::array<std::string_view, 2> kNames{"name", "outputSchema"};
    std::array<Json, 2> found;
    json::pick_members(list.part(tool.value()), kNames, found);
    if (found[1].is_absent()) continue;
    shown.push_back(fingerprint_of_both(json::characters(found[0]), found[1].text()));
  }
  std::sort(shown.begin(), shown.end());
  const std::size_t key = fingerprint_of_both(client.name, client.version);
  if (by_client_.size() >= kMaxClients && by_client_.count(key) == 0) by_client_.clear();
  by_client_[key] = std::move(shown);
}

// A list has the definition for any client or for hosts of models, and one of an earlier time may have a schema that
// was withdrawn.
Json ShownSchemas::find(const ClientInfo& client, std::string_view name, const servers::Catalog& catalog,
                        std::string_view tool) const {
  const auto of_client = by_client_.find(fingerprint_of_both(client.name, client.version));
  if (of_client == by_client_.end() || of_client->second.empty()) return {};
  const Fingerprints& shown = of_client->second;
  const auto was_shown = [&](const Json& schema) {
    if (schema.is_absent()) return false;
    return std::binary_search(shown.begin(), shown.end(), fingerprint_of_both(name, schema.text()));
  };
  const Tool* const found = catalog.find_tool(tool);
  if (found == nullptr) return {};
  const auto index = static_cast<std::size_t>(found - catalog.tools().data());
  const protocol::ListedItem& item = catalog.items(protocol::ListKind::tools)[index];
  if (Json schema = output_schema_of(item.definition); was_shown(schema)) return schema;
  if (Json schema = output_schema_of(catalog.native().definition_for_models(item)); was_shown(schema)) return schema;
  Json withdrawn = catalog.output_schemas().withdrawn(found->name);
  return was_shown(withdrawn) ? withdrawn : Json();
}

}  // namespace workbench::gateway
