#include "mcp/tool_headers.hpp"

#include <utility>

#include "http-shared/header_value.hpp"
#include "http-shared/json_text.hpp"

namespace workbench::http::transport {

std::string ToolHeaders::learn(const Json& message, const Json& result, std::vector<std::string>& dropped) {
  const Json list = member(json_, result, "tools");
  if (list.kind() != JsonKind::array || has_more_elements(list, max_tools_)) return std::string(message.text());
  const auto tools = json_.elements(list);
  if (!tools) return std::string(message.text());
  std::vector<Json> kept;
  for (const Json& tool : *tools) {
    const std::string name = string_or_empty(json_, member(json_, tool, "name"));
    auto headers = read_parameter_headers(json_, tool);
    if (!headers) {
      dropped.push_back("the tool '" + name + "' is left out: " + headers.error().message);
      tools_.erase(name);
      continue;
    }
    kept.push_back(tool);
    if (headers->empty()) {
      tools_.erase(name);
    } else {
      if (tools_.size() == max_tools_) tools_.clear();  // of a server that gives its tools other names all the time
      tools_[name] = *std::move(headers);
    }
  }
  if (dropped.empty()) return std::string(message.text());

  const std::string_view whole = message.text();
  const auto begin = static_cast<std::size_t>(list.text().data() - whole.data());
  std::string text(whole.substr(0, begin + 1));
  for (const Json& tool : kept) text.append(text.size() == begin + 1 ? "" : ",").append(tool.text());
  return text.append("]").append(whole.substr(begin + list.text().size()));
}

HeaderList ToolHeaders::mirror(const OutgoingMessage& message) const {
  HeaderList headers{{"MCP-Protocol-Version", encode_header_value(message.version)},
                     {"Mcp-Method", encode_header_value(message.method)}};
  if (message.name.kind() != JsonKind::string) return headers;
  const std::string name = string_or_empty(json_, message.name);
  headers.emplace_back("Mcp-Name", encode_header_value(name));
  if (message.method == "tools/call") append_parameters(name, message.arguments, headers);
  return headers;
}

void ToolHeaders::append_parameters(const std::string& tool, const Json& arguments, HeaderList& headers) const {
  const auto found = tools_.find(tool);
  if (found == tools_.end()) return;
  for (const ParameterHeader& parameter : found->second) {
    if (auto value = header_value_of(json_, parameter, arguments)) {
      headers.emplace_back("Mcp-Param-" + parameter.name, *std::move(value));
    }
  }
}

}  // namespace workbench::http::transport
