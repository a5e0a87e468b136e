#pragma once

#include <string_view>

#include "process/recent_lines.hpp"
#include "requests/operator_methods.hpp"

namespace workbench::app {

/// What the log of the workbench has said of one server, its stderr included, as far as it is remembered:
///
///   workbench/log  {"toolbox", "server", "limit": 200} -> {"lines": [{"time", "level", "text"}]}, the newest last
///
/// For operators who see everything: a server's stderr may quote what any client has sent. A server of which nothing
/// was logged has no lines, whether or not it exists. [loop thread]
class LogRequests final : public OperatorMethods {
 public:
  /// `lines` must outlive it.
  explicit LogRequests(const RecentLines& lines) : lines_(lines) {}

  [[nodiscard]] bool has(std::string_view method) const override { return method == "workbench/log"; }
  void respond(const OperatorRequest& request, OperatorAnswer answer) override { answer(result_of(request)); }

 private:
  [[nodiscard]] Result<Json> result_of(const OperatorRequest& request) const;

  const RecentLines& lines_;
};

}  // namespace workbench::app
