#include "gateway/tool_errors.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "json/escape.hpp"

namespace workbench::gateway {

std::string toolbox_not_open(std::string_view name, bool is_configured, const std::vector<std::string>& known) {
  const std::string text = "Toolbox '" + std::string(name) + "' not found";
  if (is_configured) return text + " among the open ones; open it first with open_toolbox";
  return text + "; the toolboxes are: " + base::listed(known);
}

std::string server_not_found(const ToolIdentifier& tool, const std::vector<std::string>& known) {
  return "Server '" + tool.server + "' not found in toolbox '" + tool.toolbox +
         "'; its servers are: " + base::listed(known);
}

std::string tool_not_found(const ToolIdentifier& tool, const std::vector<std::string>& known) {
  return "Tool '" + tool.tool + "' not found in server '" + tool.server + "' (toolbox '" + tool.toolbox +
         "'); its tools are: " + base::listed(known);
}

std::string connection_failure(const std::string& toolbox, const std::string& server, const Error& reason) {
  std::string text = "Failed to connect to server '" + server + "' in toolbox '" + toolbox + "': " + reason.message;
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

std::string undelivered(const ToolIdentifier& tool, const std::string& reason) {
  return "[" + tool.toolbox + "/" + tool.server + "/" + tool.tool + "] Error: " + reason;
}

std::string uncalled(const ToolIdentifier& tool, const Error& reason) {
  return reason.kind == ErrorKind::not_found ? reason.message : undelivered(tool, reason.message);
}

Json error_result(std::string_view text) {
  return Json(R"({"content":[{"type":"text","text":)" + json::quoted(text) + R"(}],"isError":true})");
}

}  // namespace workbench::gateway
