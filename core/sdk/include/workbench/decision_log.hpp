#pragma once

#include <memory>
#include <string>

#include <workbench/client_profile.hpp>
#include <workbench/extension.hpp>
#include <workbench/principal.hpp>
#include <workbench/tool_identifier.hpp>

namespace workbench {

/// A person's decision about a request.
struct DecisionRecord {
  std::shared_ptr<const Principal> principal;  ///< whose request it was; null: anonymous
  ClientInfo client;                           ///< that sent it
  std::string method;                          ///< `tools/call`, ...
  ToolIdentifier target;                       ///< of another method, `tool` is the prompt's name or the URI
  std::string decision;                        ///< "once", "same arguments", "tool", "no", "expired", ...
  std::string who;                             ///< empty: it was not a person
  std::string how;                             ///< the surface; empty: none
  std::string reason;                          ///< may be empty
};

/// Keeps decisions beside the calls. An extension that a plugin which logs calls provides:
/// `host.extension<DecisionLog>()`. [loop thread]
class DecisionLog {
 public:
  static constexpr ExtensionId kExtension{"mcp-workbench/decision-log", 1};

  virtual void record(DecisionRecord decision) = 0;

 protected:
  ~DecisionLog() = default;
};

}  // namespace workbench
