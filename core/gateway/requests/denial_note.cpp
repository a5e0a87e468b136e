#include "gateway/requests/denial_note.hpp"

#include <string>
#include <utility>
#include <vector>

#include <workbench/confinements.hpp>

#include "json/changes.hpp"
#include "json/escape.hpp"
#include "json/lookup.hpp"

namespace workbench::gateway {
namespace {

Confinements* confinements_of(const servers::Server& server) {
  const bool is_asked = server.configured().is_confined() && !server.configured().is_shared();
  return is_asked ? server.host().extension<Confinements>() : nullptr;
}

const Confinement* confinement_of(const servers::Server& server, const Confinements* confinements) {
  const auto process = server.status().process_id();
  return confinements == nullptr || !process ? nullptr : confinements->find(*process);
}

Json with_text(const Json& result, const std::string& text) {
  const std::string block = "{\"type\":\"text\",\"text\":" + json::quoted(text) + "}";
  return json::with_change(result,
                           json::changed_members(result, [&](std::string_view key, const Json& value) -> json::Change {
                             if (key != "content" || value.kind() != JsonKind::array) return std::nullopt;
                             const std::string items(value.text().substr(1, value.text().size() - 2));
                             const bool is_empty = json::elements(value).empty();
                             return "[" + items + (is_empty ? "" : ",") + block + "]";
                           }));
}

}  // namespace

std::size_t denials_of(const servers::Server& server) {
  const Confinement* const found = confinement_of(server, confinements_of(server));
  return found == nullptr ? 0 : found->denied.size();
}

Json with_denials(const RoutedRequest& routed, Json result) {
  const servers::Server& server = **routed.server;
  Confinements* const confinements = confinements_of(server);
  if (confinements == nullptr) return result;
  const Json is_error = json::member(result, "isError");
  if (is_error.text() != "true") return result;
  if (const auto process = server.status().process_id()) confinements->update(*process);
  const Confinement* const found = confinement_of(server, confinements);
  if (found == nullptr || found->denied.size() <= routed.denials) return result;
  const std::vector<std::string> since(found->denied.begin() + static_cast<std::ptrdiff_t>(routed.denials),
                                       found->denied.end());
  return with_text(result, confinements->describe(since));
}

}  // namespace workbench::gateway
