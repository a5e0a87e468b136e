#include "gateway/exposure/shared_backend.hpp"

#include <utility>

namespace workbench::gateway {

// --- SharedParts -----------------------------------------------------------------------------------------------------

void SharedParts::watch_resources(const void* client, const std::set<std::string>& uris) {
  if (uris.empty() && watched_.erase(client) == 0) return;
  if (!uris.empty()) watched_[client] = uris;
  std::set<std::string> all;
  for (const auto& [key, watched] : watched_) all.insert(watched.begin(), watched.end());
  backend_.watch_resources(all);
}

// --- SharedBackend ---------------------------------------------------------------------------------------------------

std::string SharedBackend::instructions(const ClientInfo& client) const {
  return backend_.instructions(client);
}

Json SharedBackend::capabilities(protocol::Revision revision) const {
  return backend_.capabilities(revision);
}

MetaTool* SharedBackend::find_meta_tool(std::string_view name) {
  return backend_.find_meta_tool(name);
}

void SharedBackend::list(protocol::ListKind kind, Caller& caller, MoveOnlyFunction<void(Result<Json>)> done) {
  backend_.list(kind, caller, std::move(done));
}

void SharedBackend::forward(std::string_view method, const Json& params, clients::OwnedRequest request) {
  backend_.forward(method, params, std::move(request));
}

}  // namespace workbench::gateway
