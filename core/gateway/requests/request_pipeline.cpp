#include "gateway/requests/request_pipeline.hpp"

#include <iterator>
#include <string>
#include <utility>

#include <workbench/until_cancelled.hpp>

#include "base/is_literal.hpp"
#include "base/trace_scope.hpp"
#include "gateway/requests/forwarded_request.hpp"
#include "gateway/requests/required_scopes.hpp"
#include "gateway/requests/retry_after_login.hpp"
#include "gateway/requests/tool_lookup.hpp"
#include "json/lookup.hpp"
#include "protocol/request_metadata.hpp"
#include "protocol/tasks.hpp"

namespace workbench::gateway {
namespace {

/// Whether the result of a call is inside the answer, as the extension of tasks has it.
bool answers_in_task(const RoutedRequest& routed) {
  return base::is_literal(routed.method, "tasks/get") && routed.request->identity().is_modern;
}

}  // namespace

// The stages of every request to a server, in this order. A stage passes it on, answers it, or keeps it and passes it
// on later; a request that it does not apply to is passed on at once.
constexpr RequestPipeline::Stage RequestPipeline::kStages[] = {
    &RequestPipeline::limit_result,               // results of tools: shortened last, after all that changes them
    &RequestPipeline::promise_task,               // to a client that asks for one, whatever answers it
    &RequestPipeline::show_to_observer,           // calls, before anything can change or refuse them
    &RequestPipeline::run_middleware,             // plugins, of every kind of request
    &RequestPipeline::refuse_what_names_nothing,  // calls of no tool, which middleware has seen
    &RequestPipeline::require_scopes,             // forbidden
    &RequestPipeline::open_toolbox,               // a toolbox that may be opened by use
    &RequestPipeline::find_server,                // not_found, in the contract's words; may wait, and for a login
    &RequestPipeline::refuse_what_has_appeared,   // a tool that there was not when the middleware was chosen
    &RequestPipeline::keep_links,                 // to the resources that the result names
    &RequestPipeline::agree_on_task,              // that the server makes of the call, or that the request is about
    &RequestPipeline::forward,                    // to the server and back; may wait for a login, and is sent again
};

void RequestPipeline::send(RoutedRequest&& routed) {
  if (!routed.request->is_open()) return;  // cancelled before
  const base::TraceScope scope(parts_.host, *routed.request);
  while (routed.next_stage != std::size(kStages)) {
    const Stage stage = kStages[routed.next_stage++];
    if (!(this->*stage)(routed)) return;
  }
}

bool RequestPipeline::limit_result(RoutedRequest& routed) {
  const bool has_tool_result =
      routed.is_tool_call() || base::is_literal(routed.method, "tasks/result") || answers_in_task(routed);
  if (!has_tool_result || !parts_.toolboxes.limits_results()) return true;
  parts_.result_limits.limit(*routed.request, routed.target, answers_in_task(routed));
  return true;
}

bool RequestPipeline::promise_task(RoutedRequest& routed) {
  if (!routed.task.is_absent() && parts_.tasks != nullptr) parts_.tasks->creation().promise(routed);
  return true;
}

bool RequestPipeline::show_to_observer(RoutedRequest& routed) {
  CallObserver* const observer = parts_.observer;
  if (observer == nullptr || !routed.is_tool_call()) return true;
  detail::ClientRequest& request = *routed.request;
  void* const begun = observer->begin(routed.target, routed.arguments, request, request.toolboxes());
  if (begun != nullptr) request.observe(*observer, begun);
  return true;
}

/// A workspace without any costs a test of a flag. A request about a task has none: the call that became the task had.
HasPolicy RequestPipeline::policy_of(const RoutedRequest& routed) const {
  if (!parts_.toolboxes.has_policies() || routed.server_choice == ServerChoice::by_task) return HasPolicy::no;
  const bool has_policy = parts_.toolboxes.has_policy(routed.target.toolbox, routed.target.server);
  return has_policy && !routed.names_no_tool ? HasPolicy::yes : HasPolicy::no;
}

/// Whether it is a call that will be refused because of the name of its tool. A person has nothing to decide about it.
bool RequestPipeline::names_no_tool(const RoutedRequest& routed) const {
  if (!routed.is_tool_call() || !parts_.toolboxes.has_policies()) return false;
  const Toolbox* const toolbox = parts_.toolboxes.find(routed.target.toolbox);
  return toolbox != nullptr && lacks_tool(*toolbox, routed.target);
}

bool RequestPipeline::run_middleware(RoutedRequest& routed) {
  routed.names_no_tool = names_no_tool(routed);
  const HasPolicy policy = policy_of(routed);
  if (routed.is_tool_call() ? parts_.middleware.empty(policy) : !parts_.middleware.sees_requests(policy)) return true;
  if (routed.is_tool_call()) {
    run_middleware_of_calls(std::move(routed), policy);
  } else {
    run_middleware_of_requests(std::move(routed), policy);
  }
  return false;
}

void RequestPipeline::run_middleware_of_calls(RoutedRequest&& routed, HasPolicy policy) {
  ToolIdentifier tool = routed.target;
  ToolCall call(std::move(routed.request), std::move(routed.arguments), parts_.host);
  parts_.middleware.run(
      std::move(tool), std::move(call),
      [self = self_.handle(), kept = std::move(routed)](ToolCall passed) mutable {
        kept.arguments = passed.release_arguments();
        pass_on(self, passed, std::move(kept));
      },
      policy);
}

// In a request about a task, the server's params follow from the task: it is named by our id, as for clients.
void RequestPipeline::run_middleware_of_requests(RoutedRequest&& routed, HasPolicy policy) {
  const bool is_about_task = routed.server_choice == ServerChoice::by_task;
  MethodCall call(std::move(routed.request), routed.method, {routed.target.toolbox, routed.target.server, routed.name},
                  is_about_task ? Json() : Json("{" + routed.members + "}"), parts_.host);
  parts_.middleware.run(
      std::move(call),
      [self = self_.handle(), kept = std::move(routed)](MethodCall passed) mutable {
        kept.members = json::members_without(passed.release_params(), protocol::is_written_for_server);
        pass_on(self, passed, std::move(kept));
      },
      policy);
}

/// Sends a request on that the last middleware has passed on, unless it was cancelled while it was held.
void RequestPipeline::pass_on(const base::WeakHandle<RequestPipeline>& self, ClientCall& passed, RoutedRequest&& kept) {
  RequestPipeline* const pipeline = self.get();
  if (pipeline == nullptr || !passed.is_open()) return;
  kept.request = detail::extract_request(passed);
  pipeline->send(std::move(kept));
}

bool RequestPipeline::refuse_what_names_nothing(RoutedRequest& routed) {
  if (routed.server_choice != ServerChoice::none) return true;
  routed.refusal(std::move(routed.request));
  return false;
}

bool RequestPipeline::require_scopes(RoutedRequest& routed) {
  const auto refusal = refuse_without_scopes(parts_.toolboxes, routed.target, routed.request->scopes().get());
  if (!refusal) return true;
  routed.request->fail(*refusal);
  return false;
}

bool RequestPipeline::open_toolbox(RoutedRequest& routed) {
  if (routed.server_choice != ServerChoice::by_tool) return true;
  const auto toolbox = find_usable(parts_.toolboxes, routed.target.toolbox, *routed.request);
  if (toolbox) return true;
  refuse(routed, toolbox.error());
  return false;
}

bool RequestPipeline::find_server(RoutedRequest& routed) {
  switch (routed.server_choice) {
    case ServerChoice::by_tool: return find_server_with_tool(routed);
    case ServerChoice::by_name: return find_named_server(routed);
    case ServerChoice::by_task: return parts_.tasks->find_server(routed);
    case ServerChoice::none: break;
  }
  return false;
}

// It is looked up now: the configuration may have changed while a middleware held the request.
bool RequestPipeline::find_named_server(RoutedRequest& routed) {
  servers::Server* const server = parts_.toolboxes.find_server(routed.target.toolbox, routed.target.server);
  if (server == nullptr) {
    routed.request->fail({ErrorKind::not_found, routed.method + ": the server '" + routed.target.server +
                                                    "' of toolbox '" + routed.target.toolbox +
                                                    "' is no longer configured"});
    return false;
  }
  const servers::Catalog& catalog = server->catalog();
  if (routed.is_tool_call() && catalog.is_known() && !catalog.has_tool(routed.target.tool)) {
    refuse(routed, tool_not_found(*server, routed.target));
    return false;
  }
  routed.server.emplace(server->lease());
  return true;
}

bool RequestPipeline::find_server_with_tool(RoutedRequest& routed) {
  Toolbox& toolbox = *parts_.toolboxes.find(routed.target.toolbox);
  if (toolbox.is_open()) {  // the usual case: nothing is waited for
    const Result<servers::Server*> server = find_server_of(toolbox, routed.target);
    if (server) {
      routed.server.emplace((*server)->lease());
      return true;
    }
  }
  Caller& caller = *routed.request;
  const ToolIdentifier tool = routed.target;
  const UntilCancelled waiting(caller, std::move(routed));
  when_server_found(toolbox, tool, [self = self_.handle(), waiting](const Result<servers::ServerLease>& server) {
    std::optional<RoutedRequest> waited = waiting.extract();
    RequestPipeline* const pipeline = self.get();
    if (!waited || pipeline == nullptr) return;
    if (!server) return pipeline->handle_no_server(*std::move(waited), server.error());
    waited->server.emplace(*server);
    pipeline->send(*std::move(waited));
  });
  return false;
}

/// A server that demands a login may have the tool. After the login the toolbox, which may have been closed meanwhile,
/// is looked up again.
void RequestPipeline::handle_no_server(RoutedRequest&& routed, const Error& reason) {
  constexpr std::size_t kOpenToolbox = 6;
  static_assert(kStages[kOpenToolbox] == &RequestPipeline::open_toolbox);
  servers::Server* const server = parts_.toolboxes.find_server(routed.target.toolbox, routed.target.server);
  if (server == nullptr) return refuse(routed, reason);
  Caller& caller = *routed.request;
  const int earlier_logins = routed.logins++;
  const base::TraceScope scope(parts_.host, *routed.request);
  retry_after_login(server->lease(), caller, earlier_logins, reason,
                    [self = self_.handle(), kept = std::move(routed)](const Result<void>& outcome) mutable {
                      RequestPipeline* const pipeline = self.get();
                      if (!outcome) return refuse(kept, outcome.error());
                      if (pipeline == nullptr) return;
                      kept.next_stage = kOpenToolbox;
                      pipeline->send(std::move(kept));
                    });
}

bool RequestPipeline::refuse_what_has_appeared(RoutedRequest& routed) {
  if (!routed.names_no_tool) return true;
  refuse(routed, {ErrorKind::busy, "the server has just listed this tool; repeat the call"});
  return false;
}

bool RequestPipeline::keep_links(RoutedRequest& routed) {
  const bool is_in_task = answers_in_task(routed);
  const bool has_links =
      routed.is_tool_call() || routed.method == "prompts/get" || routed.method == "tasks/result" || is_in_task;
  if (!has_links || !(*routed.server)->configured().lists_content()) return true;
  ResourceLinks::Origin origin{routed.target.toolbox, routed.target.server};
  routed.request->on_result([self = self_.handle(), origin = std::move(origin), is_in_task](Json& result) {
    RequestPipeline* const pipeline = self.get();
    if (pipeline == nullptr) return;
    pipeline->parts_.resource_links.learn(origin, is_in_task ? protocol::result_in_task(result) : result);
  });
  return true;
}

bool RequestPipeline::agree_on_task(RoutedRequest& routed) {
  if (routed.server_choice == ServerChoice::by_task) {
    if (!routed.is_translated) parts_.tasks->exchange_ids(routed);
    return true;
  }
  const bool may_be_task = routed.is_tool_call() && routed.style == CallStyle::native && routed.may_be_task;
  if (parts_.tasks == nullptr || !may_be_task) return true;
  const std::optional<PeerError> refusal = parts_.tasks->creation().agree(routed);
  if (!refusal) return true;
  routed.request->error(*refusal);
  return false;
}

bool RequestPipeline::forward(RoutedRequest& routed) {
  if (routed.is_translated) {
    parts_.tasks->translate(std::move(routed));
  } else {
    ForwardedRequest::send(ForwardedRequest::Pass(), std::move(routed));
  }
  return false;
}

}  // namespace workbench::gateway
