#pragma once

#include <chrono>

#include <workbench/extension.hpp>
#include <workbench/host.hpp>

namespace workbench {

/// How long a server may take to end in an orderly way. An extension that the workbench provides:
/// `host.extension<EndPatience>()`. [loop thread]
class EndPatience {
 public:
  static constexpr ExtensionId kExtension{"mcp-workbench/end-patience", 1};

  /// From the beginning of the end of a server to the exit of its last process, as of now: as long as the workbench
  /// stays, a server has the time to save what it has (`limits.serverEnd`); when the workbench itself ends, it has
  /// Limits::shutdown. So this may become shorter while a server is ending.
  [[nodiscard]] virtual std::chrono::milliseconds end_patience() const = 0;

 protected:
  ~EndPatience() = default;
};

/// The same; Limits::shutdown where the extension is not provided. [loop thread]
[[nodiscard]] inline std::chrono::milliseconds end_patience(Host& host) {
  const auto* const provided = host.extension<EndPatience>();
  return provided == nullptr ? host.limits().shutdown : provided->end_patience();
}

}  // namespace workbench
