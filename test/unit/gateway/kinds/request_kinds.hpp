#pragma once

// Every kind of request that a client may send: a new one is a row here, and then has tests of its scopes and of the
// middleware in each tool mode, each era of its client and each era of its server in which it exists.

#include <string>
#include <tuple>
#include <vector>

#include "scene.hpp"

namespace gateway_fixture {

// --- params ----------------------------------------------------------------------------------------------------------

inline std::string meta_tool_call(const std::string& name, const std::string& arguments) {
  return R"("name":")" + name + R"(","arguments":{)" + arguments + "}";
}
inline std::string by_use_tool(const Scene&) {
  return meta_tool_call("use_tool", R"("tool":{"toolbox":"dev","server":"files","tool":"echo"},"arguments":{})");
}
inline std::string by_registered_name(const Scene&) {
  return R"("name":"dev__files__echo","arguments":{})";
}
inline std::string by_own_name(const Scene&) {
  return R"("name":"echo","arguments":{})";
}
inline std::string of_task(const Scene& scene) {
  return R"("taskId":")" + scene.id + "\"";
}
inline std::string none(const Scene&) {
  return {};
}

// --- what precedes ---------------------------------------------------------------------------------------------------

/// So that the servers run, and everything in them is known.
inline void know_everything(Scene& scene) {
  TestClient& client = scene.client();
  client.result_of(client.open_toolbox("dev"));
  client.listed_tools();
  for (const char* const list : {"prompts/list", "resources/list", "resources/templates/list"}) {
    client.result_of(client.request(list));
  }
}

inline void pin_echo(Scene& scene) {
  scene.toolbox().pinned_tools = {{"files", "echo"}};
}

/// A view of an MCP App calls the tools of its server by that server's names.
inline void pin_echo_with_a_view(Scene& scene) {
  pin_echo(scene);
  scene.server().handle("tools/list", [](ScriptedRun& run, const jsonrpc::Envelope& request) {
    run.result(request.id, R"({"tools":[{"name":"echo","inputSchema":{"type":"object"},)"
                           R"("_meta":{"ui":{"resourceUri":"ui://files/view.html"}}}]})");
  });
}

/// Other servers have resources, too, so that known resources matter.
inline void add_other_resources(Scene& scene) {
  ScriptedServer& other = scene.add_other_server();
  other.capabilities = R"({"tools":{},"resources":{"subscribe":true}})";
  other.lists["resources/list"] = {R"({"uri":"mail://1","name":"m"})"};
  other.lists["resources/templates/list"] = {};
}

inline void link_to_a_resource(Scene& scene) {
  add_other_resources(scene);
  scene.answer("tools/call", R"("content":[{"type":"resource_link","uri":"made://by-files","name":"n"}])");
}

inline void answer_at_length(Scene& scene) {
  scene.toolbox().servers.front().max_result_tokens = 30;
  std::string lines;
  for (int line = 0; line < 100; ++line) lines.append("xxx\\n");
  scene.answer("tools/call", R"("content":[{"type":"text","text":")" + lines + R"("}])");
}

inline void call_echo(Scene& scene) {
  know_everything(scene);
  scene.client().result_of(scene.client().use_tool("dev", "files"));
}

inline void keep_a_result(Scene& scene) {
  know_everything(scene);
  const std::string result = scene.client().result_of(scene.client().use_tool("dev", "files"));
  scene.id = json::characters(json::member(json::elements(Json(member(result, "content"))).at(1), "uri"));
}

inline void run_tasks(Scene& scene) {
  const bool is_modern = scene.has_modern_client();
  const std::string task = R"("taskId":"t1","status":"working","createdAt":"2026-08-01T10:00:00Z",)"
                           R"("lastUpdatedAt":"2026-08-01T10:00:00Z",")" +
                           std::string(is_modern ? "ttlMs" : "ttl") + R"(":60000)";
  scene.server().handle("tools/call", [=](ScriptedRun& run, const jsonrpc::Envelope& request) {
    run.result(request.id, is_modern ? R"({"resultType":"task",)" + task + "}" : R"({"task":{)" + task + "}}");
  });
  for (const char* const method : {"tasks/get", "tasks/cancel", "tasks/update"}) scene.answer(method, task);
  scene.answer("tasks/result", R"("content":[])");
}

inline std::string as_task(const Scene& scene) {
  return by_own_name(scene) + (scene.has_modern_client() ? "" : R"(,"task":{})");
}

inline void create_a_task(Scene& scene) {
  know_everything(scene);
  const std::string created = scene.client().result_of(scene.client().request("tools/call", as_task(scene)));
  const Json task = json::member(Json(created), "task");
  scene.id = json::characters(json::member(task.is_absent() ? Json(created) : task, "taskId"));
}

inline void subscribe_to_a(Scene& scene) {
  know_everything(scene);
  scene.client().result_of(scene.client().request("resources/subscribe", R"("uri":"file:///a")"));
}

inline void demand_a_login(Scene& scene) {
  scene.server().connect_error = Error{ErrorKind::login_required, "demands a login"};
}

// --- the table -------------------------------------------------------------------------------------------------------

inline const std::vector<RequestKind>& request_kinds() {
  using config::ToolMode;
  static const std::vector<RequestKind> kKinds{
      // Calls of a tool.
      {.name = "ToolByUseTool",
       .about = About::tool,
       .passes_middleware = true,
       .may_ask = true,
       .at_server = "tools/call",
       .prepare = know_everything,
       .method = "tools/call",
       .params = by_use_tool},
      {.name = "ToolThatOpensItsToolbox",
       .about = About::tool,
       .passes_middleware = true,
       .may_ask = true,
       .at_server = "tools/call",
       .method = "tools/call",
       .params = by_use_tool},
      {.name = "ToolByRegisteredName",
       .about = About::tool,
       .passes_middleware = true,
       .modes = {ToolMode::dynamic},
       .may_ask = true,
       .at_server = "tools/call",
       .prepare = know_everything,
       .method = "tools/call",
       .params = by_registered_name},
      {.name = "ToolByNativeName",
       .about = About::tool,
       .passes_middleware = true,
       .modes = {ToolMode::flat},
       .may_ask = true,
       .at_server = "tools/call",
       .prepare = know_everything,
       .method = "tools/call",
       .params = by_own_name},
      {.name = "PinnedTool",
       .about = About::tool,
       .passes_middleware = true,
       .modes = {ToolMode::proxy, ToolMode::dynamic},
       .may_ask = true,
       .at_server = "tools/call",
       .configure = pin_echo,
       .prepare = [](Scene& scene) { scene.client().listed_tools(); },
       .method = "tools/call",
       .params = by_registered_name},
      {.name = "ToolThatAViewCalls",
       .about = About::tool,
       .passes_middleware = true,
       .modes = {ToolMode::proxy, ToolMode::dynamic},
       .may_ask = true,
       .at_server = "tools/call",
       .configure = pin_echo_with_a_view,
       .prepare = [](Scene& scene) { scene.client().listed_tools(); },
       .method = "tools/call",
       .params = by_own_name},
      {.name = "RenamedTool",
       .about = About::tool,
       .passes_middleware = true,
       .may_ask = true,
       .at_server = "tools/call",
       .configure = [](Scene& scene) { scene.toolbox().servers.front().tools.front().name = "shout"; },
       .prepare = know_everything,
       .method = "tools/call",
       .params =
           [](const Scene&) {
             return meta_tool_call("use_tool",
                                   R"("tool":{"toolbox":"dev","server":"files","tool":"shout"},"arguments":{})");
           },
       .tool = "shout"},
      {.name = "ToolAsTask",
       .about = About::tool,
       .passes_middleware = true,
       .modes = {ToolMode::flat},
       .is_translated = false,
       .at_server = "tools/call",
       .evidence = "taskId",
       .configure = run_tasks,
       .prepare = know_everything,
       .method = "tools/call",
       .params = as_task},
      // What a call has left.
      {.name = "TaskGet",
       .about = About::tool,
       .passes_middleware = true,
       .modes = {ToolMode::flat},
       .is_translated = false,
       .at_server = "tasks/get",
       .configure = run_tasks,
       .prepare = create_a_task,
       .method = "tasks/get",
       .params = of_task},
      {.name = "TaskResult",
       .about = About::tool,
       .passes_middleware = true,
       .modes = {ToolMode::flat},
       .clients = {Era::legacy},
       .is_translated = false,
       .at_server = "tasks/result",
       .configure = run_tasks,
       .prepare = create_a_task,
       .method = "tasks/result",
       .params = of_task},
      {.name = "TaskCancel",
       .about = About::tool,
       .passes_middleware = true,
       .modes = {ToolMode::flat},
       .is_translated = false,
       .at_server = "tasks/cancel",
       .configure = run_tasks,
       .prepare = create_a_task,
       .method = "tasks/cancel",
       .params = of_task},
      {.name = "TaskUpdate",
       .about = About::tool,
       .passes_middleware = true,
       .modes = {ToolMode::flat},
       .clients = {Era::modern},
       .is_translated = false,
       .at_server = "tasks/update",
       .configure = run_tasks,
       .prepare = create_a_task,
       .method = "tasks/update",
       .params = [](const Scene& scene) { return of_task(scene) + R"(,"inputResponses":{})"; }},
      {.name = "TaskList",
       .about = About::tool,
       .refusal = Refusal::omission,
       .modes = {ToolMode::flat},
       .clients = {Era::legacy},
       .is_translated = false,
       .evidence = "taskId",
       .configure = run_tasks,
       .prepare = create_a_task,
       .method = "tasks/list",
       .params = none},
      {.name = "KeptResultAsResource",
       .about = About::tool,
       .evidence = "xxx",
       .configure = answer_at_length,
       .prepare = keep_a_result,
       .method = "resources/read",
       .params = [](const Scene& scene) { return R"("uri":")" + scene.id + "\""; }},
      {.name = "KeptResultByReadResult",
       .about = About::tool,
       .evidence = "xxx",
       .configure = answer_at_length,
       .prepare = keep_a_result,
       .method = "tools/call",
       .params = [](const Scene& scene) { return meta_tool_call("read_result", R"("uri":")" + scene.id + "\""); }},
      {.name = "KeptResultThatIsSearched",
       .about = About::tool,
       .evidence = "xxx",
       .configure = answer_at_length,
       .prepare = keep_a_result,
       .method = "tools/call",
       .params =
           [](const Scene& scene) {
             return meta_tool_call("read_result", R"("uri":")" + scene.id + R"(","find":"x")");
           }},
      // Prompts, resources and completions.
      {.name = "Prompt",
       .about = About::server,
       .passes_middleware = true,
       .may_ask = true,
       .at_server = "prompts/get",
       .prepare = know_everything,
       .method = "prompts/get",
       .params = [](const Scene&) -> std::string { return R"("name":"greet")"; }},
      {.name = "Resource",
       .about = About::server,
       .passes_middleware = true,
       .may_ask = true,
       .at_server = "resources/read",
       .configure = add_other_resources,
       .prepare = know_everything,
       .method = "resources/read",
       .params = [](const Scene&) -> std::string { return R"("uri":"file:///a")"; }},
      {.name = "ResourceOfATemplate",
       .about = About::server,
       .passes_middleware = true,
       .may_ask = true,
       .at_server = "resources/read",
       .configure = add_other_resources,
       .prepare = know_everything,
       .method = "resources/read",
       .params = [](const Scene&) -> std::string { return R"("uri":"docs://a")"; }},
      {.name = "ResourceThatAResultNames",
       .about = About::server,
       .passes_middleware = true,
       .may_ask = true,
       .at_server = "resources/read",
       .configure = link_to_a_resource,
       .prepare = call_echo,
       .method = "resources/read",
       .params = [](const Scene&) -> std::string { return R"("uri":"made://by-files")"; }},
      {.name = "View",
       .about = About::server,
       .passes_middleware = true,
       .may_ask = true,
       .at_server = "resources/read",
       .configure = pin_echo_with_a_view,
       .prepare = know_everything,
       .method = "resources/read",
       .params = [](const Scene&) -> std::string { return R"("uri":"ui://files/view.html")"; }},
      {.name = "Subscribe",
       .about = About::server,
       .clients = {Era::legacy},
       .evidence = R"("result":{})",
       .configure = add_other_resources,
       .prepare = know_everything,
       .method = "resources/subscribe",
       .params = [](const Scene&) -> std::string { return R"("uri":"file:///a")"; }},
      {.name = "Listen",
       .about = About::server,
       .refusal = Refusal::omission,
       .clients = {Era::modern},
       .evidence = R"("resourceSubscriptions":["file:///a"])",
       .configure = add_other_resources,
       .prepare = know_everything,
       .method = "subscriptions/listen",
       .params = [](const Scene&) -> std::string {
         return R"("notifications":{"resourceSubscriptions":["file:///a"]})";
       }},
      {.name = "CompletionOfAPrompt",
       .about = About::server,
       .passes_middleware = true,
       .at_server = "completion/complete",
       .prepare = know_everything,
       .method = "completion/complete",
       .params = [](const Scene&) -> std::string {
         return R"("ref":{"type":"ref/prompt","name":"greet"},"argument":{"name":"a","value":""})";
       }},
      {.name = "CompletionOfATemplate",
       .about = About::server,
       .passes_middleware = true,
       .at_server = "completion/complete",
       .prepare = know_everything,
       .method = "completion/complete",
       .params = [](const Scene&) -> std::string {
         return R"("ref":{"type":"ref/resource","uri":"docs://{path}"},"argument":{"name":"path","value":""})";
       }},
      // Methods of vendors.
      {.name = "VendorRequest",
       .about = About::server,
       .passes_middleware = true,
       .modes = {ToolMode::flat},
       .at_server = "acme/reindex",
       .prepare = know_everything,
       .method = "acme/reindex",
       .params = none},
      {.name = "VendorNotification",
       .about = About::server,
       .refusal = Refusal::silence,
       .modes = {ToolMode::flat},
       .at_server = "notifications/acme/touched",
       .prepare = know_everything,
       .method = "notifications/acme/touched",
       .params = none},
      // Toolboxes.
      {.name = "OpenToolbox",
       .about = About::toolbox,
       .evidence = "servers_connected",
       .method = "tools/call",
       .params = [](const Scene&) { return meta_tool_call("open_toolbox", R"("toolbox_name":"dev")"); }},
      {.name = "DescribeTools",
       .about = About::toolbox,
       .evidence = "inputSchema",
       .method = "tools/call",
       .params = [](const Scene&) { return meta_tool_call("describe_tools", R"("toolbox":"dev")"); }},
      {.name = "LogIn",
       .about = About::server,
       .refusal = Refusal::omission,
       .evidence = "elicitation/create",
       .configure = demand_a_login,
       .method = "tools/call",
       .params = [](const Scene&) { return meta_tool_call("open_toolbox", R"("toolbox_name":"dev")"); }},
      // What needs no scope: lists, in which a client finds what to ask for, and the end of what it has.
      {.name = "ListTools",
       .about = About::nothing,
       .evidence = R"("tools":[)",
       .method = "tools/list",
       .params = none},
      {.name = "ListPrompts",
       .about = About::nothing,
       .evidence = "greet",
       .prepare = know_everything,
       .method = "prompts/list",
       .params = none},
      {.name = "ListResources",
       .about = About::nothing,
       .evidence = "file:///a",
       .prepare = know_everything,
       .method = "resources/list",
       .params = none},
      {.name = "ListResourceTemplates",
       .about = About::nothing,
       .evidence = "docs://{path}",
       .prepare = know_everything,
       .method = "resources/templates/list",
       .params = none},
      {.name = "ListToolboxes",
       .about = About::nothing,
       .evidence = "dev",
       .method = "tools/call",
       .params = [](const Scene&) { return meta_tool_call("list_toolboxes", ""); }},
      {.name = "SearchTools",
       .about = About::nothing,
       .evidence = "echo",
       .prepare = know_everything,
       .method = "tools/call",
       .params = [](const Scene&) { return meta_tool_call("search_tools", R"("query":"echo")"); }},
      {.name = "CloseToolbox",
       .about = About::nothing,
       .clients = {Era::legacy},
       .evidence = "content",
       .prepare = know_everything,
       .method = "tools/call",
       .params = [](const Scene&) { return meta_tool_call("close_toolbox", R"("toolbox_name":"dev")"); }},
      {.name = "Unsubscribe",
       .about = About::nothing,
       .clients = {Era::legacy},
       .evidence = R"("result":{})",
       .prepare = subscribe_to_a,
       .method = "resources/unsubscribe",
       .params = [](const Scene&) -> std::string { return R"("uri":"file:///a")"; }},
      {.name = "SetLogLevel",
       .about = About::nothing,
       .clients = {Era::legacy},
       .evidence = R"("result":{})",
       .prepare = know_everything,
       .method = "logging/setLevel",
       .params = [](const Scene&) -> std::string { return R"("level":"error")"; }},
  };
  return kKinds;
}

// --- in which ways ---------------------------------------------------------------------------------------------------

/// A kind of request, and one of the ways in which it may be sent.
struct Way {
  const RequestKind* kind;
  config::ToolMode mode;
  Era client;
  Era server;
};

inline std::vector<Way> every_way() {
  std::vector<Way> ways;
  for (const RequestKind& kind : request_kinds()) {
    for (const config::ToolMode mode : kind.modes) {
      for (const Era client : kind.clients) {
        for (const Era server : {Era::legacy, Era::modern}) {
          if (kind.is_translated || client == server) ways.push_back({&kind, mode, client, server});
        }
      }
    }
  }
  return ways;
}

inline std::string name_of(const testing::TestParamInfo<Way>& info) {
  const char* const eras[]{"Legacy", "Modern"};
  const char* const modes[]{"Proxy", "Dynamic", "Flat"};
  const Way& way = info.param;
  return std::string(way.kind->name) + "_" + modes[static_cast<int>(way.mode)] + "_" +
         eras[static_cast<int>(way.client)] + "To" + eras[static_cast<int>(way.server)];
}

}  // namespace gateway_fixture
