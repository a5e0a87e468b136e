#pragma once

#include <map>
#include <string>
#include <vector>

#include <workbench/json.hpp>

#include "shared/parameter_headers.hpp"
#include "transport/outgoing.hpp"

namespace workbench::http::transport {

/// The headers that mirror parts of modern messages, including the arguments that the server's tools mark with
/// `x-mcp-header`. [loop thread]
class ToolHeaders {
 public:
  explicit ToolHeaders(const JsonAccess& json) : json_(json) {}

  /// Remembers the parameter headers of the tools in a response to tools/list; `result` is a part of `message`. Returns
  /// the message to deliver: without the tools whose annotations are invalid, and otherwise unchanged to the byte.
  /// `dropped` gets a sentence for each of these tools.
  [[nodiscard]] std::string learn(const Json& message, const Json& result, std::vector<std::string>& dropped);

  /// The header lines of a modern message.
  [[nodiscard]] std::string mirror(const Outgoing& message) const;

  /// The lines of the parameter headers for a call of `tool`.
  [[nodiscard]] std::string lines_for(const std::string& tool, const Json& arguments) const;

 private:
  const JsonAccess& json_;
  std::map<std::string, std::vector<ParameterHeader>> tools_;
};

}  // namespace workbench::http::transport
