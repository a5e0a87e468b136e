#include "gateway/modes/mode.hpp"

#include <array>
#include <utility>

#include "gateway/instructions.hpp"
#include "gateway/modes/dynamic_mode.hpp"
#include "gateway/modes/flat_mode.hpp"
#include "gateway/modes/native_capabilities.hpp"
#include "gateway/modes/own_names.hpp"
#include "json/escape.hpp"
#include "json/lookup.hpp"
#include "protocol/vendor_method.hpp"

namespace workbench::gateway {
namespace {

using protocol::ListKind;

std::unique_ptr<Mode> make(config::ToolMode mode, Toolboxes& toolboxes, Host& host) {
  switch (mode) {
    case config::ToolMode::proxy: break;
    case config::ToolMode::dynamic: return std::make_unique<DynamicMode>(toolboxes, host);
    case config::ToolMode::flat: return std::make_unique<FlatMode>(toolboxes, host);
  }
  return std::make_unique<ProxyMode>(toolboxes, host);
}

bool is_available_by_default(const std::string& name, const registry::Registry& registry, const Toolboxes& toolboxes) {
  const auto meta_tool = registry.of<MetaTool>().object(name);
  return meta_tool && (*meta_tool)->is_available_by_default(toolboxes);
}

}  // namespace

Mode::Mode(Toolboxes& toolboxes, Host& host, MetaTools::Instructions instructions, NativeServers::Learning learning)
    : toolboxes_(toolboxes),
      host_(host),
      meta_tools_(toolboxes, host, instructions),
      content_(toolboxes, learning, [this](ListKind kind) { notify_changed(kind); }) {}

Result<std::unique_ptr<Mode>> Mode::from(const std::vector<std::string>& names, const registry::Registry& registry,
                                         config::ToolMode mode, Toolboxes& toolboxes, Host& host) {
  std::unique_ptr<Mode> made = make(mode, toolboxes, host);
  if (const auto shown = made->show_meta_tools(names, registry); !shown) return shown.error();
  if (names.empty()) made->unsettled_ = &registry;
  return made;
}

void Mode::settle_default_meta_tools() const {
  const registry::Registry* const registry = std::exchange(unsettled_, nullptr);
  if (registry == nullptr) return;
  is_settling_ = true;
  const auto shown = show_meta_tools({}, *registry);
  is_settling_ = false;
  if (!shown) host_.log(LogLevel::error, "workbench", shown.error().message);
}

MetaTool* Mode::find_meta_tool(std::string_view name) {
  MetaTool* const found = meta_tools_.find(name);
  if (found != nullptr || unsettled_ == nullptr) return found;
  settle_default_meta_tools();
  return meta_tools_.find(name);
}

Result<bool> Mode::show_meta_tools(const std::vector<std::string>& names, const registry::Registry& registry) const {
  std::vector<std::string> shown = names.empty() ? default_meta_tools(registry) : names;
  toolboxes_.set_meta_tools(shown);
  return meta_tools_.show(shown, registry);
}

std::vector<std::string> Mode::default_meta_tools(const registry::Registry& registry) const {
  std::vector<std::string> names;
  for (const std::string& name : registry.of<MetaTool>().names()) {
    if (is_available_by_default(name, registry, toolboxes_)) names.push_back(name);
  }
  return names;
}

Result<void> Mode::handle_configuration_change(const std::vector<std::string>& names,
                                               const registry::Registry& registry) {
  const auto is_different = show_meta_tools(names, registry);
  if (!is_different) return is_different.error();
  if (*is_different) notify_changed(ListKind::tools);
  handle_changed_servers();
  content_.handle_changed_servers();
  return {};
}

std::string Mode::instructions(const ClientInfo& client) const {
  settle_default_meta_tools();
  return instructions_for(toolboxes_, toolboxes_.profile_of(client));
}

Json Mode::capabilities(protocol::Revision revision) const {
  const bool shows_content = !content_.is_empty();
  return capabilities_with({shows_content, shows_content, shows_content, shows_content}, revision);
}

Json Mode::declared_capabilities(protocol::Revision revision) {
  return capabilities_with(content_.recalled_kinds(), revision);
}

// Tools change even where clients see no servers' tools: the meta-tools name the toolboxes, which change with the
// configuration.
Json Mode::capabilities_with(const ContentExposure::Kinds& shown, protocol::Revision revision) const {
  JsonWriter writer(160);
  writer.object().key("logging").object().end();
  if (!shown.resources && has_own_resources()) writer.key("resources").object().end();
  if (shown.prompts) writer.key("prompts").object().member("listChanged", true).end();
  if (shown.resources) {
    writer.key("resources").object();
    if (shown.subscriptions) writer.member("subscribe", true);
    writer.member("listChanged", true).end();
  }
  writer.key("tools").object().member("listChanged", true).end();
  if (shown.completions && protocol::has_completions(revision)) writer.key("completions").object().end();
  const bool is_modern_client = is_modern(revision);
  const bool has_tasks = tasks() != nullptr && has_server_with_tasks(is_modern_client);
  if (has_tasks && protocol::has_tasks(revision)) {
    writer.key("tasks").object().key("list").object().end();
    if (has_task_cancellation()) writer.key("cancel").object().end();
    writer.key("requests").raw(R"({"tools":{"call":{}}})").end();
  }
  for (const std::string_view kind : {"extensions", "experimental"}) {
    std::string declared = native_capabilities(negotiating_servers(), kind);
    if (has_tasks && is_modern_client && kind == "extensions") {
      declared.append(declared.empty() ? "" : ",").append(json::quoted(protocol::kTasksExtension)).append(":{}");
    }
    if (!declared.empty()) writer.key(kind).object().raw_items(declared).end();
  }
  return std::move(writer.end()).json();
}

bool Mode::has_server_with_tasks(bool is_modern) const {
  bool has_one = false;
  negotiating_servers().for_each([&](const Toolbox&, const servers::Server& server) {
    const servers::Catalog& catalog = server.catalog();
    has_one = has_one || (is_modern ? catalog.has_tasks_extension() : catalog.has_tool_tasks());
  });
  return has_one;
}

bool Mode::has_task_cancellation() const {
  bool has_it = false;
  negotiating_servers().for_each([&](const Toolbox&, const servers::Server& server) {
    has_it = has_it || server.catalog().has_task_cancellation();
  });
  return has_it;
}

void Mode::list(ListKind kind, Caller& caller, MoveOnlyFunction<void(Result<Json>)> listed) {
  if (kind == ListKind::tools) {
    settle_default_meta_tools();
    return list_tools(caller, std::move(listed));
  }
  content_.list(kind, caller, std::move(listed));
}

void Mode::forward(std::string_view method, const Json& params, clients::OwnedRequest request) {
  if (method == "tools/call") return call_tool(params, std::move(request));
  if (method.starts_with("tasks/")) return tasks()->forward(method, params, std::move(request));
  if (protocol::is_vendor_method(method)) return forward_vendor_request(method, params, std::move(request));
  content_.forward(method, params, std::move(request));
}

void Mode::handle_list_change(servers::Server& server, ListKind kind, bool is_first) {
  if (kind == ListKind::tools) return handle_tools_change(server, is_first);
  content_.handle_list_change(server, kind, is_first);
}

void Mode::dispatch_native(const ListedSource& source, NativeCall call, clients::OwnedRequest request) {
  ToolCallTarget target = ByServer{};
  if (const Tool* const tool = source.server->catalog().find_tool_with_headers(source.identifier.tool)) {
    if (const auto agreed = request->check_arguments(tool->definition, call.arguments); !agreed) {
      // dispatch() keeps the request, but knows it by its base class.
      target = Refused{[&mismatched = *request, error = agreed.error().within("tools/call")](
                           const detail::OwnedRequest&) { mismatched.fail_mismatch(error); }};
    }
  }
  // "Receivers that do not declare the task capability for a request type MUST process requests of that type normally,
  // ignoring any task-augmentation metadata" ("basic/utilities/tasks", Task Support and Handling).
  const bool asks_for_task = !call.task.is_absent() && protocol::has_tasks(request->revision()) && tasks() != nullptr &&
                             has_server_with_tasks(false);
  toolboxes().dispatch({source.identifier, std::move(call.arguments), std::move(request), CallStyle::native,
                        asks_for_task ? std::move(call.task) : Json()},
                       std::move(target));
}

Json Mode::tool_list(const ClientInfo& client, std::string_view more) {
  const std::string& own = meta_tools_.definitions(client);
  JsonWriter writer(own.size() + more.size() + 3);
  return std::move(writer.array().raw_items(own).raw_items(more).end()).json();
}

// --- proxy mode ------------------------------------------------------------------------------------------------------

ProxyMode::ProxyMode(Toolboxes& toolboxes, Host& host)
    : Mode(toolboxes, host, MetaTools::Instructions::name_toolboxes,
           NativeServers::Learning::leaves_toolboxes_as_they_are),
      pinned_(toolboxes) {}

void ProxyMode::list_tools(Caller& caller, MoveOnlyFunction<void(Result<Json>)> listed) {
  if (pinned_.is_empty()) {
    shown_.reset();
    return listed(tool_list(caller.identity().client_info, {}));
  }
  const UntilCancelled waiting(caller, std::move(listed));
  pinned_.learn(caller, [this, client = caller.identity().client_info, waiting] {
    auto waited = waiting.extract();
    if (!waited) return;
    shown_ = {client, pinned_for(client)};
    (*waited)(tool_list(client, shown_->pinned));
  });
}

std::string ProxyMode::pinned_for(const ClientInfo& client) const {
  return pinned_.definitions(toolboxes().profile_of(client), true);
}

void ProxyMode::handle_tools_change(servers::Server& server, bool) {
  if (shown_ && pinned_.has_tools_of(server)) handle_changed_servers();
}

void ProxyMode::handle_changed_servers() {
  const bool shows_other_tools = shown_ ? pinned_for(shown_->client) != shown_->pinned : !pinned_.is_empty();
  if (shows_other_tools) notify_changed(ListKind::tools);
}

void ProxyMode::call_tool(const Json& params, clients::OwnedRequest request) {
  NativeCall call = read_native_call(params);
  const ClientProfile& client = toolboxes().profile_of(request->identity().client_info);
  auto source = pinned_.find(call.name, client);
  if (!source) {
    source = find_by_own_name(toolboxes(), call.name, [this](const Toolbox&, const servers::Server& server) {
      return pinned_.has_tools_of(server);
    });
  }
  if (source) return dispatch_native(*source, std::move(call), std::move(request));
  const Error unknown{ErrorKind::not_found,
                      "tools/call: Unknown tool: " + call.name +
                          "; the tools of a toolbox are called with use_tool, after open_toolbox"};
  toolboxes().dispatch({{"", "", call.name}, std::move(call.arguments), std::move(request), CallStyle::native},
                       Refused{[unknown](const detail::OwnedRequest& refused) { refused->fail(unknown); }});
}

NativeCall read_native_call(const Json& params) {
  constexpr std::array<std::string_view, 3> kNames{"name", "arguments", "task"};
  std::array<Json, 3> found;
  json::pick_members(params, kNames, found);
  if (found[1].kind() == JsonKind::null) found[1] = {};
  if (found[2].kind() != JsonKind::object) found[2] = {};
  return {json::characters(found[0]), std::move(found[1]), std::move(found[2])};
}

}  // namespace workbench::gateway
