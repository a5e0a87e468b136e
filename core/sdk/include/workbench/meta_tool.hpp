#pragma once

#include <workbench/client_profile.hpp>
#include <workbench/host.hpp>
#include <workbench/tool.hpp>
#include <workbench/tool_call.hpp>
#include <workbench/toolboxes.hpp>

namespace workbench {

/// A tool that the workbench itself offers to its clients.
class MetaTool {
 public:
  MetaTool() = default;
  MetaTool(const MetaTool&) = delete;
  MetaTool& operator=(const MetaTool&) = delete;
  virtual ~MetaTool() = default;

  /// What tools/list shows: a Tool object of the specification with at least `name` and `inputSchema`. It depends on
  /// nothing but the configuration and the client's host. `workbench` says which toolboxes there are. [loop thread]
  [[nodiscard]] virtual Json definition(const Toolboxes& toolboxes, const ClientProfile& client,
                                        const JsonAccess& json) const = 0;

  /// Whether the clients of `workbench` are offered it although the properties do not name it (`metaTools`).
  /// [loop thread]
  [[nodiscard]] virtual bool is_offered_by_default(const Toolboxes& /*workbench*/) const { return true; }

  /// Answers `call`, now or later. Its arguments are valid JSON but have not been held against the input schema.
  /// [loop thread]
  virtual void call(ToolCall call) = 0;
};

}  // namespace workbench
