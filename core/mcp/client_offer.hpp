#pragma once

#include <string>
#include <string_view>

#include "workbench/meta_tool.hpp"

namespace workbench::mcp {

/// What a client is offered: the tools of the workbench itself, and the workbench behind them. [loop thread]
class ClientOffer {
 public:
  /// For the answer to `initialize`.
  [[nodiscard]] virtual std::string instructions() const = 0;

  /// The `tools` array of tools/list: the same every time.
  [[nodiscard]] virtual Json tools() const = 0;

  /// Null: there is no such tool.
  [[nodiscard]] virtual MetaTool* find_tool(std::string_view name) = 0;

  [[nodiscard]] virtual Workbench& workbench() = 0;

  /// The client does not read: nothing more should be read from the servers whose messages go to it.
  virtual void pause_servers(bool paused) = 0;

 protected:
  ~ClientOffer() = default;
};

}  // namespace workbench::mcp
