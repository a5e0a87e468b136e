#pragma once

#include <string>
#include <string_view>

#include <workbench/host.hpp>

namespace workbench::stdio {

/// "The server MUST NOT write anything to its stdout that is not a valid MCP message" ("basic/transports", stdio): many
/// print a greeting or debug there. The log shows the first such line, so that its author can be found. [loop thread]
class StrayOutput {
 public:
  /// `source` is the server's name in the log. Both must outlive it.
  StrayOutput(Host& host, const std::string& source) : host_(host), source_(source) {}

  /// Logs `line`, which the server has written to its stdout, if it is the first that cannot be a message.
  void check(std::string_view line);

 private:
  Host& host_;
  const std::string& source_;
  bool is_shown_ = false;
};

}  // namespace workbench::stdio
