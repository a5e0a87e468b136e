#include "caller_sessions.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace workbench::call_log {
namespace {

constexpr ExtensionId kState{"mcp-workbench/recent-calls", 1};

std::string_view shown(const std::string& name) {
  return beginning_of(name, CallerSession::kMaxNameBytes);
}

/// Requests of one principal may bring an object of their own for it.
bool is_same(const std::shared_ptr<const Principal>& one, const std::shared_ptr<const Principal>& other) {
  if (one == other) return true;
  return one != nullptr && other != nullptr && one->name == other->name;
}

bool is_of(const CallerSession& session, const CallerIdentity& caller) {
  return is_same(session.principal, caller.principal) && session.client.name == shown(caller.client_info.name) &&
         session.client.version == shown(caller.client_info.version);
}

}  // namespace

Callers& CallerSessions::callers_of(Toolboxes& toolboxes) {
  std::shared_ptr<void>& state = toolboxes.plugin_state(kState);
  if (state == nullptr) state = std::make_shared<Callers>();
  return *static_cast<Callers*>(state.get());
}

std::shared_ptr<const CallerSession> CallerSessions::session_of(const CallerIdentity& caller, Callers& callers) {
  auto& sessions = callers.sessions;
  const auto found =
      std::find_if(sessions.rbegin(), sessions.rend(), [&](const auto& session) { return is_of(*session, caller); });
  if (found != sessions.rend()) return *found;
  if (sessions.size() == kMaxSessions) sessions.erase(sessions.begin());
  const ClientInfo client{std::string(shown(caller.client_info.name)), std::string(shown(caller.client_info.version))};
  // A copy: a listener may take its principal for in use as long as it is held.
  const auto principal = caller.principal == nullptr ? nullptr : std::make_shared<const Principal>(*caller.principal);
  sessions.push_back(std::make_shared<const CallerSession>(CallerSession{++last_number_, principal, client}));
  return sessions.back();
}

}  // namespace workbench::call_log
