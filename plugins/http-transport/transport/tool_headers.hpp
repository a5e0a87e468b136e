#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/json.hpp>

#include "shared/parameter_headers.hpp"

namespace workbench::http::remote {

/// What a server's listed tools say about the headers of their calls. [loop thread]
class ToolHeaders {
 public:
  explicit ToolHeaders(const JsonAccess& json) : json_(json) {}

  /// Learns from an answer to tools/list: `message` as a whole, `result` a part of it. Returns the message to pass on:
  /// the same to the byte but for tools whose headers are against the rules. `dropped` gets a sentence for each.
  [[nodiscard]] std::string learn(const Json& message, const Json& result, std::vector<std::string>& dropped);

  /// The header lines for a call of `tool`.
  [[nodiscard]] std::string lines_for(const std::string& tool, const Json& arguments) const;

 private:
  const JsonAccess& json_;
  std::map<std::string, std::vector<ParameterHeader>> tools_;
};

}  // namespace workbench::http::remote
