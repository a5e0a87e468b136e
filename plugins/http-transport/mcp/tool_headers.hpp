#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include <workbench/json.hpp>

#include "http-shared/parameter_headers.hpp"
#include "http/server_address.hpp"
#include "mcp/outgoing_message.hpp"

namespace workbench::http::transport {

/// The headers that mirror parts of modern messages, including the arguments that the server's tools mark with
/// `x-mcp-header`. [loop thread]
class ToolHeaders {
 public:
  /// The headers of `max_tools` are remembered at most; a longer list is left alone, because the host refuses it.
  ToolHeaders(const JsonAccess& json, std::size_t max_tools) : json_(json), max_tools_(max_tools) {}

  /// Remembers the parameter headers of the tools in a response to tools/list; `result` is a part of `message`. Returns
  /// the message to deliver: without the tools whose annotations are invalid, and otherwise unchanged to the byte.
  /// `dropped` gets a sentence for each of these tools.
  [[nodiscard]] std::string learn(const Json& message, const Json& result, std::vector<std::string>& dropped);

  /// The headers of a modern message.
  [[nodiscard]] HeaderList mirror(const OutgoingMessage& message) const;

  /// Appends the parameter headers for a call of `tool`.
  void append_parameters(const std::string& tool, const Json& arguments, HeaderList& headers) const;

 private:
  const JsonAccess& json_;
  const std::size_t max_tools_;
  std::map<std::string, std::vector<ParameterHeader>> tools_;
};

}  // namespace workbench::http::transport
