#pragma once

#include <workbench/caller.hpp>
#include <workbench/extension.hpp>
#include <workbench/json.hpp>
#include <workbench/tool_identifier.hpp>
#include <workbench/tool_outcome.hpp>

namespace workbench {

class Toolboxes;

/// Sees every tool call when it comes and when it is answered, and changes nothing. It costs a call less than half of
/// what a Middleware does, which may change and keep it. An extension that one plugin may provide:
/// `host.extension<CallObserver>()`; the configuration decides whether the workbench uses it. [loop thread]
class CallObserver {
 public:
  static constexpr ExtensionId kExtension{"mcp-workbench/call-observer", 1};

  /// A call, before any middleware sees it. `tool` names the tool as the client asked for it, whether or not it exists.
  /// `arguments` is an object, or absent. All are valid during this call. Returns what end() is called with; null: it
  /// is not called. Must not throw.
  [[nodiscard]] virtual void* begin(const ToolIdentifier& tool, const Json& arguments, const Caller& caller,
                                    Toolboxes& toolboxes) noexcept = 0;

  /// The call is answered or cancelled: once for each call of begin(), with what that has returned, after all
  /// middleware. Must not throw.
  virtual void end(void* call, const ToolOutcome& outcome) noexcept = 0;

 protected:
  ~CallObserver() = default;
};

}  // namespace workbench
