#include "workbench_client.hpp"

#include <algorithm>
#include <stdexcept>

#include "json/lookup.hpp"
#include "json/scanner_json_access.hpp"

namespace test_support {
namespace {

/// A machine that runs other tests, too, may take longer to start a server than a list waits by default. A workbench
/// that is joined is found by its settings, which are left as they are.
std::vector<std::string> command_line(const std::filesystem::path& config, const std::vector<std::string>& options) {
  std::vector<std::string> command{WORKBENCH_PROGRAM, "--config", config.string()};
  const bool joins = std::find(options.begin(), options.end(), "--join") != options.end();
  if (!joins) command.insert(command.end(), {"-D", "limits.listPatience=10s"});
  command.insert(command.end(), options.begin(), options.end());
  return command;
}

/// No test finds what another has left, or the person who runs them.
std::map<std::string, std::string> with_own_cache(std::map<std::string, std::string> environment,
                                                  const TemporaryFolder& folder) {
  environment.emplace("XDG_CACHE_HOME", (folder.path() / "cache").string());
  return environment;
}

}  // namespace

WorkbenchClient::WorkbenchClient(std::string_view toolboxes, const std::vector<std::string>& options,
                                 const std::map<std::string, std::string>& environment, const Launch& launch)
    : folder_(std::make_unique<TemporaryFolder>()),
      process_(command_line(folder_->write("toolboxes.json", toolboxes), options),
               with_own_cache(environment, *folder_), launch) {}

std::string WorkbenchClient::initialize(std::string_view revision, std::string_view capabilities,
                                        std::string_view client) {
  const std::string result = request(
      "initialize", "{\"protocolVersion\":" + quoted(revision) + ",\"capabilities\":" + std::string(capabilities) +
                        ",\"clientInfo\":{\"name\":" + quoted(client) + ",\"version\":\"1\"}}");
  notify("notifications/initialized", "{}");
  return result;
}

int WorkbenchClient::send(std::string_view method, std::string_view params) {
  const int id = ++last_id_;
  process_.write_line("{\"jsonrpc\":\"2.0\",\"id\":" + std::to_string(id) + ",\"method\":" + quoted(method) +
                      ",\"params\":" + std::string(params) + "}");
  return id;
}

void WorkbenchClient::notify(std::string_view method, std::string_view params) {
  process_.write_line("{\"jsonrpc\":\"2.0\",\"method\":" + quoted(method) + ",\"params\":" + std::string(params) + "}");
}

std::string WorkbenchClient::answer_to(int id) {
  const std::string wanted = std::to_string(id);
  for (auto response = responses_.begin(); response != responses_.end(); ++response) {
    if (member(*response, "id") != wanted) continue;
    std::string found = std::move(*response);
    responses_.erase(response);
    return found;
  }
  while (true) {
    std::string line = next_line();
    if (!member(line, "method").empty()) {
      notifications_.push_back(std::move(line));
    } else if (member(line, "id") == wanted) {
      return line;
    } else {
      responses_.push_back(std::move(line));
    }
  }
}

std::string WorkbenchClient::next_line() {
  auto line = process_.read_line();
  if (!line) throw std::runtime_error("the workbench has ended its output; its stderr: " + process_.errors());
  return *std::move(line);
}

std::string WorkbenchClient::request(std::string_view method, std::string_view params) {
  const std::string response = answer_to(send(method, params));
  const std::string error = member(response, "error");
  return error.empty() ? member(response, "result") : "error: " + error;
}

std::string WorkbenchClient::call(std::string_view tool, std::string_view arguments) {
  return request("tools/call", "{\"name\":" + quoted(tool) + ",\"arguments\":" + std::string(arguments) + "}");
}

std::string WorkbenchClient::call_text(std::string_view tool, std::string_view arguments) {
  return first_text(call(tool, arguments));
}

std::string WorkbenchClient::open(std::string_view toolbox) {
  return call("open_toolbox", "{\"toolbox_name\":" + quoted(toolbox) + "}");
}

std::string WorkbenchClient::use(std::string_view toolbox, std::string_view server, std::string_view tool,
                                 std::string_view arguments) {
  return request("tools/call", use_tool_params(toolbox, server, tool, arguments));
}

std::string WorkbenchClient::use_text(std::string_view toolbox, std::string_view server, std::string_view tool,
                                      std::string_view arguments) {
  return first_text(use(toolbox, server, tool, arguments));
}

std::vector<std::string> WorkbenchClient::listed_names() {
  std::vector<std::string> names;
  for (const std::string& tool : elements(member(request("tools/list", "{}"), "tools"))) {
    names.push_back(characters(member(tool, "name")));
  }
  return names;
}

InitializedClient::InitializedClient(std::string_view toolboxes, const std::vector<std::string>& options,
                                     std::string_view mode)
    : WorkbenchClient(toolboxes_file(toolboxes, mode), options), initialized_(initialize()) {}

std::string member(std::string_view object, std::string_view path) {
  workbench::Json value{std::string(object)};
  while (!path.empty() && value.kind() == workbench::JsonKind::object) {
    const std::size_t dot = path.find('.');
    value = workbench::json::member(value, path.substr(0, dot));
    path = dot == std::string_view::npos ? std::string_view() : path.substr(dot + 1);
  }
  return path.empty() ? std::string(value.text()) : std::string();
}

std::string characters(std::string_view string) {
  return workbench::json::characters(workbench::Json(std::string(string)));
}

std::string first_text(std::string_view result) {
  const auto blocks = elements(member(result, "content"));
  return blocks.empty() ? std::string() : characters(member(blocks.front(), "text"));
}

std::vector<std::string> tools_in(std::string_view result) {
  std::vector<std::string> names;
  for (const std::string& tool : elements(member(first_text(result), "tools"))) {
    names.push_back(characters(member(tool, "source_server")) + "/" + characters(member(tool, "name")));
  }
  return names;
}

std::vector<std::string> elements(std::string_view array) {
  const workbench::json::ScannerJsonAccess access(1000);
  std::vector<std::string> texts;
  const auto found = access.elements(workbench::Json(std::string(array)));
  if (!found) return texts;
  for (const workbench::Json& element : *found) texts.emplace_back(element.text());
  return texts;
}

std::string toolboxes_file(std::string_view toolboxes, std::string_view mode) {
  return (mode.empty() ? "{" : "{\"toolMode\":" + quoted(mode) + ",") + "\"toolboxes\":{" + std::string(toolboxes) +
         "}}";
}

std::string toolbox(std::string_view name, std::string_view servers, std::string_view description) {
  return quoted(name) + ":{\"description\":" + quoted(description) + ",\"mcpServers\":{" + std::string(servers) + "}}";
}

std::string dev_toolbox(std::string_view servers) {
  return toolboxes_file(toolbox("dev", servers));
}

std::string fake_server(std::string_view name, const std::vector<std::string>& arguments,
                        std::string_view more_members) {
  std::string entry = quoted(name) + ":{\"command\":" + quoted(FAKE_SERVER) + ",\"args\":[";
  for (std::size_t index = 0; index < arguments.size(); ++index) {
    entry.append(index > 0 ? "," : "").append(test_support::quoted(arguments[index]));
  }
  entry.append("]");
  if (!more_members.empty()) entry.append(",").append(more_members);
  return entry + "}";
}

std::string use_tool_params(std::string_view toolbox, std::string_view server, std::string_view tool,
                            std::string_view arguments, std::string_view more_members) {
  std::string params = "{\"name\":\"use_tool\",\"arguments\":{\"tool\":{\"toolbox\":" + quoted(toolbox) +
                       ",\"server\":" + quoted(server) + ",\"tool\":" + quoted(tool) +
                       "},\"arguments\":" + std::string(arguments) + "}";
  if (!more_members.empty()) params.append(",").append(more_members);
  return params + "}";
}

std::string modern_request_metadata(std::string_view capabilities) {
  return R"("io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":)" +
         std::string(capabilities);
}

}  // namespace test_support
