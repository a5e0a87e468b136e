#pragma once

#include <optional>

#include "workbench/offer.hpp"

namespace workbench {

/// Beside the meta-tools, the tools of open toolboxes as TOOLBOX__SERVER__TOOL, for clients of the handshake era. The
/// list of a client of the stateless era may not depend on what was opened, so that it is the meta-tools alone.
/// [loop thread]
class DynamicOffer final : public Offer {
 public:
  DynamicOffer(Bench& bench, Host& host);

  [[nodiscard]] Json capabilities(mcp::Revision revision) const override;
  void list(mcp::ListKind kind, Caller& caller, MoveOnlyFunction<void(Result<Json>)> listed) override;
  void forward(std::string_view method, const Json& params, mcp::PendingRequest request) override;
  void note_changed(Server& server, mcp::ListKind kind, bool is_first) override;

 private:
  [[nodiscard]] bool is_in_an_open_toolbox(const Server& server) const;

  bool has_explained_ = false;  // why a stateless client sees the meta-tools alone
};

/// The parts of a registered name: split at its first two `__`, so that the tool's own name may hold more of them.
/// Absent: it has fewer parts, or an empty one.
[[nodiscard]] std::optional<ToolIdentifier> split_registered_name(std::string_view name);

/// The definition under which a tool is registered: its name with toolbox and server in front, its description with
/// `[toolbox/server] `, and where it comes from in `_meta`. Everything else as it came.
[[nodiscard]] std::string registered_definition(const ToolIdentifier& tool, const Json& definition,
                                                const JsonAccess& json);

}  // namespace workbench
