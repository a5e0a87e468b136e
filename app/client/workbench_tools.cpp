#include "client/workbench_tools.hpp"

#include <utility>

#include <workbench/json_writer.hpp>

#include "base/process_limits.hpp"
#include "json/lookup.hpp"
#include "json/scanner_json_access.hpp"
#include "process/output.hpp"

namespace workbench::app {
namespace {

/// The interval at which a server that is starting is polled.
constexpr std::chrono::milliseconds kStartingInterval{200};

JsonWriter& write_identifier(JsonWriter& writer, const ToolPath& tool) {
  writer.object().member("toolbox", tool.toolbox).member("server", tool.server).member("tool", tool.tool);
  return writer.end();
}

/// The text of a meta-tool's result as JSON; absent: it is not valid JSON.
Json parsed_text(const Json& result) {
  auto checked = json::ScannerJsonAccess(base::ProcessLimits().message_depth).checked(first_text_of(result));
  return checked ? *std::move(checked) : Json();
}

/// The state in the health of a server: for a healthy server, the health is the state itself.
std::string state_in(const Json& health) {
  return json::characters(health.kind() == JsonKind::object ? json::member(health, "state") : health);
}

bool is_well(const Json& health) {
  const bool has_error = !json::member(health, "lastError").is_absent();
  const bool was_late = !json::member(health, "timeoutsInARow").is_absent();
  return !has_error && !was_late && state_in(health) != "failed";
}

}  // namespace

ExitStatus WorkbenchTools::open(const Sources& sources, Output& errors, const std::string& more) {
  CommandSettings settings{{"listeners", "stdio"}, {"metaTools", "use_tool,describe_tools,list_toolboxes" + more}};
  const bool wants_log = sources.definitions.count("log.level") != 0;
  if (!wants_log) settings.emplace("log.level", "error");
  const ExitStatus opened = session_.open(sources, settings, errors);
  if (wants_log && opened == ExitStatus::ok) session_.show_log(errors);
  return opened;
}

MoveOnlyFunction<void()> WorkbenchTools::report_of(std::string what) {
  if (errors_ == nullptr) return {};
  return [errors = errors_, what = std::move(what)] { *errors << "waiting for " << what << '\n' << std::flush; };
}

Result<Json> WorkbenchTools::describe(const ToolPath& tool) {
  bool is_reported = false;
  for (;;) {
    JsonWriter arguments;
    arguments.object().key("tools").array();
    write_identifier(arguments, tool).end().end();
    WorkbenchSession::Call call{"describe_tools", std::move(arguments).json()};
    if (!is_reported) call.slow = report_of(tool.toolbox + "/" + tool.server);
    const Response response = session_.call(std::move(call));
    const Json* const result = std::get_if<Json>(&response);
    if (result == nullptr) return as_error(response);
    const std::vector<Json> found = json::elements(json::member(parsed_text(*result), "tools"));
    if (!is_error_result(*result) && !found.empty()) return found.front();
    const Json health = health_of(tool);
    if (state_in(health) == "starting") {
      is_reported = true;
      session_.wait(kStartingInterval);
      if (!session_.was_interrupted()) continue;
    }
    return Error{app::is_well(health) ? ErrorKind::not_found : ErrorKind::unavailable, first_text_of(*result)};
  }
}

Response WorkbenchTools::use(const ToolPath& tool, const Json& arguments, WorkbenchClient::Progress progress,
                             std::optional<std::chrono::milliseconds> limit) {
  JsonWriter call;
  call.object();
  write_identifier(call.key("tool"), tool);
  call.member("arguments", arguments).end();
  return session_.call({"use_tool", std::move(call).json(), std::move(progress), limit});
}

bool WorkbenchTools::is_well(const ToolPath& tool) {
  return app::is_well(health_of(tool));
}

void WorkbenchTools::learn_all() {
  for (const Json& toolbox : list_toolboxes()) {
    JsonWriter arguments;
    arguments.object().member("toolbox", json::member(toolbox, "name")).member("format", "signature").end();
    WorkbenchSession::Call call{"describe_tools", std::move(arguments).json()};
    call.slow = report_of("the servers of the toolbox " + json::characters(json::member(toolbox, "name")));
    static_cast<void>(session_.call(std::move(call)));
  }
}

Result<Json> WorkbenchTools::search(std::string_view query, std::size_t limit) {
  JsonWriter arguments;
  arguments.object().member("query", query).member("limit", limit).end();
  const Response response = session_.call({"search_tools", std::move(arguments).json()});
  const Json* const result = std::get_if<Json>(&response);
  if (result == nullptr) return as_error(response);
  if (is_error_result(*result)) return Error{ErrorKind::invalid_argument, first_text_of(*result)};
  return parsed_text(*result);
}

std::vector<Json> WorkbenchTools::list_toolboxes() {
  const Response response = session_.call({"list_toolboxes", Json("{}")});
  const Json* const result = std::get_if<Json>(&response);
  if (result == nullptr) return {};
  return json::elements(json::member(parsed_text(*result), "toolboxes"));
}

Json WorkbenchTools::health_of(const ToolPath& tool) {
  for (const Json& toolbox : list_toolboxes()) {
    if (json::characters(json::member(toolbox, "name")) != tool.toolbox) continue;
    return json::member(json::member(toolbox, "health"), tool.server);
  }
  return {};
}

}  // namespace workbench::app
