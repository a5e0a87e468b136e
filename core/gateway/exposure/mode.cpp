#include "gateway/exposure/mode.hpp"

#include <array>
#include <utility>

#include "base/process_limits.hpp"
#include "gateway/exposure/instructions.hpp"
#include "gateway/exposure/native_capabilities.hpp"
#include "json/empty_containers.hpp"
#include "json/escape.hpp"
#include "json/lookup.hpp"
#include "protocol/tasks.hpp"
#include "protocol/vendor_method.hpp"

namespace workbench::gateway {
namespace {

using protocol::ListKind;

bool is_available_by_default(const std::string& name, const registry::Registry& registry,
                             const workbench::Toolboxes& toolboxes) {
  const auto meta_tool = registry.of<MetaTool>().object(name);
  return meta_tool && (*meta_tool)->is_available_by_default(toolboxes);
}

}  // namespace

Mode::Mode(Parts parts, MetaTools::Instructions instructions, NativeServers::Learning learning)
    : parts_(std::move(parts)),
      meta_tools_(parts_.client_toolboxes, parts_.host, instructions),
      content_(parts_, learning, [this](ListKind kind) { notify_changed(kind); }) {}

Result<void> Mode::show_first(const std::vector<std::string>& names, const registry::Registry& registry) {
  registry_ = &registry;
  if (const auto shown = show_meta_tools(names, registry); !shown) return shown.error();
  if (names.empty()) unsettled_ = &registry;
  return {};
}

void Mode::settle_default_meta_tools() const {
  const registry::Registry* const registry = std::exchange(unsettled_, nullptr);
  if (registry == nullptr) return;
  is_settling_ = true;
  const auto shown = show_meta_tools({}, *registry);
  is_settling_ = false;
  if (!shown) parts_.host.log(LogLevel::error, "workbench", shown.error().message);
}

MetaTool* Mode::find_meta_tool(std::string_view name) {
  MetaTool* found = meta_tools_.find(name);
  if (found == nullptr && unsettled_ != nullptr) {
    settle_default_meta_tools();
    found = meta_tools_.find(name);
  }
  return found != nullptr ? found : find_further_meta_tool(name);
}

Result<bool> Mode::show_meta_tools(const std::vector<std::string>& names, const registry::Registry& registry) const {
  std::vector<std::string> shown = names.empty() ? default_meta_tools(registry) : names;
  parts_.shown_meta_tools.assign(shown);
  return meta_tools_.show(shown, registry);
}

std::vector<std::string> Mode::default_meta_tools(const registry::Registry& registry) const {
  std::vector<std::string> names;
  for (const std::string& name : registry.of<MetaTool>().names()) {
    if (is_available_by_default(name, registry, parts_.client_toolboxes)) names.push_back(name);
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
  return instructions_for(parts_.client_toolboxes, parts_.toolboxes.profile_of(client));
}

Json Mode::capabilities(protocol::Revision revision) const {
  const bool shows_content = !content_.is_empty();
  return capabilities_with({shows_content, shows_content, shows_content, shows_content}, revision);
}

// Servers whose content no client sees may still declare extensions.
Json Mode::declared_capabilities(protocol::Revision revision) {
  const ContentExposure::Kinds kinds = content_.recalled_kinds();
  negotiating_servers().recall();
  return capabilities_with(kinds, revision);
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
  const bool has_tasks = tasks() != nullptr && has_server_with_tasks();
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

bool Mode::has_server_with_tasks() const {
  bool has_one = false;
  negotiating_servers().for_each([&](const Toolbox&, const servers::Server& server) {
    const Json& declared = server.catalog().capabilities();
    has_one = has_one || protocol::has_tasks_extension(declared) || protocol::has_tool_tasks(declared);
  });
  return has_one;
}

bool Mode::has_task_cancellation() const {
  bool has_it = false;
  negotiating_servers().for_each([&](const Toolbox&, const servers::Server& server) {
    const Json& declared = server.catalog().capabilities();
    has_it = has_it || protocol::has_tasks_extension(declared) || protocol::has_task_cancellation(declared);
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

void Mode::limit_wait(const ClientInfo& client, std::function<void()> answer) {
  if (parts_.toolboxes.profile_of(client).is_one_shot) return;
  timers_.after(base::process_limits(parts_.host).list_patience, std::move(answer));
}

protocol::CacheHint Mode::cache_hint(ListKind kind) const {
  protocol::CacheHint hint = kind == ListKind::tools ? tools_cache_hint() : content_.servers().cache_hint(kind);
  // Clients of other hosts are served in another mode.
  if (parts_.toolboxes.tool_mode() == config::ToolMode::automatic) hint.is_public = false;
  return hint;
}

void Mode::forward(std::string_view method, const Json& params, clients::OwnedRequest request) {
  if (method == "tools/call") return call_tool(params, std::move(request));
  if (method == "tasks/list") return tasks()->answer_list(*request);
  if (method.starts_with("tasks/")) {
    auto routed = tasks()->route(method, params, std::move(request));
    if (routed) parts_.pipeline.send(*std::move(routed));
    return;
  }
  if (protocol::is_vendor_method(method)) return forward_vendor_request(method, params, std::move(request));
  content_.forward(method, params, std::move(request));
}

void Mode::handle_list_change(servers::Server& server, ListKind kind, bool is_first) {
  if (kind == ListKind::tools) return handle_tools_change(server, is_first);
  content_.handle_list_change(server, kind, is_first);
}

void Mode::call_natively(const ListedSource& source, NativeCall call, clients::OwnedRequest request) {
  call.arguments = source.server->catalog().native().own_arguments(source.identifier.tool, std::move(call.arguments));
  if (const Tool* const tool = source.server->catalog().find_tool_with_headers(source.identifier.tool)) {
    if (const auto agreed = request->check_arguments(tool->definition, call.arguments); !agreed) {
      // The pipeline keeps the request, but knows it by its base class.
      auto refusal = [&mismatched = *request, error = agreed.error().within("tools/call")](
                         const detail::OwnedRequest&) { mismatched.fail_mismatch(error); };
      return parts_.pipeline.send(
          refused_call(source.identifier, std::move(call.arguments), std::move(request), std::move(refusal)));
    }
  }
  // "Receivers that do not declare the task capability for a request type MUST process requests of that type normally,
  // ignoring any task-augmentation metadata" ("basic/utilities/tasks", Task Support and Handling).
  const bool asks_for_task = !call.task.is_absent() && protocol::has_tasks(request->revision()) && tasks() != nullptr &&
                             has_server_with_tasks();
  Json schema = shown_schema(*request, call.name, *source.server, source.identifier.tool);
  RoutedRequest routed = call_on_server(source.identifier, std::move(call.arguments),
                                        asks_for_task ? std::move(call.task) : Json(), std::move(request));
  routed.output_schema = std::move(schema);
  routed.may_be_task = tasks() != nullptr;
  parts_.pipeline.send(std::move(routed));
}

// Clients of older revisions do not look at schemas of results.
Json Mode::shown_schema(const clients::Request& request, std::string_view name, const servers::Server& server,
                        std::string_view tool) const {
  if (!protocol::has_structured_content(request.revision())) return {};
  return shown_schemas_.find(request.identity().client_info, name, server.catalog(), tool);
}

Json Mode::tool_list(const ClientInfo& client, std::string_view more) {
  const std::string& own = meta_tools_.definitions(client);
  JsonWriter writer(own.size() + more.size() + 3);
  Json list = std::move(writer.array().raw_items(own).raw_items(more).end()).json();
  shown_schemas_.record(client, list);
  return list;
}

NativeCall read_native_call(const Json& params) {
  constexpr std::array<std::string_view, 3> kNames{"name", "arguments", "task"};
  std::array<Json, 3> found;
  json::pick_members(params, kNames, found);
  if (found[1].kind() == JsonKind::null) found[1] = {};
  if (found[1].kind() == JsonKind::array) found[1] = json::as_object(found[1]);
  if (found[2].kind() != JsonKind::object) found[2] = {};
  return {json::characters(found[0]), std::move(found[1]), std::move(found[2])};
}

}  // namespace workbench::gateway
