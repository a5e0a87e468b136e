#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <workbench/caller.hpp>
#include <workbench/client_profile.hpp>
#include <workbench/principal.hpp>
#include <workbench/toolboxes.hpp>

#include "kept_tools.hpp"

namespace workbench::call_log {

/// Whose calls they are, shared by the calls of one session.
struct CallerSession {
  std::uint64_t number = 0;                    ///< unique in this process
  std::shared_ptr<const Principal> principal;  ///< null: anonymous
  ClientInfo client;                           ///< name and version have kMaxNameBytes at most

  static constexpr std::size_t kMaxNameBytes = 256;

  [[nodiscard]] std::size_t bytes() const { return sizeof(*this) + client.name.size() + client.version.size(); }
};

/// What is known of the callers in one workspace.
struct Callers {
  std::vector<std::shared_ptr<const CallerSession>> sessions;
  std::shared_ptr<KeptTool> last_tool;  ///< that one of them called: most calls name the same one again
};

/// Finds the session of a call. A session is a legacy client's connection or HTTP session; requests of the modern era
/// belong to no session, and those of one client (principal, capabilities, name and version) count as one.
/// [loop thread]
class CallerSessions {
 public:
  /// The callers of the workspace that the call comes from: kept with it (Toolboxes::plugin_state()).
  [[nodiscard]] static Callers& callers_of(Toolboxes& toolboxes);

  /// Never null.
  [[nodiscard]] std::shared_ptr<const CallerSession> session_of(const CallerIdentity& caller, Callers& callers);

 private:
  /// The limit for the modern clients of one workspace; beyond it, the oldest gets another number when it calls again.
  static constexpr std::size_t kMaxSessions = 64;

  std::uint64_t last_number_ = 0;
};

}  // namespace workbench::call_log
