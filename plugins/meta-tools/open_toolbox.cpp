#include "meta_tools.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include <workbench/json_writer.hpp>
#include <workbench/until_cancelled.hpp>

#include "input.hpp"

namespace meta_tools {

using workbench::Caller;
using workbench::ClientProfile;
using workbench::Json;
using workbench::JsonWriter;
using workbench::OpenedServer;
using workbench::OpenedToolbox;
using workbench::Toolboxes;
using workbench::ToolCall;
using workbench::ToolIdentifier;
using workbench::ToolResult;
using workbench::UntilCancelled;

namespace {

constexpr std::string_view kDescription =
    "Opens a toolbox: starts its MCP servers and returns their tools with descriptions and input schemas, to be "
    "called with use_tool. Opening it again costs nothing.";

constexpr const char* kInputSchema = R"json({
"type":"object",
"required":["toolbox_name"],
"properties":{"toolbox_name":{"type":"string","minLength":1,"description":"Name of the toolbox to open"}},
"additionalProperties":false
})json";

constexpr const char* kAnnotations = R"json({
"title":"Open a toolbox","readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":false
})json";

/// Lists the toolboxes for a host that does not, or may not, show the server's instructions, which list them as well.
std::string description_for(const Toolboxes& toolboxes, const ClientProfile& client) {
  std::string text(kDescription);
  if (client.instructions_bytes.value_or(0) > 0) return text;
  const std::string listed = toolboxes.describe_toolboxes(workbench::kToolboxesBytes);
  text.append(" The toolboxes are:");
  if (listed.empty()) return text.append(" none (the configuration has no toolbox)");
  return text.append("\n").append(listed, 0, listed.size() - 1);
}

bool is_usable(const OpenedServer& server) {
  return !server.failure.has_value() || server.is_starting;
}

bool demands_login(const Toolboxes::Opened& opened) {
  if (!opened) return false;
  const auto& servers = (*opened)->servers;
  return std::any_of(servers.begin(), servers.end(), [](const OpenedServer& server) {
    return server.failure && server.failure->kind == workbench::ErrorKind::login_required;
  });
}

std::string all_failures(const OpenedToolbox& toolbox) {
  std::string lines;
  for (const OpenedServer& server : toolbox.servers) {
    if (!lines.empty()) lines += '\n';
    lines.append(connection_failure(toolbox, server));
  }
  return lines;
}

/// The name of the toolbox under another key that is used elsewhere for it. Empty if the input has not exactly this one
/// member.
std::string loose_name(const Json& arguments, const workbench::JsonAccess& json) {
  if (has_more_than(1, arguments)) return {};
  const auto members = json.members(arguments);
  if (!members || members->size() != 1) return {};
  const auto& [key, value] = members->front();
  if (key != "toolbox" && key != "name") return {};
  return short_text(value, json).value_or(std::string());
}

/// The key of an answer in the cache: everything on which its text depends besides the state of the toolbox.
std::string cache_key(const OpenedToolbox& toolbox, const Audience& audience, const ClientProfile& client) {
  return toolbox.name + '\n' + std::to_string(audience.budget.size) + '\n' + std::to_string(audience.shown.size) +
         '\n' + std::to_string(static_cast<int>(audience.budget.measure)) + '\n' +
         std::to_string(static_cast<int>(audience.detail)) + (audience.has_describe_tools ? "d" : "") +
         (audience.native_name ? "n" + std::to_string(client.tool_name_bytes.value_or(0)) : "");
}

/// The answer to a session that has the whole one, on one line.
std::string unchanged(const OpenedToolbox& toolbox, bool has_describe_tools) {
  JsonWriter all;
  all.object().member("toolbox", toolbox.name).end();
  JsonWriter answer;
  answer.object().member("toolbox", toolbox.name).member("unchanged", true);
  if (has_describe_tools) {
    answer.member("_notes", "its tools are those that you were given before; describe_tools " +
                                std::string(all.text()) + " lists them again");
  }
  answer.end();
  return std::move(answer).take();
}

}  // namespace

std::vector<workbench::OptionDescription> OpenToolbox::option_descriptions() {
  return {{.name = kRepeatOpen,
           .type = workbench::OptionType::text,
           .description = "The answer to a session that opens an unchanged toolbox again: whole (the same answer, the "
                          "default), or short (a line that says so)."}};
}

std::vector<workbench::OptionError> OpenToolbox::check(const workbench::Options& options) {
  const std::string repeated = options.text(kRepeatOpen, kWhole);
  if (repeated == kWhole || repeated == kShort) return {};
  return {{kRepeatOpen, "must be whole or short"}};
}

Json OpenToolbox::definition(const Toolboxes& toolboxes, const ClientProfile& client) const {
  JsonWriter writer;
  writer.object()
      .member("name", "open_toolbox")
      .member("title", "Open a toolbox")
      .member("description", description_for(toolboxes, client))
      .member("inputSchema", definition_from(kInputSchema))
      .member("annotations", definition_from(kAnnotations))
      .end();
  return std::move(writer).json();
}

void OpenToolbox::call(ToolCall call) {
  const workbench::JsonAccess& json = call.host().json();
  Toolboxes& toolboxes = call.toolboxes();
  Input input(json, call.arguments(), "", {"toolbox_name"});
  std::string name = input.name("toolbox_name");
  input.check_keys();
  if (input.error()) {
    name = toolboxes.is_strict_about_input() ? std::string() : loose_name(call.arguments(), json);
    if (is_blank(name)) return call.result(ToolResult::error(*input.error()));
    call.host().log(workbench::LogLevel::debug, "open_toolbox", "accepted the toolbox's name under another key");
  }

  // The toolboxes keep the functions until the toolbox is open, which may take long: of the call, they keep nothing
  // that they do not need, and nothing at all once it has been cancelled.
  call.set_arguments({});
  open(std::move(call), name, 0);
}

void OpenToolbox::open(ToolCall call, const std::string& name, int logins) {
  Toolboxes& toolboxes = call.toolboxes();
  Caller& caller = call.caller();
  const UntilCancelled opening(caller, std::move(call));
  if (opening.get() == nullptr) return;
  toolboxes.open_toolbox(
      name, caller,
      [opening](std::size_t completed, std::size_t total, const std::string& server) {
        if (ToolCall* const waiting = opening.get()) {
          waiting->caller().report_progress({static_cast<double>(completed), static_cast<double>(total), server});
        }
      },
      [this, opening, name, logins](Toolboxes::Opened opened) {
        if (auto waited = opening.extract()) finish_opening(*std::move(waited), name, logins, std::move(opened));
      });
}

/// A server that demands a login may be reachable after it. Each login is for one server.
void OpenToolbox::finish_opening(ToolCall call, const std::string& name, int logins, Toolboxes::Opened opened) {
  constexpr int kMaxLogins = 10;
  if (!demands_login(opened) || logins == kMaxLogins) return answer(std::move(call), std::move(opened));
  Toolboxes& toolboxes = call.toolboxes();
  Caller& caller = call.caller();
  toolboxes.log_in(name, caller, [this, call = std::move(call), name, logins, opened](bool has_logged_in) mutable {
    if (has_logged_in) return open(std::move(call), name, logins + 1);
    answer(std::move(call), std::move(opened));
  });
}

void OpenToolbox::answer(ToolCall call, Toolboxes::Opened opened) {
  if (!opened && opened.error().kind == workbench::ErrorKind::forbidden) return call.fail(opened.error());
  if (!opened) return call.result(ToolResult::error(opened.error().message));
  const std::shared_ptr<const OpenedToolbox>& toolbox = *opened;
  const auto& servers = toolbox->servers;
  if (!servers.empty() && std::none_of(servers.begin(), servers.end(), is_usable)) {
    return call.result(ToolResult::error(all_failures(*toolbox)));
  }

  const Toolboxes& toolboxes = call.toolboxes();
  const Caller& caller = call.caller();
  const ClientProfile& client = toolboxes.profile_of(caller.identity().client_info);
  Audience audience;
  // Whichever is the least; a limit of the configuration is counted as the host counts, which is never less than bytes
  // for the texts of most tools.
  audience.shown = client.result_budget();
  audience.budget = audience.shown;
  audience.budget.size = std::min({toolbox->open_bytes, client.open_bytes, client.result_bytes});
  audience.detail = std::min(toolbox->detail, client.detail);
  audience.has_describe_tools = toolboxes.has_meta_tool("describe_tools");
  if (toolboxes.native_name({toolbox->name, "", ""}, caller)) {
    audience.native_name = [&](const ToolIdentifier& tool) { return toolboxes.native_name(tool, caller); };
  }

  const std::string key = cache_key(*toolbox, audience, client);
  if (was_given(toolboxes, caller, key, toolbox)) {
    return call.result(ToolResult::text(unchanged(*toolbox, audience.has_describe_tools)));
  }
  CachedAnswer& cached = answers_[key];
  if (cached.state.lock() != toolbox) {
    const workbench::JsonAccess& json = call.host().json();
    cached = {toolbox, Json(json.quoted(write_toolbox_answer(*toolbox, audience, json)))};
  }
  call.result(ToolResult::text_literal(cached.literal));
}

// A state belongs to the toolboxes of one workspace, and legacy sessions each have a workspace of their own. Modern
// clients share one, and their requests are independent of each other, as are requests of hosts that reconnect.
bool OpenToolbox::was_given(const Toolboxes& toolboxes, const Caller& caller, const std::string& key,
                            const std::shared_ptr<const OpenedToolbox>& toolbox) {
  const workbench::CallerIdentity& identity = caller.identity();
  if (repeats_whole_ || identity.is_modern || toolboxes.profile_of(identity.client_info).is_one_shot) return false;
  std::erase_if(given_, [](const auto& entry) { return entry.second.expired(); });
  std::weak_ptr<const OpenedToolbox>& given = given_[{&toolboxes, key}];
  if (given.lock() == toolbox) return true;
  given = toolbox;
  return false;
}

}  // namespace meta_tools
