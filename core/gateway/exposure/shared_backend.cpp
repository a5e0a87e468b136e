#include "gateway/exposure/shared_backend.hpp"

#include <utility>

namespace workbench::gateway {

// --- SharedToolboxes -------------------------------------------------------------------------------------------------

std::vector<ToolboxSummary> SharedToolboxes::summaries() const {
  return whole_.summaries();
}

std::string SharedToolboxes::describe_toolboxes(std::size_t max_bytes) const {
  return whole_.describe_toolboxes(max_bytes);
}

bool SharedToolboxes::has_meta_tool(std::string_view meta_tool) const {
  return whole_.has_meta_tool(meta_tool);
}

std::vector<KnownTool> SharedToolboxes::known_tools(const Caller& caller) const {
  return whole_.known_tools(caller);
}

const ClientProfile& SharedToolboxes::profile_of(const ClientInfo& client) const {
  return whole_.profile_of(client);
}

bool SharedToolboxes::is_strict_about_input() const {
  return whole_.is_strict_about_input();
}

std::optional<std::string> SharedToolboxes::native_name(const ToolIdentifier& tool, const Caller& caller) const {
  return whole_.native_name(tool, caller);
}

void SharedToolboxes::look_into_toolbox(std::string_view name, const Caller& caller,
                                        MoveOnlyFunction<void(Opened)> done) {
  whole_.look_into_toolbox(name, caller, std::move(done));
}

void SharedToolboxes::open_toolbox(std::string_view name, const Caller& caller, Opening progress,
                                   MoveOnlyFunction<void(Opened)> done) {
  whole_.open_toolbox(name, caller, std::move(progress), std::move(done));
}

void SharedToolboxes::log_in(std::string_view name, Caller& caller, MoveOnlyFunction<void(bool)> done) {
  whole_.log_in(name, caller, std::move(done));
}

void SharedToolboxes::close_toolbox(std::string_view name, MoveOnlyFunction<void(Result<void>)> done) {
  done(Error{ErrorKind::busy, "Toolbox '" + std::string(name) +
                                  "' is not closed: other clients use the same servers, which end by themselves when "
                                  "they have not been called for a while (limits.idleServer)"});
}

void SharedToolboxes::call_tool(ToolIdentifier tool, Json arguments, ToolCall call) {
  whole_.call_tool(std::move(tool), std::move(arguments), std::move(call));
}

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
