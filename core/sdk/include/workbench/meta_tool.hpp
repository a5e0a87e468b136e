#pragma once

#include <string_view>

#include <workbench/client_profile.hpp>
#include <workbench/host.hpp>
#include <workbench/tool.hpp>
#include <workbench/tool_call.hpp>
#include <workbench/toolboxes.hpp>

namespace workbench {

/// A tool of the workbench itself, beside the servers' tools.
class MetaTool {
 public:
  static constexpr std::string_view kKindName = "meta-tool";

  MetaTool() = default;
  MetaTool(const MetaTool&) = delete;
  MetaTool& operator=(const MetaTool&) = delete;
  virtual ~MetaTool() = default;

  /// What tools/list shows: a Tool object of the specification, with at least `name`, which is the registered name, and
  /// `inputSchema`, whose `type` is "object". It depends on the configuration (`toolboxes`) and the client's host
  /// (`client`) alone, which are valid during the call. Checked at start-up and by `--check`. [loop thread]
  [[nodiscard]] virtual Json definition(const Toolboxes& toolboxes, const ClientProfile& client) const = 0;

  /// Whether clients are shown it when the properties file does not set `metaTools`. [loop thread]
  [[nodiscard]] virtual bool is_available_by_default(const Toolboxes& /*toolboxes*/) const { return true; }

  /// Answers `call`, now or later: within Limits::call after the last report of progress, or the host answers with an
  /// error. The arguments are valid JSON but have not been checked against the input schema. [loop thread]
  virtual void call(ToolCall call) = 0;
};

}  // namespace workbench
